import type { InputOf } from '#contract/core/endpoint.ts'
import type { messageEndpoints } from '#contract/messages/endpoints.ts'
import { areaIds } from '#web/widgets/area/area-range.ts'

type Addressees = InputOf<typeof messageEndpoints.countAddressees>
export type ChosenOrg = { value: number; label?: unknown }

/** What the form holds: organisations with their names, the area as one path. */
export type SendValues = {
  /** Who looks after many organisations names them one by one, or by area and type. */
  by?: 'orgs' | 'area'
  orgIds?: ChosenOrg[]
  area?: string[]
  orgTypes?: NonNullable<Addressees['orgTypes']>
  roleTypes?: Addressees['roleTypes']
  title: string
  body: string
}

/** Whom the form means; undefined as long as it means nobody. */
export function addresseesOf(values: Partial<SendValues>): Addressees | undefined {
  const { by, orgIds = [], area = [], orgTypes = [], roleTypes = [] } = values
  if (roleTypes.length === 0) return undefined
  if (by === 'orgs')
    return orgIds.length > 0 ? { orgIds: orgIds.map(({ value }) => value), roleTypes } : undefined
  if (by === 'area') return orgTypes.length > 0 ? { ...areaIds(area), orgTypes, roleTypes } : undefined
  return { roleTypes }
}
