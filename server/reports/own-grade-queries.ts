import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownClasses } from '../core/db/scope.ts'
import type { OnlyOwn } from '../core/scope.ts'

/**
 * Teachers and grade heads: whether all classes that a grade had in a plan are the own ones today. Plan, school, stage
 * and grade are columns of `table`; without any class it is not known (null).
 */
export const ownsGrade = (only: OnlyOwn, table: 'f' | 't'): RawBuilder<SqlBool> => {
  const of = sql.ref(table)
  return sql<SqlBool>`(
    select bool_and(task_class.class_id in ${ownClasses(only)})
    from task join task_class on task_class.task_id = task.id
    where task.plan_id = ${of}.plan_id and task.school_org_id = ${of}.school_org_id
      and task_class.stage = ${of}.stage and task_class.grade_no = ${of}.grade_no)`
}
