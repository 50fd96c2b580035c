// What was counted at the schools with results in both of two plans.
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { ComparedSchools } from './common-schools-queries.ts'
import { addUp, type BySex } from './figure-children.ts'

/** In one of the plans, of which `whole` holds all schools: only the smaller part of the schools was read. */
export function countedAtCommon<Name extends CounterName>(
  { side, rows }: ComparedSchools<Name>,
  planId: number,
  whole: BySex<Name>,
  counters: readonly Name[],
): BySex<Name> {
  const own = rows.filter((row) => row.planId === planId)
  const part = addUp(counters, own)
  if (side === 'common') return part
  const rest = { 0: { ...whole[0] }, 1: { ...whole[1] }, 2: { ...whole[2] } }
  for (const sex of [0, 1, 2] as const) for (const name of counters) rest[sex][name] -= part[sex][name]
  return rest
}
