import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import { FINDING_WHOLES } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { Db } from '../../core/db/connect.ts'
import { amongIds, inAreaOf, sumsOf } from '../../eyesight/figures/figure-queries.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import type { AreaLevel } from '../../eyesight/figures/unit.ts'
import { type ScreeningScope, withinTaskClasses } from '../../eyesight/plans/access-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import type { Retested } from '../lines/contrast-tables.ts'
import type { Stage } from '../lines/stage-tree.ts'
import type { AreaPlace, GradeRow } from '../report-queries.ts'

/** Areas of one level. */
export type SeveralAreas = { level: AreaLevel; areaIds: readonly string[] }

/** The column of a level, in figures (f) or tasks (task). */
const areaColumn = (table: 'f' | 'task', level: AreaLevel) => sql.ref(`${table}.${level}Id`)
const inAreas = (table: 'f' | 'task', { level, areaIds }: SeveralAreas): RawBuilder<SqlBool> =>
  sql`${areaColumn(table, level)} in (${sql.join(areaIds)})`

/** Areas by grade, in one plan or several. */
export async function selectGradesOfAreas(
  db: Db,
  areas: SeveralAreas,
  planIds: readonly number[],
): Promise<(GradeRow & { areaId: string })[]> {
  const area = areaColumn('f', areas.level)
  const { rows } = await sql<GradeRow & { areaId: string }>`
    select f.plan_id, ${area} as area_id, f.stage, f.grade_no, f.sex, ${sumsOf(COUNTER_NAMES)}
    from ${planFigures(FigureLevel.code.area)}
    where f.plan_id ${amongIds(planIds)} and ${inAreas('f', areas)}
    group by f.plan_id, ${area}, f.stage, f.grade_no, f.sex
    having sum(f.expected) > 0
    order by f.plan_id, ${area}, f.stage, f.grade_no, f.sex`.execute(db)
  return rows
}

/** Which schools of an area have valid results: of a stage, and altogether (null). */
export type SchoolSet = { planId: number; stage: Stage | null; schools: number; schoolSet: string }

export async function selectSchoolSets(
  db: Db,
  place: AreaPlace,
  planIds: readonly number[],
): Promise<SchoolSet[]> {
  const here = place.level === 'region' ? sql`f.parent_id = ${place.areaId}::bigint` : inAreaOf(place)
  const { rows } = await sql<SchoolSet>`
    select plan_id, stage, count(distinct place_id)::int as schools,
      md5(string_agg(place_id || '/' || stage_of, ',' order by place_id, stage_of)) as school_set
    from (select distinct f.plan_id, f.stage, f.stage as stage_of, f.place_id from figure as f
          where f.plan_id ${amongIds(planIds)} and f.level = ${FigureLevel.code.school} and ${here} and f.valid > 0) as counted
    group by grouping sets ((plan_id), (plan_id, stage))`.execute(db)
  return rows
}

type Counted = Retested & { planId: number }

/** Second examinations in areas. */
export async function selectRetestsOfAreas(
  db: Db,
  areas: SeveralAreas,
  planIds: readonly number[],
): Promise<(Counted & { areaId: string })[]> {
  const area = areaColumn('task', areas.level)
  const { rows } = await sql<Counted & { areaId: string }>`
    select task.plan_id, ${area} as area_id, sum(t.done)::int as done, sum(t.items)::int as items,
      sum(t.errors)::int as errors
    from task join figure_retest as t on t.task_id = task.id
    where task.plan_id ${amongIds(planIds)} and ${inAreas('task', areas)}
    group by task.plan_id, ${area}`.execute(db)
  return rows
}

export type RetestedClass = Counted & { orgId: number; stage: Stage; gradeNo: number; classId: number }

/** Of the caller's classes; few enough to be counted on request. */
export async function selectRetestsOfClasses(
  db: Db,
  who: ScreeningScope,
  orgIds: readonly number[],
  planIds: readonly number[],
): Promise<RetestedClass[]> {
  const { rows } = await sql<RetestedClass>`
    select task.plan_id, task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_id,
      count(t.entered_at)::int as done, sum(t.items)::int as items, sum(t.errors)::int as errors
    from retest as t join screening_record as r on r.id = t.record_id join task on task.id = t.task_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
    where t.plan_id ${amongIds(planIds)} and t.school_org_id ${amongIds(orgIds)} and ${withinTaskClasses(who)}
    group by task.plan_id, task.school_org_id, task_class.stage, task_class.grade_no, task_class.class_id`.execute(
    db,
  )
  return rows
}

/** The denominators of the findings. */
type WholesOf = { planId: number; stage: Stage; sex: CodeOf<typeof Sex> } & Partial<
  Record<CounterName, number>
>
const WHOLES = sumsOf(FINDING_WHOLES)

export type AreaWholes = WholesOf & { provinceId: string; cityId: string | null; regionId: string | null }

/** Every area of a range. */
export async function selectAreaWholes(
  db: Db,
  range: AreaPlace,
  planIds: readonly number[],
): Promise<AreaWholes[]> {
  const { rows } = await sql<AreaWholes>`
    select f.plan_id, f.province_id, f.city_id, f.region_id, f.stage, f.sex, ${WHOLES} from figure as f
    where f.plan_id ${amongIds(planIds)} and f.level = ${FigureLevel.code.areaStage} and ${inAreaOf(range)}
    group by f.plan_id, f.province_id, f.city_id, f.region_id, f.stage, f.sex`.execute(db)
  return rows
}

export type SchoolWholes = WholesOf & { areaId: string; orgId: number }

/** Schools directly in the areas, not in a district of them. */
export async function selectSchoolWholes(
  db: Db,
  areaIds: readonly string[],
  planIds: readonly number[],
): Promise<SchoolWholes[]> {
  const { rows } = await sql<SchoolWholes>`
    select f.plan_id, f.parent_id::text as area_id, f.place_id as org_id, f.stage, f.sex, ${WHOLES} from figure as f
    where f.plan_id ${amongIds(planIds)} and f.level = ${FigureLevel.code.school} and f.parent_id ${amongIds(areaIds.map(Number))}
    group by f.plan_id, f.parent_id, f.place_id, f.stage, f.sex`.execute(db)
  return rows
}

export type ClassWholes = WholesOf & { orgId: number; gradeNo: number; classId: number }

/** The caller's classes, of some schools or (null) of all. */
export async function selectClassWholes(
  db: Db,
  who: ScreeningScope,
  orgIds: readonly number[] | null,
  planIds: readonly number[],
): Promise<ClassWholes[]> {
  const here = orgIds === null ? sql`true` : sql`task.school_org_id ${amongIds(orgIds)}`
  const { rows } = await sql<ClassWholes>`
    select task.plan_id, task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_id,
      f.sex, ${WHOLES}
    from task join task_class on task_class.task_id = task.id
      join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
        and f.stage = task_class.stage and f.grade_no = task_class.grade_no
    where task.plan_id ${amongIds(planIds)} and ${here} and ${withinTaskClasses(who)}
    group by task.plan_id, task.school_org_id, task_class.stage, task_class.grade_no, task_class.class_id, f.sex`.execute(
    db,
  )
  return rows
}
