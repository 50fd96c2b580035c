import { sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { FINDING_WHOLES } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { Db } from '../../core/db/connect.ts'
import { amongIds, inAreaOf, type Stage, sumsOf } from '../../eyesight/figures/figure-queries.ts'
import { figuresFor } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import type { AreaPlace } from '../progress-queries.ts'

export const RANKED_COUNTERS = [
  ...new Set([...FINDING_WHOLES, 'expected', 'screened', 'valid', 'rated', 'myopia'] as const),
]
export type SchoolRow = {
  orgId: number
  cityId: string | null
  regionId: string | null
  stage: Stage
  sex: CodeOf<typeof Sex>
} & Record<(typeof RANKED_COUNTERS)[number], number>

/**
 * The schools of an area by stage and sex. Of a plan that others are compared with nobody asks how many were expected:
 * that is counted from the schools of today as well.
 */
export async function selectSchools(
  db: Db,
  place: AreaPlace,
  planId: number,
  isCompared: boolean,
): Promise<SchoolRow[]> {
  const read = RANKED_COUNTERS.filter((name) => !isCompared || name !== 'expected')
  const { rows } = await sql<SchoolRow>`
    select f.place_id as org_id, f.city_id, f.region_id, f.stage, f.sex, ${sumsOf(read)}
      ${isCompared ? sql`, 0 as expected` : sql``}
    from ${figuresFor(FigureLevel.code.school, read)}
    where f.plan_id = ${planId} and ${inAreaOf(place)}
    group by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

export async function selectSchoolNames(db: Db, orgIds: readonly number[]): Promise<Map<number, string>> {
  if (orgIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from org where id ${amongIds(orgIds)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
