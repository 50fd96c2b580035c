import { sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { FINDING_WHOLES } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { Db } from '../../core/db/connect.ts'
import { amongIds, inAreaOf, type Stage, sumsOf } from '../../eyesight/figures/figure-queries.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import type { AreaPlace } from '../progress-queries.ts'

export const RANKED_COUNTERS = [
  ...new Set([...FINDING_WHOLES, 'expected', 'screened', 'valid', 'rated', 'myopia'] as const),
]
export type SchoolRow = {
  planId: number
  orgId: number
  cityId: string | null
  regionId: string | null
  stage: Stage
  sex: CodeOf<typeof Sex>
} & Record<(typeof RANKED_COUNTERS)[number], number>

/** The schools of an area with results, by stage and sex, in one plan or two. */
export async function selectSchools(
  db: Db,
  place: AreaPlace,
  planIds: readonly number[],
): Promise<SchoolRow[]> {
  const { rows } = await sql<SchoolRow>`
    select f.plan_id, f.place_id as org_id, f.city_id, f.region_id, f.stage, f.sex, ${sumsOf(RANKED_COUNTERS)}
    from ${planFigures(FigureLevel.code.school)}
    where f.plan_id ${amongIds(planIds)} and ${inAreaOf(place)}
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

export async function selectSchoolNames(db: Db, orgIds: readonly number[]): Promise<Map<number, string>> {
  if (orgIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from org where id ${amongIds(orgIds)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
