import { sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import type { VisitSource } from '#contract/letters/visit-source.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type AreaPlace, isIn } from '../progress-queries.ts'

const { completed } = codeLiterals(TaskStatus)

/** Tasks of an area with who carries them out; null for schools that screen their own pupils. */
const tasksIn = (place: AreaPlace, planId: number) => sql`
  select task.id, nullif(task.org_id, task.school_org_id) as org_id, task.status,
    task.status <> ${completed} and task.ends_on < ${TODAY} as overdue
  from task where task.plan_id = ${planId} and ${isIn('task', place)}`

export type ExecutorWorkRow = {
  /** Null for schools that screen their own pupils, taken together. */
  orgId: number | null
  name: string | null
  orgType: number | null
  tasks: number
  completed: number
  overdue: number
  expected: number
  screened: number
  valid: number
  retestDone: number
  items: number
  errors: number
  /** On which somebody was screened. */
  days: number
}

/** Those who carry out tasks in an area with their work, from the figures of tasks. */
export async function selectExecutorWork(
  db: Db,
  place: AreaPlace,
  planId: number,
): Promise<ExecutorWorkRow[]> {
  const { rows } = await sql<ExecutorWorkRow>`
    with own as materialized (${tasksIn(place, planId)}),
    states as (
      select org_id, count(*)::int as tasks, (count(*) filter (where status = ${completed}))::int as completed,
        (count(*) filter (where overdue))::int as overdue
      from own group by org_id),
    done as (
      select own.org_id, sum(f.expected)::int as expected, sum(f.screened)::int as screened, sum(f.valid)::int as valid
      from own join ${planFigures(FigureLevel.code.task)} on f.plan_id = ${planId} and f.place_id = own.id
      group by own.org_id),
    retested as (
      select own.org_id, sum(t.done)::int as retest_done, sum(t.items)::int as items, sum(t.errors)::int as errors
      from own join figure_retest as t on t.task_id = own.id group by own.org_id),
    worked as (
      select own.org_id, count(distinct f.day)::int as days
      from own join figure_day as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.task}
        and f.place_id = own.id and f.screened > 0
      group by own.org_id)
    select states.*, org.name, org.org_type, coalesce(done.expected, 0) as expected,
      coalesce(done.screened, 0) as screened, coalesce(done.valid, 0) as valid,
      coalesce(retested.retest_done, 0) as retest_done, coalesce(retested.items, 0) as items,
      coalesce(retested.errors, 0) as errors, coalesce(worked.days, 0) as days
    from states left join done on done.org_id is not distinct from states.org_id
      left join retested on retested.org_id is not distinct from states.org_id
      left join worked on worked.org_id is not distinct from states.org_id
      left join org on org.id = states.org_id
    order by states.org_id`.execute(db)
  return rows
}

/** What hospitals and social organisations did in an area, by day. */
export async function selectExecutorDays(db: Db, place: AreaPlace, planId: number) {
  const { rows } = await sql<{ day: string; screened: number }>`
    with own as materialized (${tasksIn(place, planId)})
    select f.day, sum(f.screened)::int as screened
    from own join figure_day as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.task} and f.place_id = own.id
    where own.org_id is not null
    group by f.day having sum(f.screened) <> 0 order by f.day`.execute(db)
  return rows
}

export type VisitRow = { source: CodeOf<typeof VisitSource>; visits: number }

/** Visits after a screening of the plan in an area that were recorded since a day: those of some days, never all. */
export async function selectVisitsSince(
  db: Db,
  place: AreaPlace,
  planId: number,
  since: string,
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select v.source, count(*)::int as visits
    from visit as v join task on task.id = v.task_id
    where v.created_at >= ${since}::date::timestamp at time zone 'Asia/Shanghai' and v.withdrawn_at is null
      and task.plan_id = ${planId} and ${isIn('task', place)}
    group by v.source order by v.source`.execute(db)
  return rows
}
