import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The open classes (as `class`) that a task (as `task`) of a plan (as `plan`) takes: everything of the plan's stages,
 * or whatever its selection names by stage, by grade or by itself.
 */
export const SELECTED: RawBuilder<SqlBool> = sql<SqlBool>`(class.org_id = task.school_org_id
  and class.closed_on is null and class.stage = any (plan.stages)
  and (task.selection is null
    or task.selection -> 'stages' @> to_jsonb(class.stage)
    or task.selection -> 'gradeIds' @> to_jsonb(class.grade_id)
    or task.selection -> 'classIds' @> to_jsonb(class.id)))`

/** How many students a task (as `task`, of `plan`) takes as its school stands now. */
export const HEADS: RawBuilder<number> = sql<number>`case when task.selection is null then
    (select coalesce(sum(s.student_count), 0)::int from school_stage as s
     where s.org_id = task.school_org_id and s.stage = any (plan.stages))
  else (select coalesce(sum(class.student_count), 0)::int from class where ${SELECTED}) end`
