import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolStage, SchoolSystem, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Db } from '../../core/db/connect.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'
import {
  figuresFor,
  RANGE_SCHOOLS,
  type RangeSchools,
  UNLISTED_SUMS,
  type UnlistedHeads,
  unlistedFigures,
  withinPlanSchools,
  withinUnlisted,
} from './plan-range/plan-range-queries.ts'
import type { AreaLevel, Place } from './unit.ts'

/** Whichever has the fewest rows for an area as a whole, or one stage of it. */
const areaLevel = (stage: number | undefined): number =>
  stage === undefined ? FigureLevel.code.areaTotal : FigureLevel.code.areaStage

export type Stage = CodeOf<typeof SchoolStage>
/** What a row of figures belongs to; what it has not is null. */
export type FigureRow<Name extends CounterName> = {
  planId: number
  areaId: string | null
  orgId: number | null
  stage: Stage | null
  gradeNo: number | null
  classId: number | null
  /** Of an area or a school, where its stages were asked for. */
  ofStage?: Stage | null
  sex: CodeOf<typeof Sex>
} & UnlistedHeads &
  Record<Name, number>

export const sumsOf = (counters: readonly CounterName[]) =>
  sql.join(counters.map((name) => sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::bigint as ${sql.ref(name)}`))
/** Each by itself: for a list of any length the database would think out the query anew each time. */
export const amongIds = (ids: readonly number[]) => sql`in (${sql.join(ids)})`
const ofStage = (stage: Stage | undefined): RawBuilder<SqlBool> =>
  stage === undefined ? sql`true` : sql`f.stage = ${stage}`

const AREA_COLUMNS: Record<AreaLevel, string> = {
  province: 'f.provinceId',
  city: 'f.cityId',
  region: 'f.regionId',
}
export const inAreaOf = (place: { level: AreaLevel; areaId: string }): RawBuilder<SqlBool> =>
  sql`${sql.ref(AREA_COLUMNS[place.level])} = ${place.areaId}`
/** The column of the areas below. */
export const areaBelow = (level: AreaLevel) =>
  level === 'province' ? sql.ref('f.cityId') : level === 'city' ? sql.ref('f.regionId') : sql`null::text`

type Asked<Name extends CounterName> = {
  planIds: readonly number[]
  place: Place
  stage: Stage | undefined
  counters: readonly Name[]
  /** Whether areas and schools come by stage. */
  byStage?: boolean
}

/**
 * The figures below a place by sex, for one plan or two. Areas are summed from the totals stored per area, their schools
 * from those stored per school; inside a school, and for callers who see only a part of it, classes are summed.
 */
export async function selectFigures<Name extends CounterName>(
  db: Db,
  who: ScreeningScope,
  asked: Asked<Name>,
): Promise<FigureRow<Name>[]> {
  const { place } = asked
  const query =
    'areaId' in place
      ? figuresOfArea(asked, place)
      : place.level === 'range' && place.of === 'school'
        ? figuresOfSchools(who, asked)
        : figuresOfClasses(who, asked)
  const { rows } = await sql<FigureRow<Name>>`${query}`.execute(db)
  return rows
}

function figuresOfArea(
  { planIds, stage, counters, byStage = false }: Asked<CounterName>,
  place: { level: AreaLevel; areaId: string },
) {
  const sums = sql`${sumsOf(counters)}, ${UNLISTED_SUMS}`
  const ofStages = byStage ? sql`f.stage` : sql`null::smallint`
  const nothing = sql`null::smallint as stage, null::smallint as grade_no, null::bigint as class_id, ${ofStages} as of_stage`
  const level = byStage ? FigureLevel.code.areaStage : areaLevel(stage)
  const below = areaBelow(place.level)
  const areas = sql`
    select f.plan_id, ${below} as area_id, null::bigint as org_id, ${nothing}, f.sex, ${sums}
    from ${figuresFor(level, counters)} where f.plan_id ${amongIds(planIds)} and ${inAreaOf(place)}
      and ${below} is not null and ${ofStage(stage)}
    group by f.plan_id, ${below}, ${ofStages}, f.sex`
  // Schools directly in the area, not in a part of it.
  const schools = sql`
    select f.plan_id, null::text as area_id, f.place_id as org_id, ${nothing}, f.sex, ${sums}
    from ${figuresFor(FigureLevel.code.school, counters)} where f.plan_id ${amongIds(planIds)}
      and f.parent_id = ${place.areaId}::bigint and ${inAreaOf(place)} and ${ofStage(stage)}
    group by f.plan_id, f.place_id, ${ofStages}, f.sex`
  return place.level === 'region' ? schools : sql`${areas} union all ${schools}`
}

/** The caller's classes of some plans with their figures, on a list or not; inside one school or one class where named. */
export function ownClasses(
  who: ScreeningScope,
  {
    planIds,
    stage,
    counters,
    place,
  }: Pick<Asked<CounterName>, 'planIds' | 'counters'> & Partial<Asked<CounterName>>,
): RawBuilder<unknown> {
  const where = (classId: RawBuilder<unknown>, orgId: RawBuilder<unknown>) =>
    place?.level === 'class'
      ? sql`${classId} = ${place.classId}`
      : place && 'orgId' in place
        ? sql`${orgId} = ${place.orgId}`
        : sql`true`
  const counted = sql.join(counters.map((name) => sql.ref(`f.${name}`)))
  const listed = sql`
    select task.plan_id, task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_id, f.sex,
      ${counted}, 0 as waiting, 0 as unassigned
    from task join task_class on task_class.task_id = task.id
      join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class}
        and f.place_id = task_class.class_id and f.stage = task_class.stage and f.grade_no = task_class.grade_no
    where task.plan_id ${amongIds(planIds)} and ${where(sql`task_class.class_id`, sql`task.school_org_id`)}
      and ${withinTaskClasses(who)} and ${ofStage(stage)}`
  if (!counters.includes('expected')) return sql`(${listed}) as f`
  return sql`(${listed} union all
    select u.plan_id, u.school_org_id, u.stage, u.grade_no, u.class_id, f.sex, ${counted}, f.waiting, f.unassigned
    from ${unlistedFigures(counters)}
    where u.plan_id ${amongIds(planIds)} and ${where(sql`u.class_id`, sql`u.school_org_id`)} and ${withinUnlisted(who)}
      and ${stage === undefined ? sql`true` : sql`u.stage = ${stage}`}) as f`
}

function figuresOfSchools(who: ScreeningScope, asked: Asked<CounterName>) {
  const ofStages = asked.byStage ? sql`f.stage` : sql`null::smallint`
  return sql`
    select f.plan_id, null::text as area_id, f.org_id, null::smallint as stage, null::smallint as grade_no,
      null::bigint as class_id, ${ofStages} as of_stage, f.sex, ${sumsOf(asked.counters)}, ${UNLISTED_SUMS}
    from ${ownClasses(who, asked)}
    group by f.plan_id, f.org_id, ${ofStages}, f.sex`
}

/** Of a whole school even where a grade is asked for: last time its classes were in another one. */
function figuresOfClasses(who: ScreeningScope, asked: Asked<CounterName>) {
  return sql`
    select f.plan_id, null::text as area_id, f.org_id, f.stage, f.grade_no, f.class_id, f.sex, ${sumsOf(asked.counters)},
      ${UNLISTED_SUMS}
    from ${ownClasses(who, asked)}
    group by f.plan_id, f.org_id, f.stage, f.grade_no, f.class_id, f.sex`
}

/** A place right below another, whether anything was counted there or not. */
export type ChildPlace = {
  areaId: string | null
  orgId: number | null
  orgName: string | null
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  stage: Stage | null
  gradeNo: number | null
  classId: number | null
  className: string | null
  /** Of an area or a school; null inside a school. */
  schools: RangeSchools | null
}

/** The places of a plan's range below a place, in order. */
export async function selectChildPlaces(
  db: Db,
  who: ScreeningScope,
  planId: number,
  place: Place,
  stage: Stage | undefined,
): Promise<ChildPlace[]> {
  if (place.level === 'class') return []
  const query =
    'areaId' in place || (place.level === 'range' && place.of === 'school')
      ? placesOfSchools(who, planId, place, stage)
      : placesOfClasses(who, planId, place, stage)
  const { rows } = await sql<ChildPlace>`${query}`.execute(db)
  return rows
}

const SCHOOL_AREAS: Record<AreaLevel, string> = {
  province: 'planSchool.provinceId',
  city: 'planSchool.cityId',
  region: 'planSchool.regionId',
}
function placesOfSchools(
  who: ScreeningScope,
  planId: number,
  place: Extract<Place, { areaId: string } | { level: 'range' }>,
  stage: Stage | undefined,
) {
  const below =
    place.level === 'province'
      ? sql`plan_school.city_id`
      : place.level === 'city'
        ? sql`plan_school.region_id`
        : sql`null::text`
  const area = 'areaId' in place ? sql`${sql.ref(SCHOOL_AREAS[place.level])} = ${place.areaId}` : sql`true`
  // With a stage only the schools that have it, or had it when their lists were taken.
  const offered =
    stage === undefined
      ? sql`true`
      : sql`(${stage} = any (plan_school.stages) or exists (select from figure as f where f.plan_id = plan_school.plan_id
          and f.level = ${FigureLevel.code.school} and f.place_id = plan_school.org_id and f.stage = ${stage} and f.expected > 0))`
  return sql`
    with place as (
      select ${below} as area_id, case when ${below} is null then plan_school.org_id end as org_id, ${RANGE_SCHOOLS} as schools
      from plan_school where plan_school.plan_id = ${planId} and ${area} and ${withinPlanSchools(who)} and ${offered}
      group by 1, 2)
    select place.area_id, place.org_id, org.name as org_name, school.school_system, null::smallint as stage,
      null::smallint as grade_no, null::bigint as class_id, null::text as class_name, place.schools
    from place left join org on org.id = place.org_id left join school on school.org_id = place.org_id
    order by place.area_id nulls last, place.org_id`
}

function placesOfClasses(who: ScreeningScope, planId: number, place: Place, stage: Stage | undefined) {
  const where = (c: 'taskClass' | 'u', orgId: string) =>
    sql.join(
      [
        sql`true`,
        ...('orgId' in place ? [sql`${sql.ref(orgId)} = ${place.orgId}`] : []),
        ...(place.level === 'grade'
          ? [sql`${sql.ref(`${c}.stage`)} = ${place.stage} and ${sql.ref(`${c}.gradeNo`)} = ${place.gradeNo}`]
          : []),
        ...(stage === undefined ? [] : [sql`${sql.ref(`${c}.stage`)} = ${stage}`]),
      ],
      sql` and `,
    )
  const byClass = place.level !== 'school'
  const named = byClass
    ? sql`c.class_id, c.class_name, c.class_no`
    : sql`null::bigint as class_id, null::text as class_name, null::smallint as class_no`
  return sql`
    select distinct null::text as area_id, c.org_id, null::text as org_name, school.school_system, c.stage, c.grade_no,
      ${named}, null::jsonb as schools
    from (
      select task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_id,
        task_class.class_name, task_class.class_no
      from task join task_class on task_class.task_id = task.id
      where task.plan_id = ${planId} and ${where('taskClass', 'task.schoolOrgId')} and ${withinTaskClasses(who)}
      union all
      select u.school_org_id, u.stage, u.grade_no, u.class_id, u.class_name, u.class_no
      from unlisted_class as u
      where u.plan_id = ${planId} and ${where('u', 'u.schoolOrgId')} and ${withinUnlisted(who)}) as c
      join school on school.org_id = c.org_id
    order by org_id, stage, grade_no, class_no, class_id`
}

/** The areas and schools below an area that are not comparable: different schools have valid results in the two plans. */
export async function selectIncomparableUnits(
  db: Db,
  place: { level: AreaLevel; areaId: string },
  plans: { planId: number; lastPlanId: number },
  stage: Stage | undefined,
): Promise<{ areaId: string | null; orgId: number | null }[]> {
  const below = areaBelow(place.level)
  // Whole schools are fewer rows by their tasks.
  const [level, school] =
    stage === undefined
      ? [FigureLevel.code.task, sql`f.parent_id`]
      : [FigureLevel.code.school, sql`f.place_id`]
  const { rows } = await sql<{ areaId: string | null; orgId: number | null }>`
    select distinct area_id, case when area_id is null then org_id end as org_id
    from (select ${below} as area_id, ${school} as org_id
          from figure as f
          where f.plan_id ${amongIds([plans.planId, plans.lastPlanId])} and f.level = ${level}
            and ${inAreaOf(place)} and f.valid > 0 and ${ofStage(stage)}
          group by 1, 2 having min(f.plan_id) = max(f.plan_id)) as incomparable`.execute(db)
  return rows
}

/** Figures read after this contain everything saved before it. */
export async function selectReadAt(db: Db): Promise<string> {
  const { at } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow()
  return at.toISOString()
}
