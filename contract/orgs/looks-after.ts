import { OrgProperty, OrgType } from '../core/codes.ts'

type Place = { cityId?: string | null; regionId?: string | null }

/** Level of a government body, by how far down its place goes: province, city, district. */
export type GovLevel = 1 | 2 | 3
export function govLevelOf(area: Place): GovLevel {
  if (area.regionId) return 3
  return area.cityId ? 2 : 1
}

/** What the lines of command ask about an organisation. */
export type OrgInLine = Place & { orgType: number; property: number }

/** The types of organisations that a kind of government body looks after, in addition to bodies of its kind below it. */
const TYPES_LOOKED_AFTER: Readonly<Record<number, readonly number[]>> = {
  [OrgProperty.code.educationBureau]: [OrgType.code.school],
  [OrgProperty.code.healthCommission]: [OrgType.code.hospital, OrgType.code.social],
}
export const typesLookedAfter = ({ orgType, property }: OrgInLine): readonly number[] =>
  orgType === OrgType.code.government ? (TYPES_LOOKED_AFTER[property] ?? []) : []

/**
 * Lines of command: education bureaus look after education bureaus below them and schools, health commissions after
 * theirs, hospitals and social organisations. Whether the other lies in the range is asked apart.
 */
export function looksAfter(body: OrgInLine, other: OrgInLine): boolean {
  if (other.orgType !== OrgType.code.government) return typesLookedAfter(body).includes(other.orgType)
  return (
    body.orgType === OrgType.code.government &&
    body.property === other.property &&
    govLevelOf(other) > govLevelOf(body)
  )
}
