import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Db } from '../../core/db/connect.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { amongIds, areaBelow, type FigureRow, inAreaOf, sumsOf } from './figure-queries.ts'
import type { AreaLevel } from './unit.ts'

type Stage = NonNullable<FigureRow<CounterName>['stage']>
export type InTwoPlans = {
  planId: number
  lastPlanId: number
  place: { level: AreaLevel; areaId: string }
  stage: Stage | undefined
}

/** Figures of an area in two plans. */
const inBoth = ({ planId, lastPlanId, place, stage }: InTwoPlans): RawBuilder<SqlBool> =>
  sql`f.plan_id ${amongIds([planId, lastPlanId])} and ${inAreaOf(place)} and ${stage === undefined ? sql`true` : sql`f.stage = ${stage}`}`

export type ComparedSchools<Name extends CounterName> = {
  /** Schools with valid results in both plans. */
  common: number
  /** Schools with valid results in one of them only. */
  inOnePlan: number
  /** Stages that a school has in one of the plans only, although it has results in both. */
  changedStages: Stage[]
  /** The smaller part of the schools, from which with the whole the other follows; none where one of the parts is empty. */
  side: 'common' | 'inOnePlan'
  rows: ComparedRow<Name>[]
}
export type ComparedRow<Name extends CounterName> = {
  planId: number
  /** The area below, or the school where it is directly in the area. */
  areaId: string | null
  orgId: number | null
  stage: Stage
  /** 0 where it was not asked for. */
  gradeNo: number
  sex: CodeOf<typeof Sex>
} & Record<Name, number>
type Read<Name extends CounterName> = Omit<ComparedSchools<Name>, 'rows' | 'side'> & {
  [Key in keyof ComparedRow<Name>]: ComparedRow<Name>[Key] | null
}

/** Which schools of an area have results in both plans, and what was counted at them or at the others. */
export async function selectComparedSchools<Name extends CounterName>(
  db: Db,
  asked: InTwoPlans,
  { byGrade, counters }: { byGrade: boolean; counters: readonly Name[] },
): Promise<ComparedSchools<Name>> {
  const below = areaBelow(asked.place.level)
  // Grades are known of classes only, which are far more rows.
  const [level, school] = byGrade
    ? [FigureLevel.code.class, sql`f.parent_id`]
    : [FigureLevel.code.school, sql`f.place_id`]
  const { rows } = await sql<Read<Name>>`
    with of_stage as materialized (
      select f.place_id as org_id, f.stage, min(f.plan_id) as first, max(f.plan_id) as last from figure as f
      where ${inBoth(asked)} and f.level = ${FigureLevel.code.school} and f.valid > 0
      group by 1, 2),
    school as materialized (select org_id, min(first) < max(last) as common from of_stage group by org_id),
    counted as materialized (
      select count(*) filter (where common)::int as common, count(*) filter (where not common)::int as in_one_plan,
        array(select distinct stage from of_stage join school using (org_id) where first = last and school.common
          order by stage) as changed_stages
      from school),
    smaller as (
      select org_id from school, counted where counted.common > 0 and counted.in_one_plan > 0
        and school.common = (counted.common < counted.in_one_plan))
    select counted.*, part.* from counted left join (
      select f.plan_id, ${below} as area_id, case when ${below} is null then ${school} end as org_id, f.stage, f.grade_no,
        f.sex, ${sumsOf(counters)}
      from figure as f
      where ${inBoth(asked)} and f.level = ${level} and ${school} = any (array(select org_id from smaller)) and f.valid > 0
      group by 1, 2, 3, 4, 5, 6) as part on true`.execute(db)
  const { common = 0, inOnePlan = 0, changedStages = [] } = rows[0] ?? {}
  return {
    common,
    inOnePlan,
    changedStages,
    side: common < inOnePlan ? 'common' : 'inOnePlan',
    rows: rows.filter((row): row is Read<Name> & ComparedRow<Name> => row.planId !== null),
  }
}
