// Which units of many are chosen.
import type { AssessUnit } from '#contract/assessment/plan-schemas.ts'

export type UnitGroup = { areaName: string; units: AssessUnit[] }

/** By area, in the order in which the areas come first. */
export function groupsOf(units: readonly AssessUnit[]): UnitGroup[] {
  const groups = new Map<string, AssessUnit[]>()
  for (const unit of units) {
    const group = groups.get(unit.areaName)
    if (group) group.push(unit)
    else groups.set(unit.areaName, [unit])
  }
  return [...groups].map(([areaName, members]) => ({ areaName, units: members }))
}

export function matching<Unit extends AssessUnit>(units: readonly Unit[], keyword: string): Unit[] {
  const part = keyword.trim()
  return units.filter(({ orgName, areaName }) => orgName.includes(part) || areaName.includes(part))
}

export const withUnits = (orgIds: readonly number[], units: readonly AssessUnit[]): number[] => [
  ...new Set([...orgIds, ...units.map(({ orgId }) => orgId)]),
]

export function withoutUnits(orgIds: readonly number[], units: readonly AssessUnit[]): number[] {
  const leaving = new Set(units.map(({ orgId }) => orgId))
  return orgIds.filter((orgId) => !leaving.has(orgId))
}
