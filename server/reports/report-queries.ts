import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CityProperty, SchoolStage, SchoolSystem, type Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { withColleges } from '#contract/eyesight/figures/colleges.ts'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import type { JudgementProfile } from '#contract/eyesight/judgement/profile.ts'
import type { PlanItems, Season } from '#contract/eyesight/plan-schemas.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { Counting } from '#contract/reports/report/tally.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { amongIds, inAreaOf, sumsOf } from '../eyesight/figures/figure-queries.ts'
import {
  planFigures,
  unlistedFigures,
  withinUnlisted,
} from '../eyesight/figures/plan-range/plan-range-queries.ts'
import type { AreaLevel, Place } from '../eyesight/figures/unit.ts'
import {
  type PlanRecord,
  type ScreeningScope,
  withinPlans,
  withinTaskClasses,
} from '../eyesight/plans/access-queries.ts'
import { recordsWithin, selectRecordRows } from '../eyesight/records/record-queries.ts'
import type { BlindViewer } from '../eyesight/retests/blind-queries.ts'
import { FigureLevel } from '../plans/figure-level.ts'
import type { Stage } from './lines/stage-tree.ts'
import type { StageValid } from './lines/standardised.ts'
import type { Absence } from './sentences/coverage-sentences.ts'

const { draft } = codeLiterals(PlanStatus)
const { notScreened } = codeLiterals(RecordState)
const stage = codeLiterals(SchoolStage)
const system = codeLiterals(SchoolSystem)

const SUMS = sumsOf(COUNTER_NAMES)
export type AreaPlace = { level: AreaLevel; areaId: string }

/** At its own level an area is found by its number; what lies in a bigger one by its column. */
const areasOf = (place: AreaPlace): RawBuilder<SqlBool> =>
  place.level === 'region' ? sql`f.place_id = ${place.areaId}::bigint` : inAreaOf(place)

export type GradeRow = { planId: number; stage: Stage; gradeNo: number; sex: CodeOf<typeof Sex> } & Counting
/** `fiveFour`: of the whole the part at schools whose junior high begins a year earlier. */
export type AreaGradeRow = GradeRow & { fiveFour: boolean }

/** An area by grade, in one plan or two. */
export async function selectGradeFigures(
  db: Db,
  place: AreaPlace,
  planIds: readonly number[],
): Promise<AreaGradeRow[]> {
  const { rows } = await sql<AreaGradeRow>`
    select f.plan_id, f.stage, f.grade_no, f.sex, false as five_four, ${SUMS}
    from ${planFigures(FigureLevel.code.area)}
    where f.plan_id ${amongIds(planIds)} and ${areasOf(place)}
    group by 1, 2, 3, 4
    having sum(f.expected) > 0
    union all
    select f.plan_id, f.stage, f.grade_no, f.sex, true, ${SUMS}
    from ${planFigures(FigureLevel.code.class)}
    where f.plan_id ${amongIds(planIds)} and ${inAreaOf(place)}
      and f.stage = ${stage.juniorHigh}
      and f.parent_id = any (array(select org_id from school where school_system = ${system.fiveFour}))
    group by 1, 2, 3, 4
    having sum(f.expected) > 0
    order by plan_id, stage, grade_no, sex`.execute(db)
  return rows
}

/** The counters read for ages, for town and country, and for earlier plans, where the rows are many. */
const SUMMARY_COUNTERS = withColleges([
  'expected',
  'screened',
  'valid',
  'rated',
  'myopia',
  'myopiaHigh',
  'poor',
  'referral',
])
type SummaryCounts = Partial<Counting>
const SUMMARY_SUMS = sumsOf(SUMMARY_COUNTERS)

/** Children and adolescents: at an age where most are at a college, the few others say nothing about it. */
export async function selectAges(db: Db, place: AreaPlace, planId: number) {
  const { rows } = await sql<
    { age: number; inKindergarten: boolean; sex: CodeOf<typeof Sex> } & SummaryCounts
  >`
    select f.age, f.stage = ${stage.kindergarten} as in_kindergarten, f.sex, ${SUMMARY_SUMS}
    from figure as f where f.plan_id = ${planId} and f.level = ${FigureLevel.code.areaAge} and ${areasOf(place)}
      and f.stage not in (${stage.college}, ${stage.university})
    group by 1, 2, 3
    having sum(f.expected) > 0
    order by 1, 2, 3`.execute(db)
  return rows
}

/** By city property of the school and by stage: town and country differ in the stages they have. */
export async function selectByCityProperty(db: Db, place: AreaPlace, planId: number) {
  type OfProperty = { cityProperty: CodeOf<typeof CityProperty> | null; stage: Stage; sex: 0 }
  const { rows } = await sql<OfProperty & SummaryCounts>`
    select school.city_property, f.stage, 0 as sex, ${SUMMARY_SUMS}
    from ${planFigures(FigureLevel.code.school)} left join school on school.org_id = f.place_id
    where f.plan_id = ${planId} and ${inAreaOf(place)}
    group by school.city_property, f.stage
    having sum(f.expected) > 0
    order by school.city_property nulls last, f.stage`.execute(db)
  return rows
}

/** A whole plan by stage, whatever part of it the caller sees: the weights of standardised rates. */
export async function selectValidByStage(db: Db, planId: number): Promise<StageValid[]> {
  const { rows } = await sql<StageValid>`
    select f.stage, sum(f.valid)::int as valid from figure as f
    where f.plan_id = ${planId} and f.level = ${FigureLevel.code.areaStage}
    group by f.stage order by f.stage`.execute(db)
  return rows
}

type InSchool = Extract<Place, { orgId: number }>
/** Several of a kind; of grades their schools. */
export type SeveralInSchools = { orgIds: readonly number[] } | { classIds: readonly number[] }
/** Figures of a class of a plan; nothing counted: one row without a sex. */
export type ClassFigures = {
  planId: number
  orgId: number
  classId: number
  className: string
  stage: Stage
  gradeNo: number
  schoolSystem: CodeOf<typeof SchoolSystem>
  sex: CodeOf<typeof Sex> | null
} & Counting

/** The caller's classes of a school in each of the plans; of a class itself that one only. */
export async function selectClassFigures(
  db: Db,
  who: ScreeningScope,
  place: InSchool | SeveralInSchools,
  planIds: readonly number[],
): Promise<ClassFigures[]> {
  const { rows } = await sql<ClassFigures>`
    select task.plan_id, task.school_org_id as org_id, task_class.class_id, task_class.class_name, task_class.class_no,
      task_class.stage, task_class.grade_no, school.school_system, f.sex, ${SUMS}
    from task join task_class on task_class.task_id = task.id
      join school on school.org_id = task.school_org_id
      left join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
        and f.stage = task_class.stage and f.grade_no = task_class.grade_no
    where task.plan_id ${amongIds(planIds)} and ${inSchool(place)} and ${withinTaskClasses(who)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all
    select u.plan_id, u.school_org_id, u.class_id, u.class_name, u.class_no, u.stage, u.grade_no, school.school_system,
      f.sex, ${SUMS}
    from ${unlistedFigures(COUNTER_NAMES)} join school on school.org_id = u.school_org_id
    where u.plan_id ${amongIds(planIds)} and ${inSchool(place, 'u')} and ${withinUnlisted(who)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by plan_id, stage, grade_no, class_no, class_id, sex`.execute(db)
  return rows
}

/** Of a grade the whole school: last time its classes were in another one. */
const inSchool = (
  place: InSchool | SeveralInSchools,
  classes: 'task' | 'u' = 'task',
): RawBuilder<SqlBool> => {
  const [classId, orgId] =
    classes === 'u'
      ? [sql`u.class_id`, sql`u.school_org_id`]
      : [sql`task_class.class_id`, sql`task.school_org_id`]
  if ('classIds' in place) return sql`${classId} ${amongIds(place.classIds)}`
  if ('orgIds' in place) return sql`${orgId} ${amongIds(place.orgIds)}`
  return place.level === 'class' ? sql`${classId} = ${place.classId}` : sql`${orgId} = ${place.orgId}`
}

/** Why students of a school, grade or class were not screened. */
export async function selectAbsences(
  db: Db,
  who: ScreeningScope,
  place: InSchool,
  planId: number,
): Promise<Absence[]> {
  const grade =
    place.level === 'grade'
      ? sql`task_class.stage = ${place.stage} and task_class.grade_no = ${place.gradeNo}`
      : sql`true`
  const { rows } = await sql<Absence>`
    select r.absence, count(*)::int as students
    from task join task_class on task_class.task_id = task.id
      join screening_record as r on r.task_id = task.id and r.class_id = task_class.class_id
    where task.plan_id = ${planId} and ${inSchool(place)} and ${grade} and ${withinTaskClasses(who)}
      and r.state = ${notScreened} and r.absence is not null
    group by r.absence order by r.absence`.execute(db)
  return rows
}

export type PastPlan = {
  id: number
  name: string
  startsOn: string
  schoolYear: number
  season: CodeOf<typeof Season>
  items: PlanItems
  profile: JudgementProfile
  /** How many schools have valid results, and which they are. */
  schools: number
  schoolSet: string | null
  /** Of an area, where anybody counts for myopia. */
  stages: PastStage[]
  /** Of an area the schools that have results both in this plan and in the present one; null where there is none. */
  common: { schools: number; then: CommonCounts; now: CommonCounts } | null
} & SummaryCounts
export type CommonCounts = Record<(typeof COMMON_COUNTERS)[number], number>
const COMMON_COUNTERS = ['valid', 'poor', 'rated', 'myopia'] as const satisfies CounterName[]
export type PastStage = { stage: Stage } & Pick<Counting, 'rated' | 'myopia'>

/** So many plans make a trend. */
const PAST_MAX = 6

/** The plan and those before it, of its kind, that the caller may see and that counted somebody here; newest first. */
export async function selectPastPlans(
  db: Db,
  who: ScreeningScope,
  ownOrgId: number,
  plan: Pick<PlanRecord, 'id' | 'kind' | 'startsOn'>,
  place: AreaPlace | { level: 'school'; orgId: number },
): Promise<PastPlan[]> {
  const here = 'areaId' in place ? inAreaOf(place) : sql`f.parent_id = ${place.orgId}`
  const whole = sql`f.level = ${FigureLevel.code.task} and ${here}`
  // Of an area its own rows are fewer.
  const level = 'areaId' in place ? FigureLevel.code.areaTotal : FigureLevel.code.task
  const there = 'areaId' in place ? areasOf(place) : here
  const { rows } = await sql<PastPlan>`
    with past as materialized (
      select plan.id, plan.name, plan.starts_on, plan.school_year, plan.season, plan.items, plan.profile from plan
      where ${withinPlans(who, ownOrgId)} and plan.status > ${draft} and plan.kind = ${plan.kind}
        and (plan.starts_on, plan.id) <= (${plan.startsOn}::date, ${plan.id}::bigint)
        and exists (select from figure as f where f.plan_id = plan.id and f.level = ${level} and ${there} and f.valid > 0)
      order by plan.starts_on desc, plan.id desc limit ${PAST_MAX})
    select past.*, ${'areaId' in place ? commonWith(plan.id, whole) : sql`null::jsonb`} as common, coalesce(cardinality(school.org_ids), 0) as schools, md5(school.org_ids::text) as school_set,
      ${sql.join(SUMMARY_COUNTERS.map((name) => sql.ref(`counted.${name}`)))},
      ${'areaId' in place ? stagesOfPast(place) : sql`'[]'::jsonb`} as stages
    from past cross join lateral (
      select array_agg(distinct f.parent_id) as org_ids from figure as f
      where f.plan_id = past.id and ${whole} and f.valid > 0) as school
    cross join lateral (
      select ${SUMMARY_SUMS} from ${planFigures(level)} where f.plan_id = past.id and ${there}) as counted
    order by past.starts_on desc, past.id desc`.execute(db)
  return rows
}

/** Of the schools of an area with results in both plans the counts in both. */
const commonWith = (planId: number, whole: RawBuilder<unknown>) => {
  const schools = (id: RawBuilder<unknown>) => sql`(
    select f.parent_id, ${sumsOf(COMMON_COUNTERS)} from figure as f
    where f.plan_id = ${id} and ${whole} and f.valid > 0 group by f.parent_id)`
  return sql`(
    select jsonb_build_object('schools', count(*),
      'then', jsonb_build_object('valid', sum(t.valid), 'poor', sum(t.poor), 'rated', sum(t.rated), 'myopia', sum(t.myopia)),
      'now', jsonb_build_object('valid', sum(n.valid), 'poor', sum(n.poor), 'rated', sum(n.rated), 'myopia', sum(n.myopia)))
    from ${schools(sql`past.id`)} as t join ${schools(sql`${planId}::bigint`)} as n using (parent_id)
    having count(*) > 0)`
}

/** In the same statement: a report has no room for many. */
const stagesOfPast = (place: AreaPlace) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('stage', stage, 'rated', rated, 'myopia', myopia) order by stage), '[]')
  from (select f.stage, sum(f.rated + f.college_rated) as rated, sum(f.myopia + f.college_myopia) as myopia from figure as f
        where f.plan_id = past.id and f.level = ${FigureLevel.code.areaStage} and ${areasOf(place)}
        group by f.stage having sum(f.rated + f.college_rated) > 0) as by_stage)`

/** The records of a class in a plan, as its grid shows them. */
export const selectRoster = (
  db: Db,
  who: ScreeningScope,
  { planId, classId }: { planId: number; classId: number },
  viewer: BlindViewer,
) =>
  selectRecordRows(
    recordsWithin(db, who).where('r.planId', '=', planId).where('r.classId', '=', classId),
    viewer,
  )

/** The students a class had in a plan. */
export async function selectListedStudents(
  db: Db,
  { planId, classId }: { planId: number; classId: number },
): Promise<number[]> {
  const { rows } = await sql<{ studentId: number }>`select student_id from screening_record
    where plan_id = ${planId} and class_id = ${classId} order by student_id`.execute(db)
  return rows.map(({ studentId }) => studentId)
}
