import { OrgType } from '../core/codes.ts'
import { isOnLine, LINES_OF_COMMAND, lineOfCommand } from '../core/lines-of-command.ts'

type Place = { cityId?: string | null; regionId?: string | null }

/** Level of a government body, by how far down its place goes: province, city, district. */
export type GovLevel = 1 | 2 | 3
export function govLevelOf(area: Place): GovLevel {
  if (area.regionId) return 3
  return area.cityId ? 2 : 1
}

/** What the lines of command ask about an organisation. */
export type OrgInLine = Place & { orgType: number; property: number }

/** The types of organisations that a government body looks after, in addition to bodies of its kind below it. */
export function typesLookedAfter(body: OrgInLine): readonly number[] {
  const line = lineOfCommand(body)
  return line ? LINES_OF_COMMAND[line].map((type) => OrgType.code[type]) : []
}

/** Whether a body has an organisation below it on its line of command; whether it lies in the range is asked apart. */
export function looksAfter(body: OrgInLine, other: OrgInLine): boolean {
  const line = lineOfCommand(body)
  if (!line || !isOnLine(line, other)) return false
  return other.orgType !== OrgType.code.government || govLevelOf(other) > govLevelOf(body)
}
