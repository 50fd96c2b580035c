import type { PermissionName } from '#contract/core/permissions.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { isFixedKind, permissionOf } from './report-kinds.ts'

export type LinkBase = {
  /** The unit of the report that contains the link. */
  from: Pick<Unit, 'level' | 'key'>
  planId: number
  /** Only where the reader chose another one than the plan's own. */
  lastPlanId: number | undefined
  held: ReadonlySet<PermissionName>
}

/** Where the report of a unit is read; undefined where the reader may not, or reads it already. */
export function reportLink(unit: Unit | null, { from, planId, lastPlanId, held }: LinkBase) {
  if (!unit || !isFixedKind(unit.level) || !held.has(permissionOf(unit.level))) return undefined
  const key = sorted(unit.key)
  if (unit.level === from.level && String(key) === String(sorted(from.key))) return undefined
  const query = new URLSearchParams([['planId', String(planId)]])
  if (lastPlanId !== undefined) query.set('lastPlanId', String(lastPlanId))
  for (const [name, value] of key) query.set(name, String(value))
  return `/report/${unit.level}-report?${query}`
}

const sorted = (key: Unit['key']): [string, number | string][] =>
  Object.entries(key)
    .filter((entry): entry is [string, number | string] => entry[1] !== undefined)
    .sort(([one], [other]) => one.localeCompare(other))
