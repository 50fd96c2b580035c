import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { OrgType } from '#contract/core/codes.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import { areaBelow, inAreaOf } from '../eyesight/figures/figure-queries.ts'
import { planFigures } from '../eyesight/figures/plan-range/plan-range-queries.ts'
import type { AreaLevel } from '../eyesight/figures/unit.ts'
import { FigureLevel } from '../plans/figure-level.ts'

export type AreaPlace = { level: AreaLevel; areaId: string }

const status = codeLiterals(TaskStatus)
const orgType = codeLiterals(OrgType)

const COLUMNS: Record<AreaLevel, string> = { province: 'provinceId', city: 'cityId', region: 'regionId' }
const BELOW: Record<AreaLevel, string | null> = { province: 'cityId', city: 'regionId', region: null }
export const isIn = (table: string, { level, areaId }: AreaPlace): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${table}.${COLUMNS[level]}`)} = ${areaId}`
const below = (table: string, { level }: AreaPlace): RawBuilder<string | null> => {
  const column = BELOW[level]
  return column ? sql`${sql.ref(`${table}.${column}`)}` : sql`null::text`
}

export type DayRow = { day: string; areaId: string | null; orgId: number | null; screened: number }

/** Results by day and place below; of schools directly in the area by school. */
export async function selectDays(db: Db, place: AreaPlace, planId: number): Promise<DayRow[]> {
  const belowThere = areaBelow(place.level)
  const { rows } = await sql<DayRow>`
    select f.day, ${belowThere} as area_id, case when ${belowThere} is null then f.place_id end as org_id,
      sum(f.screened)::int as screened
    from figure_day as f
    where f.plan_id = ${planId} and ${inAreaOf(place)}
      and (f.level = ${FigureLevel.code.area} and ${belowThere} is not null
        or f.level = ${FigureLevel.code.school} and ${belowThere} is null)
    group by 1, 2, 3 having sum(f.screened) <> 0 order by 1, 2, 3`.execute(db)
  return rows
}

export type TaskRow = {
  areaId: string | null
  schoolOrgId: number | null
  completed: number
  underWay: number
  waiting: number
  overdue: number
  startsOn: string
}

/** Tasks by place below and state; past its last day a task is overdue, whatever else it is. */
export async function selectTasks(db: Db, place: AreaPlace, planId: number): Promise<TaskRow[]> {
  const belowThere = below('task', place)
  const { rows } = await sql<TaskRow>`
    with own as (
      select ${belowThere} as area_id, case when ${belowThere} is null then task.school_org_id end as school_org_id,
        task.status, task.starts_on, task.status <> ${status.completed} and task.ends_on < ${TODAY} as overdue
      from task where task.plan_id = ${planId} and ${isIn('task', place)})
    select area_id, school_org_id, count(*) filter (where status = ${status.completed})::int as completed,
      count(*) filter (where status = ${status.underWay} and not overdue)::int as under_way,
      count(*) filter (where status = ${status.waiting} and not overdue)::int as waiting,
      count(*) filter (where overdue)::int as overdue, min(starts_on) as starts_on
    from own group by 1, 2`.execute(db)
  return rows
}

export type ExecutorRow = {
  orgId: number | null
  name: string | null
  tasks: number
  expected: number
  screened: number
}

/** Those who carry out tasks with how far these are; schools that screen their own pupils are one. */
export async function selectExecutors(db: Db, place: AreaPlace, planId: number): Promise<ExecutorRow[]> {
  const { rows } = await sql<ExecutorRow>`
    with own as materialized (
      select task.id, nullif(task.org_id, task.school_org_id) as org_id
      from task where task.plan_id = ${planId} and ${isIn('task', place)}),
    done as (
      select own.org_id, count(distinct own.id)::int as tasks, coalesce(sum(f.expected), 0)::int as expected,
        coalesce(sum(f.screened), 0)::int as screened
      from own left join ${planFigures(FigureLevel.code.task)} on f.plan_id = ${planId} and f.place_id = own.id
      group by own.org_id)
    select done.*, org.name from done left join org on org.id = done.org_id order by done.org_id`.execute(db)
  return rows
}

export type RosterSchoolRow = { orgId: number; name: string; students: number; covered: boolean }

/** The schools of an area with their pupils of today, and whether a plan reaches them. */
export async function selectRosterSchools(
  db: Db,
  place: AreaPlace,
  planId: number,
): Promise<RosterSchoolRow[]> {
  const { rows } = await sql<RosterSchoolRow>`
    select org.id as org_id, org.name, heads.students, reached.org_id is not null as covered
    from org cross join lateral (
        select sum(h.student_count)::int as students from school_stage as h where h.org_id = org.id) as heads
      left join plan_school as reached on reached.plan_id = ${planId} and reached.org_id = org.id
    where org.org_type = ${orgType.school} and ${isIn('org', place)} and heads.students > 0
    order by heads.students desc, org.id`.execute(db)
  return rows
}
