import { sql } from 'kysely'
import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { TaskClassRow } from '#contract/eyesight/task-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'
import { selectedWithin } from '../plans/plan-progress-queries.ts'

const figureLevel = codeLiterals(FigureLevel)

export type ClassLine = Omit<TaskClassRow, 'gradeName' | 'progress'> & {
  schoolSystem: CodeOf<typeof SchoolSystem>
  expected: number
  screened: number
  valid: number
}

/** The classes a task took, with what has been done in each. */
export async function selectTaskClasses(db: Db, who: ScreeningScope, taskId: number): Promise<ClassLine[]> {
  const { rows } = await sql<ClassLine>`
    with figures as (
      select place_id, sum(expected) as expected, sum(screened) as screened, sum(valid) as valid, sum(absent) as absent
      from figure where level = ${figureLevel.class} and plan_id = (select plan_id from task where id = ${taskId})
        and place_id in (select class_id from task_class where task_id = ${taskId}) group by place_id),
    drawn as (
      select r.class_id, count(*) as drawn, count(retest.entered_at) as done
      from retest join screening_record as r on r.id = retest.record_id
      where retest.task_id = ${taskId} group by r.class_id),
    open as (
      select r.class_id, count(*) as conflicts from task join reading_conflict as c on c.plan_id = task.plan_id
        and c.school_org_id = task.school_org_id and c.resolved_at is null
        join screening_record as r on r.id = c.record_id and r.task_id = task.id
      where task.id = ${taskId} group by r.class_id)
    select task_class.class_id, task_class.stage, task_class.grade_id, task_class.grade_no, task_class.class_name,
      school.school_system, coalesce(f.expected, 0)::int as expected, coalesce(f.screened, 0)::int as screened,
      coalesce(f.valid, 0)::int as valid, coalesce(f.absent, 0)::int as absent,
      coalesce(drawn.drawn, 0)::int as retest_drawn, coalesce(drawn.done, 0)::int as retest_done,
      coalesce(open.conflicts, 0)::int as open_conflicts
    from task_class join task on task.id = task_class.task_id join school on school.org_id = task_class.school_org_id
      left join figures as f on f.place_id = task_class.class_id
      left join drawn on drawn.class_id = task_class.class_id left join open on open.class_id = task_class.class_id
    where task_class.task_id = ${taskId} and ${withinTaskClasses(who)}
    order by task_class.stage, task_class.grade_no, task_class.class_no, task_class.class_id`.execute(db)
  return rows
}

/** Before the start: the classes it would take now. */
export async function selectClassesToCome(db: Db, who: ScreeningScope, taskId: number): Promise<ClassLine[]> {
  const { rows } = await sql<ClassLine>`
    select class.id as class_id, class.stage, class.grade_id, grade.grade_no, class.name as class_name,
      school.school_system, class.student_count as expected, 0 as screened, 0 as valid, 0 as absent,
      0 as retest_drawn, 0 as retest_done, 0 as open_conflicts
    from task join plan on plan.id = task.plan_id join class on ${selectedWithin(who)}
      join grade on grade.id = class.grade_id join school on school.org_id = class.org_id
    where task.id = ${taskId} order by class.stage, grade.grade_no, class.class_no, class.id`.execute(db)
  return rows
}

/** Of the classes that the caller may see. */
export async function selectRetestSums(db: Db, who: ScreeningScope, taskId: number) {
  const { rows } = await sql<{ drawn: number; done: number; items: number; errors: number }>`
    select count(*)::int as drawn, count(t.entered_at)::int as done, coalesce(sum(t.items), 0)::int as items,
      coalesce(sum(t.errors), 0)::int as errors
    from retest as t join screening_record as r on r.id = t.record_id join task on task.id = t.task_id
      join task_class on task_class.task_id = task.id and task_class.class_id = r.class_id
    where t.task_id = ${taskId} and ${withinTaskClasses(who)}`.execute(db)
  return rows[0] ?? { drawn: 0, done: 0, items: 0, errors: 0 }
}
