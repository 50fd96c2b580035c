import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Glasses, type SchoolSystem, type Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { SMALL_CELL } from '#contract/eyesight/figures/rates.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { amongIds, inAreaOf, sumsOf } from '../../eyesight/figures/figure-queries.ts'
import type { Place } from '../../eyesight/figures/unit.ts'
import { type ScreeningScope, withinTaskClasses } from '../../eyesight/plans/access-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type CohortRow, LEAST_DAYS, PACES } from '../lines/cohort.ts'
import type { Stage } from '../lines/stage-tree.ts'
import type { AreaPlace } from '../report-queries.ts'

const { valid } = codeLiterals(RecordState)

export type TwoPlanIds = { planId: number; lastPlanId: number }
type Asked<At extends Place = Place> = TwoPlanIds & { place: At }

const TASK_AREAS = { province: 'task.provinceId', city: 'task.cityId', region: 'task.regionId' } as const

/** Tasks and their classes at a place. */
function atPlace(place: Place): RawBuilder<SqlBool> {
  if ('areaId' in place) return sql`${sql.ref(TASK_AREAS[place.level])} = ${place.areaId}`
  if (place.level === 'range') return sql`true`
  if (place.level === 'class') return sql`task_class.class_id = ${place.classId}`
  const school = sql<SqlBool>`task.school_org_id = ${place.orgId}`
  return place.level === 'school'
    ? school
    : sql`${school} and task_class.stage = ${place.stage} and task_class.grade_no = ${place.gradeNo}`
}

export type CohortStageRow = CohortRow & { stage: Stage }
export type CohortClassRow = CohortStageRow & {
  orgId: number
  gradeNo: number
  classId: number
  className: string
  schoolSystem: CodeOf<typeof SchoolSystem>
}

/** A part of the tasks; of a large area no single statement may take longer than a request waits for one. */
export type Slice = { nth: number; of: number }
const WHOLE: Slice = { nth: 0, of: 1 }

/** Students with valid results in the plan by stage, joined with their results in the previous plan at whatever school. */
export async function selectCohortStages(
  db: Db,
  who: ScreeningScope,
  asked: Asked,
  slice: Slice,
): Promise<CohortStageRow[]> {
  const { rows } = await sql<CohortStageRow>`
    select pair.stage, ${SUMS} from (${pairs(who, asked, slice)}) as pair
    group by pair.stage order by pair.stage`.execute(db)
  return rows
}

/** How many are valid in an area. */
export async function countValidIn(db: Db, planId: number, place: AreaPlace): Promise<number> {
  const { rows } = await sql<{ valid: number }>`
    select coalesce(sum(f.valid), 0)::int as valid from figure as f
    where f.plan_id = ${planId} and f.level = ${FigureLevel.code.task} and ${inAreaOf(place)}`.execute(db)
  return rows[0]?.valid ?? 0
}

/** The same by class. */
export async function selectCohortClasses(
  db: Db,
  who: ScreeningScope,
  asked: Asked,
): Promise<CohortClassRow[]> {
  const named = sql`pair.org_id, pair.stage, pair.grade_no, pair.class_id, pair.class_name, school.school_system`
  const { rows } = await sql<CohortClassRow>`
    select ${named}, ${SUMS} from (${pairs(who, asked, WHOLE)}) as pair join school on school.org_id = pair.org_id
    group by ${named}, pair.class_no
    order by pair.org_id, pair.stage, pair.grade_no, pair.class_no, pair.class_id`.execute(db)
  return rows
}

/** In billionths of a dioptre: floating-point numbers add up to something else in another order. */
const added = (yearly: RawBuilder<unknown>) =>
  sql`coalesce(sum(round(${yearly} * 1000000)::bigint), 0)::bigint`
const SUMS = sql`count(*)::int as valid, count(was)::int as cohort, count(pace)::int as compared,
  coalesce(sum(days) filter (where pace is not null), 0)::int as days,
  count(right_yearly)::int as right_eyes, ${added(sql`right_yearly`)} as right_yearly,
  count(left_yearly)::int as left_eyes, ${added(sql`left_yearly`)} as left_yearly,
  array[${sql.join(PACES.map((pace) => sql`count(*) filter (where pace <= ${pace}::int)::int`))}] as reached,
  count(*) filter (where at_risk)::int as at_risk, count(*) filter (where at_risk and myopia)::int as incident,
  count(*) filter (where not at_risk and not myopia)::int as reversed`

/** What the next school measured is not the former one's, where the plans are asked for in reverse. */
const isKnownTo = ({ scope }: ScreeningScope): RawBuilder<SqlBool> =>
  scope.kind === 'org'
    ? sql`(b.checked_on <= r.checked_on or exists (
        select from task as other where other.id = b.task_id and other.school_org_id = task.school_org_id))`
    : sql`true`

/**
 * One row for each student with a valid result now. Ortho-K lenses mask refraction, so such eyes are not compared. Who is
 * rated is decided by `record_counts`. The last two lateral joins add no rows: they make PostgreSQL compute their
 * expressions once per row instead of once per sum.
 */
const pairs = (who: ScreeningScope, { planId, lastPlanId, place }: Asked, { nth, of }: Slice) => sql`
  select task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_id, task_class.class_no,
    task_class.class_name, b.id as was, apart.days, moved.right_yearly, moved.left_yearly,
    least(moved.right_yearly, moved.left_yearly) as pace, apart.at_risk, r.myopia
  from task join task_class on task_class.task_id = task.id
    join screening_record as r on r.task_id = task.id and r.class_id = task_class.class_id and r.state = ${valid}
    left join screening_record as b on b.plan_id = ${lastPlanId} and b.student_id = r.student_id and b.state = ${valid}
      and ${isKnownTo(who)}
    left join task_class as l on l.task_id = b.task_id and l.class_id = b.class_id
    cross join lateral record_counts(r, task_class.stage, task_class.grade_no) as k
    cross join lateral record_counts(b, l.stage, l.grade_no) as c
    left join lateral (
      select case when r.checked_on - b.checked_on >= ${LEAST_DAYS}::int
          and r.glasses is distinct from ${Glasses.code.orthoK}::smallint
          and b.glasses is distinct from ${Glasses.code.orthoK}::smallint
        then r.checked_on - b.checked_on end as days,
        case when k.rated + k.college_rated > 0 and c.rated + c.college_rated > 0 then not b.myopia end as at_risk) as apart on true
    left join lateral (
      select (r.se_right::int - b.se_right) * 365 / apart.days::float8 as right_yearly,
        (r.se_left::int - b.se_left) * 365 / apart.days::float8 as left_yearly) as moved on true
  where task.plan_id = ${planId} and task.id % ${of}::int = ${nth}::int
    and ${atPlace(place)} and ${withinTaskClasses(who)}`

export const DECOMPOSED = [
  'valid',
  'rated',
  'myopia',
  'poor',
  'collegeRated',
  'collegeMyopia',
] as const satisfies CounterName[]
export type DecomposedCounts = Record<(typeof DECOMPOSED)[number], number>
const DECOMPOSED_SUMS = sumsOf(DECOMPOSED)
type Stratum = { planId: number; stage: Stage; gradeNo: number; sex: CodeOf<typeof Sex> } & DecomposedCounts
/** `inOnePlan`: only the schools without valid results in the other plan; otherwise all schools. */
export type AreaStratumRow = Stratum & { inOnePlan: boolean }

/**
 * An area by stage, grade and sex, and the same for schools with results in only one of the plans: these are few,
 * so that the common schools follow by subtraction, without reading every class.
 */
export async function selectAreaStrata(
  db: Db,
  { planId, lastPlanId, place }: Asked<AreaPlace>,
): Promise<AreaStratumRow[]> {
  const ofPlans = sql`f.plan_id ${amongIds([planId, lastPlanId])} and ${inAreaOf(place)}`
  const grouped = sql`group by f.plan_id, f.stage, f.grade_no, f.sex having sum(f.valid) > 0`
  const { rows } = await sql<AreaStratumRow>`
    with in_one_plan as materialized (
      select f.parent_id as org_id from figure as f
      where ${ofPlans} and f.level = ${FigureLevel.code.task} and f.valid > 0
      group by f.parent_id having min(f.plan_id) = max(f.plan_id))
    select f.plan_id, f.stage, f.grade_no, f.sex, false as in_one_plan, ${DECOMPOSED_SUMS}
    from figure as f where ${ofPlans} and f.level = ${FigureLevel.code.area} ${grouped}
    union all
    select f.plan_id, f.stage, f.grade_no, f.sex, true, ${DECOMPOSED_SUMS}
    from figure as f
    where ${ofPlans} and f.level = ${FigureLevel.code.class} and f.parent_id = any (array(select org_id from in_one_plan)) ${grouped}`.execute(
    db,
  )
  return rows
}

export type SchoolStratumRow = Stratum & { orgId: number }

/** The caller's classes at a place by school, stage, grade and sex; of a grade the same grade in both plans. */
export async function selectSchoolStrata(
  db: Db,
  who: ScreeningScope,
  { planId, lastPlanId, place }: Asked,
): Promise<SchoolStratumRow[]> {
  const { rows } = await sql<SchoolStratumRow>`
    select task.plan_id, task.school_org_id as org_id, f.stage, f.grade_no, f.sex, ${DECOMPOSED_SUMS}
    from task join task_class on task_class.task_id = task.id
      join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
        and f.stage = task_class.stage and f.grade_no = task_class.grade_no
    where task.plan_id ${amongIds([planId, lastPlanId])} and ${atPlace(place)} and ${withinTaskClasses(who)}
    group by task.plan_id, task.school_org_id, f.stage, f.grade_no, f.sex
    having sum(f.valid) > 0`.execute(db)
  return rows
}

/** Whether a school of the area has a handful of valid results, or of those that count for myopia, in one of the plans. */
export async function hasSmallSchools(
  db: Db,
  { planId, lastPlanId, place }: Asked<AreaPlace>,
): Promise<boolean> {
  const small = (name: 'valid' | 'rated' | 'collegeRated') =>
    sql`sum(${sql.ref(`f.${name}`)}) between 1 and ${SMALL_CELL - 1}::int`
  const { rows } = await sql`
    select 1 from figure as f
    where f.plan_id ${amongIds([planId, lastPlanId])} and f.level = ${FigureLevel.code.task} and ${inAreaOf(place)}
    group by f.plan_id, f.parent_id having ${small('valid')} or ${small('rated')} or ${small('collegeRated')} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
