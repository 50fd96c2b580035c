import { sql } from 'kysely'
import type { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../../core/db/connect.ts'
import { type ScreeningScope, withinTaskClasses, withinTasks } from '../plans/access-queries.ts'
import { withinUnlisted } from './plan-range/plan-range-queries.ts'

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

/** Those of the schools where the caller takes part in the plan. */
export async function selectSchoolsOfTasks(
  db: Db,
  who: ScreeningScope,
  planId: number,
  orgIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ orgId: number }>`select distinct task.school_org_id as org_id from task
    where task.plan_id = ${planId} and task.school_org_id = any (${[...orgIds]}::bigint[]) and ${withinTasks(who)}`.execute(
    db,
  )
  return rows.map(({ orgId }) => orgId)
}

/** What a unit in a school has to know of it. */
export type SchoolPlace = {
  id: number
  name: string
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  provinceId: string
  cityId: string | null
  regionId: string | null
}
export type PlacedOrg = SchoolPlace & { orgType: number }

/** Organisations with what a school has; nothing about who asks. */
export async function selectSchoolPlaces(db: Db, orgIds: readonly number[]): Promise<PlacedOrg[]> {
  const { rows } = await sql<PlacedOrg>`
    select org.id, org.name, org.org_type, org.province_id, org.city_id, org.region_id, school.school_system
    from org left join school on school.org_id = org.id where org.id = any (${[...orgIds]}::bigint[])`.execute(
    db,
  )
  return rows
}

export type ClassPlace = {
  orgId: number
  stage: CodeOf<typeof SchoolStage>
  gradeNo: number
  className: string
}

/** School and grade of a class in a plan; undefined where it is not in the plan's range or outside the caller's. */
export async function selectClassPlace(
  db: Db,
  who: ScreeningScope,
  planId: number,
  classId: number,
): Promise<ClassPlace | undefined> {
  const [found] = await selectClassPlaces(db, who, planId, [classId])
  if (!found) return undefined
  const { classId: _, ...place } = found
  return place
}

/** As `selectClassPlace` for several; those that are not in the plan's range or outside the caller's are missing. */
export async function selectClassPlaces(
  db: Db,
  who: ScreeningScope,
  planId: number,
  classIds: readonly number[],
): Promise<(ClassPlace & { classId: number })[]> {
  const { rows } = await sql<ClassPlace & { classId: number }>`
    select task_class.class_id, task.school_org_id as org_id, task_class.stage, task_class.grade_no, task_class.class_name
    from task_class join task on task.id = task_class.task_id
    where task_class.plan_id = ${planId} and task_class.class_id = any (${[...classIds]}::bigint[])
      and ${withinTaskClasses(who)}
    union all
    select u.class_id, u.school_org_id, u.stage, u.grade_no, u.class_name from unlisted_class as u
    where u.plan_id = ${planId} and u.class_id = any (${[...classIds]}::bigint[]) and ${withinUnlisted(who)}`.execute(
    db,
  )
  return rows
}
