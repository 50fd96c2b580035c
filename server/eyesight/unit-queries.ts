import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'
import { type ScreeningScope, withinTaskClasses, withinTasks } from './access-queries.ts'

/** Whether the caller takes part in the plan at the school. */
export async function hasTaskAt(db: Db, who: ScreeningScope, planId: number, schoolOrgId: number) {
  const { rows } = await sql`select 1 from task
    where task.plan_id = ${planId} and task.school_org_id = ${schoolOrgId} and ${withinTasks(who)}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the caller takes part in the plan somewhere in the area. */
export async function hasTaskInArea(db: Db, who: ScreeningScope, planId: number, areaId: string) {
  const { rows } = await sql`select 1 from task
    where task.plan_id = ${planId} and ${withinTasks(who)}
      and ${areaId} in (task.province_id, task.city_id, task.region_id)
    limit 1`.execute(db)
  return rows.length > 0
}

export type ClassPlace = {
  orgId: number
  stage: 1 | 2 | 3 | 4 | 5 | 6 | 7
  gradeNo: number
  className: string
}

/** Where a class stood in a plan; undefined where it took no part or is no business of the caller. */
export async function selectClassPlace(
  db: Db,
  who: ScreeningScope,
  planId: number,
  classId: number,
): Promise<ClassPlace | undefined> {
  const { rows } = await sql<ClassPlace>`
    select task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_name
    from task_class join task on task.id = task_class.task_id
    where task_class.plan_id = ${planId} and task_class.class_id = ${classId} and ${withinTaskClasses(who)}`.execute(
    db,
  )
  return rows[0]
}
