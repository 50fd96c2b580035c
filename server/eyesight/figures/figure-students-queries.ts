import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolStage, SchoolSystem, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { type CounterName, isFinding } from '#contract/eyesight/figures/counters.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import type { Db } from '../../core/db/connect.ts'
import { formerOf, KNOWN_NAME } from '../../core/db/known-student.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'
import type { ConcludedRow } from '../records/record-row.ts'
import { type BlindViewer, isBlind } from '../retests/blind-queries.ts'
import { inAreaOf } from './figure-queries.ts'
import type { Place } from './unit.ts'

export type FigureStudentRow = ConcludedRow &
  Record<RecordField, unknown> & {
    id: number
    taskId: number
    studentId: number
    classId: number
    sex: CodeOf<typeof Sex>
    age: number
    studentName: string
    schoolName: string
    schoolSystem: CodeOf<typeof SchoolSystem>
    stage: CodeOf<typeof SchoolStage>
    gradeNo: number
    className: string
    items: PlanItems
    blind: boolean
  }

type Counted = {
  planId: number
  place: Place
  stage: number | undefined
  /** One that counts students. */
  counter: CounterName
  sex: CodeOf<typeof Sex> | null
  viewer: BlindViewer
}
type Paging = { pageNum: number; pageSize: number }

/**
 * A page of the students behind a counter, school by school and class by class. The counters themselves say where the
 * page begins: only the classes it touches are read, and the conditions are those of the counting. Students whose
 * readings the viewer must not know yet are left out of findings.
 */
export async function selectFigureStudents(
  db: Db,
  who: ScreeningScope,
  counted: Counted,
  { pageNum, pageSize }: Paging,
): Promise<{ rows: FigureStudentRow[]; total: number }> {
  const from = (pageNum - 1) * pageSize
  const to = from + pageSize
  const { place, viewer } = counted
  const placed = 'areaId' in place ? classesBySchool(who, counted, from, to) : classesAtOnce(who, counted)
  const { rows } = await sql<FigureStudentRow & { total: number }>`
    with ${placed},
    touched as (select * from placed_class where before < ${to} and before + n > ${from}),
    found as (
      select r.id, touched.stage, touched.grade_no, touched.class_name, touched.school_org_id,
        touched.before + row_number() over (partition by r.class_id order by r.id) - 1 as position
      from touched join screening_record as r on r.task_id = touched.task_id and r.class_id = touched.class_id
        join task on task.id = r.task_id join plan on plan.id = r.plan_id
        cross join lateral record_counts(r, touched.stage, touched.grade_no) as k
      where ${isCounted(counted)} and not ${isUndisclosed(counted)})
    select r.*, found.stage, found.grade_no, found.class_name, ${KNOWN_NAME} as student_name, org.name as school_name,
      school.school_system, plan.items, ${isBlind(viewer)} as blind, (select n from total) as total
    from total left join (found join screening_record as r on r.id = found.id
        join plan on plan.id = r.plan_id join task on task.id = r.task_id join student on student.id = r.student_id
        join org on org.id = found.school_org_id join school on school.org_id = found.school_org_id
        left join ${formerOf('found.schoolOrgId')})
      on found.position >= ${from} and found.position < ${to}
    order by found.position`.execute(db)
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** Whether a record (as `r`, counted as `k`) is behind the number. */
const isCounted = ({ counter, sex }: Counted): RawBuilder<SqlBool> =>
  sql`${sql.ref(`k.${counter}`)} > 0 and ${sex === null ? sql`true` : sql`r.sex = ${sex}`}`

/** Whether it would disclose the result of the first examination to the viewer before the blind second one is done. */
const isUndisclosed = ({ counter, viewer }: Counted): RawBuilder<SqlBool> =>
  isFinding(counter) ? isBlind(viewer) : sql<SqlBool>`false`

const countedOnly = ({ stage, sex }: Counted): RawBuilder<SqlBool> =>
  sql`${stage === undefined ? sql`true` : sql`f.stage = ${stage}`} and ${sex === null ? sql`true` : sql`f.sex = ${sex}`}`

/** How many each class has, in the order of school, grade and class; `schools` limits it to where the page is. */
function classTotals(who: ScreeningScope, counted: Counted, where: RawBuilder<SqlBool>) {
  return sql`class_total as (
      select task_class.task_id, task_class.class_id, task_class.stage, task_class.grade_no, task_class.class_no,
        task_class.class_name, task.school_org_id, sum(${sql.ref(`f.${counted.counter}`)})::int as n
      from task join task_class on task_class.task_id = task.id
        join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
          and f.stage = task_class.stage and f.grade_no = task_class.grade_no
      where task.plan_id = ${counted.planId} and ${where} and ${withinTaskClasses(who)} and ${countedOnly(counted)}
      group by task_class.task_id, task_class.class_id, task.school_org_id)`
}
const ORDER = sql`school_org_id, stage, grade_no, class_no, class_id`

/** As an array, so that the planner knows they are few. */
const PICKED_SCHOOLS = sql<SqlBool>`task.school_org_id = any (array(select org_id from picked))`

/** An area: first the schools the page touches, then their classes. */
function classesBySchool(who: ScreeningScope, counted: Counted, from: number, to: number) {
  const { place, planId } = counted
  const area = 'areaId' in place ? inAreaOf(place) : sql`false`
  return sql`
    school_total as (
      select f.place_id as org_id, sum(${sql.ref(`f.${counted.counter}`)})::int as n
      from figure as f
      where f.plan_id = ${planId} and f.level = ${FigureLevel.code.school} and ${area} and ${countedOnly(counted)}
      group by f.place_id),
    total as (select coalesce(sum(n), 0)::int as n from school_total),
    placed_school as (select org_id, n, sum(n) over (order by org_id) - n as before from school_total),
    picked as materialized (select * from placed_school where before < ${to} and before + n > ${from}),
    ${classTotals(who, counted, PICKED_SCHOOLS)},
    placed_class as (
      select *, (select min(before) from picked) + sum(n) over (order by ${ORDER}) - n as before from class_total)`
}

/** A school or less, or the caller's parts of several: few enough to be ordered in one step. */
function classesAtOnce(who: ScreeningScope, counted: Counted) {
  const { place } = counted
  const asked = [
    'orgId' in place && sql`task.school_org_id = ${place.orgId}`,
    'stage' in place && sql`task_class.stage = ${place.stage} and task_class.grade_no = ${place.gradeNo}`,
    'classId' in place && sql`task_class.class_id = ${place.classId}`,
  ].filter((condition) => condition !== false)
  const where = sql<SqlBool>`${sql.join([sql`true`, ...asked], sql` and `)}`
  return sql`
    ${classTotals(who, counted, where)},
    ${undisclosed(who, counted, where)},
    disclosed as (
      select class_total.task_id, class_id, stage, grade_no, class_no, class_name, school_org_id,
        class_total.n - coalesce(undisclosed.n, 0) as n
      from class_total left join undisclosed using (class_id)),
    total as (select coalesce(sum(n), 0)::int as n from disclosed),
    placed_class as (select *, sum(n) over (order by ${ORDER}) - n as before from disclosed)`
}

/** By class; only examiners at the school have undisclosed records, and their range is never an area. */
function undisclosed(who: ScreeningScope, counted: Counted, where: RawBuilder<SqlBool>) {
  return sql`undisclosed as (
    select r.class_id, count(*)::int as n
    from task join plan on plan.id = task.plan_id
      join retest as drawn on drawn.task_id = task.id and drawn.entered_at is null
      join screening_record as r on r.id = drawn.record_id
      join task_class on task_class.task_id = task.id and task_class.class_id = r.class_id
      cross join lateral record_counts(r, task_class.stage, task_class.grade_no) as k
    where task.plan_id = ${counted.planId} and ${where} and ${withinTaskClasses(who)} and ${isUndisclosed(counted)}
      and ${isCounted(counted)} and ${counted.stage === undefined ? sql`true` : sql`task_class.stage = ${counted.stage}`}
    group by r.class_id)`
}
