import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RangeCounts, RangePart } from '#contract/eyesight/figures/plan-range.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { type RosterColumns, withinRoster, withinScope } from '../../core/db/scope.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { HEADS, SELECTED } from '../../plans/selection-queries.ts'
import { ownClasses, sumsOf } from '../figures/figure-queries.ts'
import {
  planFigures,
  RANGE_SCHOOLS,
  UNLISTED_SUMS,
  withinPlanSchools,
} from '../figures/plan-range/plan-range-queries.ts'
import { type ScreeningScope, seesAreas, withinTaskClasses, withinTasks } from './access-queries.ts'

const figureLevel = codeLiterals(FigureLevel)
const { waiting, underWay, completed } = codeLiterals(TaskStatus)

const isTeacher = ({ scope, carriesOut }: ScreeningScope): boolean =>
  carriesOut === null && scope.kind === 'org' && scope.only !== undefined

const OPEN_CLASSES: RosterColumns = {
  province: 'task.provinceId',
  city: 'task.cityId',
  region: 'task.regionId',
  org: 'task.schoolOrgId',
  class: 'class.id',
}

/** Open classes (as `class`, of `task` and `plan`) that a task will take and the caller may see. */
export const selectedWithin = (who: ScreeningScope): RawBuilder<SqlBool> =>
  who.carriesOut === null
    ? sql<SqlBool>`(${SELECTED} and ${withinRoster(who.scope, OPEN_CLASSES)})`
    : SELECTED

/** Students of a task that has not begun, as far as the caller sees them. */
const headsWithin = (who: ScreeningScope): RawBuilder<number> =>
  isTeacher(who)
    ? sql<number>`(select coalesce(sum(class.student_count), 0)::int from class where ${selectedWithin(who)})`
    : HEADS

/** Figures (as `f`) of the plans that add up to what the caller sees of their range: few rows however big it is. */
function figuresWithin(who: ScreeningScope, planIds: number[]): RawBuilder<unknown> {
  const { scope, carriesOut } = who
  if (isTeacher(who)) return ownClasses(who, { planIds, counters: PROGRESS_COUNTERS })
  const ofPlans = sql`f.plan_id = any (${planIds}::bigint[])`
  if (carriesOut !== null) {
    return sql`${planFigures(FigureLevel.code.task)} where ${ofPlans} and f.place_id in (
      select task.id from task where task.plan_id = any (${planIds}::bigint[]) and ${withinTasks(who)})`
  }
  const level = scope.kind === 'org' ? FigureLevel.code.school : FigureLevel.code.areaTotal
  return sql`${planFigures(level)} where ${ofPlans} and ${withinScope(scope, FIGURE_COLUMNS)}`
}

const PROGRESS_COUNTERS = ['expected', 'screened', 'valid'] as const
const FIGURE_COLUMNS = { province: 'f.provinceId', city: 'f.cityId', region: 'f.regionId', org: 'f.placeId' }

/** Tasks of plans by their status; of whole areas from the stored figures. */
function tasksWithin(who: ScreeningScope, planIds: number[]): RawBuilder<unknown> {
  const ofPlans = sql`task.plan_id = any (${planIds}::bigint[]) and ${withinTasks(who)}`
  return seesAreas(who)
    ? sql`select task.plan_id, sum(waiting) as waiting, sum(under_way) as under_way, sum(completed) as completed
        from plan_place as task where ${ofPlans} group by task.plan_id`
    : sql`select task.plan_id, count(*) filter (where task.status = ${waiting}) as waiting,
          count(*) filter (where task.status = ${underWay}) as under_way,
          count(*) filter (where task.status = ${completed}) as completed
        from task where ${ofPlans} group by task.plan_id`
}

export type PlanProgress = {
  planId: number
  taskCount: number
  /** Tasks by their status. */
  waiting: number
  underWay: number
  completed: number
  screened: number
  valid: number
  range: RangeCounts
}

/** How far plans are inside the caller's range: the same figures as everywhere. */
export async function selectPlanProgress(db: Db, who: ScreeningScope, planIds: number[]) {
  const part = (name: RangePart, students: RawBuilder<unknown>) =>
    sql`${name}::text, jsonb_build_object('schools', coalesce((reached.schools ->> ${name}::text)::int, 0),
      'students', coalesce(${students}, 0))`
  const { rows } = await sql<PlanProgress>`
    with tasks as (${tasksWithin(who, planIds)}),
    reached as (
      select plan_id, ${RANGE_SCHOOLS} as schools from plan_school
      where plan_id = any (${planIds}::bigint[]) and ${withinPlanSchools(who)} group by plan_id),
    figures as (
      select f.plan_id, sum(f.expected) - sum(f.waiting + f.unassigned) as listed, ${sumsOf(PROGRESS_COUNTERS)}, ${UNLISTED_SUMS}
      from ${figuresWithin(who, planIds)} group by f.plan_id)
    select wanted.plan_id, coalesce(tasks.waiting + under_way + completed, 0)::int as task_count,
      coalesce(tasks.waiting, 0)::int as waiting, coalesce(under_way, 0)::int as under_way,
      coalesce(completed, 0)::int as completed, coalesce(screened, 0)::int as screened, coalesce(valid, 0)::int as valid,
      jsonb_build_object(${part('begun', sql`figures.listed`)}, ${part('waiting', sql`figures.waiting`)},
        ${part('unassigned', sql`figures.unassigned`)}) as range
    from unnest(${planIds}::bigint[]) as wanted (plan_id) left join tasks using (plan_id) left join reached using (plan_id)
      left join figures using (plan_id)`.execute(db)
  return new Map(rows.map((row) => [row.planId, row]))
}

export type TaskProgress = { taskId: number; expected: number; screened: number; valid: number }

/** Task by task; before the start who is in school now stands for who is expected. */
export async function selectTaskProgress(db: Db, who: ScreeningScope, taskIds: number[]) {
  const figures = isTeacher(who)
    ? sql`select task_class.task_id, sum(expected) as expected, sum(screened) as screened, sum(valid) as valid
        from task_class join task on task.id = task_class.task_id
          join figure on figure.plan_id = task_class.plan_id and figure.level = ${figureLevel.class} and figure.place_id = task_class.class_id
        where task_class.task_id = any (${taskIds}::bigint[]) and ${withinTaskClasses(who)} group by task_class.task_id`
    : sql`select task.id as task_id, expected, screened, valid from task
          join figure on figure.plan_id = task.plan_id and figure.level = ${figureLevel.task} and figure.place_id = task.id
        where task.id = any (${taskIds}::bigint[])`
  const { rows } = await sql<TaskProgress>`
    with figures as (${figures})
    select task.id as task_id, coalesce(screened, 0)::int as screened, coalesce(valid, 0)::int as valid,
      case when task.status = ${waiting} then ${headsWithin(who)} else coalesce(expected, 0) end::int as expected
    from task join plan on plan.id = task.plan_id left join figures on figures.task_id = task.id
    where task.id = any (${taskIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ taskId, ...progress }) => [taskId, progress]))
}
