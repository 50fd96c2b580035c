import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolStage, SchoolSystem, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Db } from '../../core/db/connect.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type ScreeningScope, seesAreas, withinTaskClasses, withinTasks } from '../plans/access-queries.ts'
import type { AreaLevel, Place } from './unit.ts'

/** Whichever has the fewest rows for an area as a whole, or one stage of it. */
const areaLevel = (stage: number | undefined): number =>
  stage === undefined ? FigureLevel.code.areaTotal : FigureLevel.code.areaStage

type Stage = CodeOf<typeof SchoolStage>
/** What a row of figures belongs to; what it has not is null. */
export type FigureRow<Name extends CounterName> = {
  planId: number
  areaId: string | null
  orgId: number | null
  stage: Stage | null
  gradeNo: number | null
  classId: number | null
  sex: CodeOf<typeof Sex>
} & Record<Name, number>

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
        : figuresOfClasses(who, asked, place)
  const { rows } = await sql<FigureRow<Name>>`${query}`.execute(db)
  return rows
}

function figuresOfArea(
  { planIds, stage, counters }: Asked<CounterName>,
  place: { level: AreaLevel; areaId: string },
) {
  const sums = sumsOf(counters)
  const nothing = sql`null::smallint as stage, null::smallint as grade_no, null::bigint as class_id`
  const below = areaBelow(place.level)
  const areas = sql`
    select f.plan_id, ${below} as area_id, null::bigint as org_id, ${nothing}, f.sex, ${sums}
    from figure as f where f.plan_id ${amongIds(planIds)} and f.level = ${areaLevel(stage)} and ${inAreaOf(place)}
      and ${below} is not null and ${ofStage(stage)}
    group by f.plan_id, ${below}, f.sex`
  // Schools directly in the area, not in a part of it.
  const schools = sql`
    select f.plan_id, null::text as area_id, f.place_id as org_id, ${nothing}, f.sex, ${sums}
    from figure as f where f.plan_id ${amongIds(planIds)} and f.level = ${FigureLevel.code.school}
      and f.parent_id = ${place.areaId}::bigint and ${ofStage(stage)}
    group by f.plan_id, f.place_id, f.sex`
  return place.level === 'region' ? schools : sql`${areas} union all ${schools}`
}

/** Classes of the caller's with their figures. */
const OWN_CLASSES = sql`task join task_class on task_class.task_id = task.id
  join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
    and f.stage = task_class.stage and f.grade_no = task_class.grade_no`

function figuresOfSchools(who: ScreeningScope, { planIds, stage, counters }: Asked<CounterName>) {
  return sql`
    select task.plan_id, null::text as area_id, task.school_org_id as org_id, null::smallint as stage,
      null::smallint as grade_no, null::bigint as class_id, f.sex, ${sumsOf(counters)}
    from ${OWN_CLASSES}
    where task.plan_id ${amongIds(planIds)} and ${withinTaskClasses(who)} and ${ofStage(stage)}
    group by task.plan_id, task.school_org_id, f.sex`
}

/** Of a whole school even where a grade is asked for: last time its classes were in another one. */
function figuresOfClasses(
  who: ScreeningScope,
  { planIds, stage, counters }: Asked<CounterName>,
  place: Place,
) {
  const where =
    place.level === 'class'
      ? sql`task_class.class_id = ${place.classId}`
      : 'orgId' in place
        ? sql`task.school_org_id = ${place.orgId}`
        : sql`true`
  return sql`
    select task.plan_id, null::text as area_id, task.school_org_id as org_id, task_class.stage, task_class.grade_no,
      task_class.class_id, f.sex, ${sumsOf(counters)}
    from ${OWN_CLASSES}
    where task.plan_id ${amongIds(planIds)} and ${where} and ${withinTaskClasses(who)} and ${ofStage(stage)}
    group by task.plan_id, task.school_org_id, task_class.stage, task_class.grade_no, task_class.class_id, f.sex`
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
  schools: number | null
}

/** Where the plan has tasks below a place, in order. */
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
      ? placesOfTasks(who, planId, place, stage)
      : placesOfClasses(who, planId, place, stage)
  const { rows } = await sql<ChildPlace>`${query}`.execute(db)
  return rows
}

const TASK_AREAS: Record<AreaLevel, string> = {
  province: 'task.provinceId',
  city: 'task.cityId',
  region: 'task.regionId',
}

function placesOfTasks(
  who: ScreeningScope,
  planId: number,
  place: Extract<Place, { areaId: string } | { level: 'range' }>,
  stage: Stage | undefined,
) {
  const below =
    place.level === 'province'
      ? sql`task.city_id`
      : place.level === 'city'
        ? sql`task.region_id`
        : sql`null::text`
  const area = 'areaId' in place ? sql`${sql.ref(TASK_AREAS[place.level])} = ${place.areaId}` : sql`true`
  const ofPlan = sql`task.plan_id = ${planId} and ${area} and ${withinTasks(who)}`
  // With a stage only the schools that have it; they are known once their lists are taken.
  const offered =
    stage === undefined
      ? sql`true`
      : sql`exists (select from figure as f where f.plan_id = task.plan_id and f.level = ${FigureLevel.code.school}
          and f.place_id = task.school_org_id and f.stage = ${stage} and f.expected > 0)`
  const counted = sql`
    select area_id, case when area_id is null then school_org_id end as org_id, count(*)::int as schools
    from (select distinct ${below} as area_id, task.school_org_id from task where ${ofPlan} and ${offered}) as school
    group by 1, 2`
  // The same from the totals stored per area; only schools directly in this area are looked up.
  const stored = sql`
    select ${below} as area_id, null::bigint as org_id, sum(task.schools)::int as schools
    from plan_place as task where ${ofPlan} and ${below} is not null group by 1
    union all
    select distinct null, task.school_org_id, 1 from task where ${ofPlan} and ${below} is null`
  const isStored = stage === undefined && seesAreas(who) && 'areaId' in place && place.level !== 'region'
  return sql`
    with place as (${isStored ? stored : counted})
    select place.area_id, place.org_id, org.name as org_name, school.school_system, null::smallint as stage,
      null::smallint as grade_no, null::bigint as class_id, null::text as class_name,
      case when place.org_id is null then place.schools end as schools
    from place left join org on org.id = place.org_id left join school on school.org_id = place.org_id
    order by place.area_id nulls last, place.org_id`
}

function placesOfClasses(who: ScreeningScope, planId: number, place: Place, stage: Stage | undefined) {
  const asked = [
    'orgId' in place && sql`task.school_org_id = ${place.orgId}`,
    place.level === 'grade' &&
      sql`task_class.stage = ${place.stage} and task_class.grade_no = ${place.gradeNo}`,
    stage !== undefined && sql`task_class.stage = ${stage}`,
  ].filter((condition) => condition !== false)
  const where = sql.join([sql`true`, ...asked], sql` and `)
  const byClass = place.level !== 'school'
  const named = byClass
    ? sql`task_class.class_id, task_class.class_name, task_class.class_no`
    : sql`null::bigint as class_id, null::text as class_name, null::smallint as class_no`
  return sql`
    select distinct null::text as area_id, task.school_org_id as org_id, null::text as org_name, school.school_system,
      task_class.stage, task_class.grade_no, ${named}, null::int as schools
    from task join task_class on task_class.task_id = task.id join school on school.org_id = task.school_org_id
    where task.plan_id = ${planId} and ${where} and ${withinTaskClasses(who)}
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
