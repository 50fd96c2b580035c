import { sql } from 'kysely'
import type { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { RecordSource, RecordState } from '#contract/eyesight/record-schemas.ts'
import type { OwnTask, WriterKind } from '#contract/overview/organisation.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { type ScreeningScope, withinTasks } from '../../eyesight/plans/access-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'

const { waiting, completed } = codeLiterals(TaskStatus)
const { notScreened, invalid } = codeLiterals(RecordState)
const source = codeLiterals(RecordSource)
/** Monday. */
const WEEK = sql`date_trunc('week', ${TODAY}::timestamp)::date`

const ownTasks = (who: ScreeningScope, planId: number) => sql`
  select task.* from task where task.plan_id = ${planId} and ${withinTasks(who)}`

export type OwnTaskRow = OwnTask & { inWeek: boolean }

/** All tasks of the own organisation in a plan. */
export async function selectOwnTasks(db: Db, who: ScreeningScope, planId: number): Promise<OwnTaskRow[]> {
  const { rows } = await sql<OwnTaskRow>`
    with own as materialized (${ownTasks(who, planId)}),
    done as (
      select own.id, coalesce(sum(f.expected), 0)::int as expected, coalesce(sum(f.screened), 0)::int as screened,
        coalesce(sum(f.valid), 0)::int as valid
      from own left join ${planFigures(FigureLevel.code.task)} on f.plan_id = ${planId} and f.place_id = own.id
      group by own.id)
    select own.id as task_id, org.name as school_name, own.status, own.starts_on, own.ends_on,
      own.status <> ${completed} and own.ends_on < ${TODAY} as overdue,
      own.status <> ${completed} and ${TODAY} between own.starts_on and own.ends_on as is_today,
      case when own.status = ${completed} then (own.completed_at at time zone 'Asia/Shanghai')::date >= ${WEEK}
        else own.starts_on < ${WEEK} + 7 and own.ends_on >= ${WEEK} end is true as in_week,
      done.expected, done.screened, done.valid, coalesce(day.screened, 0) as screened_today
    from own join done using (id) join org on org.id = own.school_org_id
      left join figure_day as day on day.plan_id = ${planId} and day.level = ${FigureLevel.code.task}
        and day.place_id = own.id and day.day = ${TODAY}
    order by overdue desc, own.status = ${waiting}, own.status = ${completed}, own.ends_on, own.id`.execute(
    db,
  )
  return rows
}

/** Results of the own tasks by day. */
export async function selectOwnDays(db: Db, who: ScreeningScope, planId: number) {
  const { rows } = await sql<{ day: string; screened: number }>`
    with own as materialized (${ownTasks(who, planId)})
    select f.day, sum(f.screened)::int as screened
    from own join figure_day as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.task}
      and f.place_id = own.id
    group by f.day having sum(f.screened) <> 0 order by f.day`.execute(db)
  return rows
}

export type WriterRow = {
  day: string
  kind: WriterKind | null
  id: number | null
  name: string | null
  hour: number
  records: number
  invalid: number
}

/**
 * First results of the last day on which some were written in the own tasks, by the hour and by who wrote them. Only
 * the classes at work on that day are read (`class_feed` knows when the last result of each came), however many
 * records the tasks have. Who does not belong to the organisation is not named.
 */
export async function selectWriters(
  db: Db,
  who: ScreeningScope,
  planId: number,
  orgId: number,
): Promise<WriterRow[]> {
  const { rows } = await sql<WriterRow>`
    with own as materialized (${ownTasks(who, planId)}),
    fed as materialized (
      select f.task_id, f.class_id, f.at from own join class_feed as f on f.task_id = own.id),
    last as materialized (
      select date_trunc('day', max(at), 'Asia/Shanghai') as begins from fed having max(at) is not null),
    written as (
      select r.source, case r.source when ${source.device} then r.device_id when ${source.hand} then r.entered_by end as id,
        extract(hour from r.entered_at at time zone 'Asia/Shanghai')::int as hour, count(*)::int as records,
        (count(*) filter (where r.state = ${invalid}))::int as invalid
      from last join fed on fed.at >= last.begins
        join screening_record as r on r.task_id = fed.task_id and r.class_id = fed.class_id
      where r.entered_at >= last.begins and r.entered_at < last.begins + interval '1 day' and r.state <> ${notScreened}
      group by 1, 2, 3),
    named as (
      select case when w.source = ${source.import} then 'sheet' when d.id is not null then 'device'
          when u.id is not null then 'screener' else 'others' end as kind,
        coalesce(d.id, u.id) as id, coalesce(d.name, u.real_name) as name, w.hour, w.records, w.invalid
      from written as w
        left join device as d on w.source = ${source.device} and d.id = w.id and d.org_id = ${orgId}
        left join app_user as u on w.source = ${source.hand} and u.id = w.id and u.org_id = ${orgId})
    select (last.begins at time zone 'Asia/Shanghai')::date as day, n.*
    from last left join (
      select kind, id, name, hour, sum(records)::int as records, sum(invalid)::int as invalid
      from named group by kind, id, name, hour) as n on true
    order by n.hour`.execute(db)
  return rows
}

export type FedClass = {
  orgId: number
  classId: number
  stage: CodeOf<typeof SchoolStage>
  gradeNo: number
  className: string
  schoolName: string
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  at: Date
  students: number
}

/** The classes of the own tasks in which results were written last. */
export async function selectOwnFeed(
  db: Db,
  who: ScreeningScope,
  planId: number,
  most: number,
): Promise<FedClass[]> {
  const { rows } = await sql<FedClass>`
    with own as materialized (${ownTasks(who, planId)}),
    fed as (
      select f.task_id, f.class_id, f.listed_at, f.at, f.students
      from own join class_feed as f on f.task_id = own.id
      where f.students > 0 order by f.listed_at desc, f.class_id limit ${most})
    select c.school_org_id as org_id, c.class_id, c.stage, c.grade_no, c.class_name, org.name as school_name,
      school.school_system, fed.at, fed.students
    from fed join task_class as c using (task_id, class_id) join org on org.id = c.school_org_id
      join school on school.org_id = org.id
    order by fed.listed_at desc, fed.class_id`.execute(db)
  return rows
}
