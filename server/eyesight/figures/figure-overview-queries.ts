import { type RawBuilder, sql } from 'kysely'
import type { SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { type ScreeningScope, withinTaskClasses, withinTasks } from '../plans/access-queries.ts'
import { sumsOf } from './figure-queries.ts'
import {
  planFigures,
  RANGE_SCHOOLS,
  type RangeSchools,
  UNLISTED_SUMS,
  type UnlistedHeads,
  unlistedFigures,
  withinPlanSchools,
  withinUnlisted,
} from './plan-range/plan-range-queries.ts'

const { completed } = codeLiterals(TaskStatus)
const { notScreened, valid } = codeLiterals(RecordState)

export type OverviewRow = {
  part: 'stage' | 'executor' | 'day'
  stage: CodeOf<typeof SchoolStage> | null
  orgId: number | null
  orgName: string | null
  day: string | null
  tasks: number
  completed: number
} & UnlistedHeads &
  Record<CounterName, number>
export type PlanOverviewRows = { schools: RangeSchools; rows: OverviewRow[] }

const SUMS = sql`${sumsOf(COUNTER_NAMES)}, ${UNLISTED_SUMS}`
/** Days know two counters only. */
const DAY_SUMS = sql.join([
  ...COUNTER_NAMES.map((name) =>
    name === 'screened' || name === 'valid'
      ? sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::bigint`
      : sql`0::bigint`,
  ),
  sql`0, 0`,
])
const STORED_COLUMNS = { province: 'f.provinceId', city: 'f.cityId', region: 'f.regionId', org: 'f.placeId' }

/** A plan in the caller's range from three sides, read at one moment so that they add up to the same. */
export async function selectOverview(db: Db, who: ScreeningScope, planId: number): Promise<PlanOverviewRows> {
  const { rows } = await sql<{ schools: RangeSchools } & { [Key in keyof OverviewRow]: OverviewRow[Key] }>`
    with own_task as materialized (
      select task.id, ${executor(who)} as org_id, task.status from task where task.plan_id = ${planId} and ${withinTasks(who)}),
    own_class as materialized (
      select task.id as task_id, task.org_id, task.status, task_class.class_id
      from task join task_class on task_class.task_id = task.id
      where task.plan_id = ${planId} and ${partOnly(who) ? withinTaskClasses(who) : sql`false`}),
    reached as (
      select ${RANGE_SCHOOLS} as schools from plan_school where plan_id = ${planId} and ${withinPlanSchools(who)}),
    part as (
      select 'stage' as part, f.stage, null::bigint as org_id, null::date as day, 0 as tasks, 0 as completed, ${SUMS}
      from ${stageFigures(who, planId)} group by f.stage
      union all
      select 'executor', null, ${executors(who, planId)}
      union all
      select 'day', null, null, f.day, 0, 0, ${DAY_SUMS}
      from ${dayFigures(who, planId)} group by f.day)
    select reached.schools, part.*, org.name as org_name
    from reached left join (part left join org on org.id = part.org_id)
      on part.part = 'executor' or part.expected <> 0 or part.screened <> 0
    order by part.part, part.day, part.stage, part.expected desc, part.org_id`.execute(db)
  const [first] = rows
  if (!first) throw new Error('the schools of a plan are always counted')
  return { schools: first.schools, rows: rows.filter(({ part }) => part !== null) }
}

/** A thousand schools that screen their own pupils are one line to those above, not a thousand. */
const executor = ({ scope }: ScreeningScope) =>
  scope.kind === 'org' ? sql`task.org_id` : sql`nullif(task.org_id, task.school_org_id)`

const isTeacher = ({ scope }: ScreeningScope): boolean => scope.kind === 'org' && scope.only !== undefined
/** Whether the caller sees only a part of a school: the totals stored per school would be too much. */
const partOnly = (who: ScreeningScope): boolean => who.carriesOut !== null || isTeacher(who)
/** The level at which figures are stored for a range of this kind. */
const storedLevel = (scope: Scope, area: number, school: number) => (scope.kind === 'org' ? school : area)

function stageFigures(who: ScreeningScope, planId: number): RawBuilder<unknown> {
  if (partOnly(who)) {
    const counted = sql.join(COUNTER_NAMES.map((name) => sql.ref(`f.${name}`)))
    return sql`(select f.stage, ${counted}, 0 as waiting, 0 as unassigned
        from own_class join figure as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.class}
          and f.place_id = own_class.class_id
        union all
        select u.stage, ${counted}, f.waiting, f.unassigned from ${unlistedFigures(COUNTER_NAMES)}
        where u.plan_id = ${planId} and ${withinUnlisted(who)}) as f`
  }
  const level = storedLevel(who.scope, FigureLevel.code.areaStage, FigureLevel.code.school)
  return sql`${planFigures(level)} where f.plan_id = ${planId} and ${withinScope(who.scope, STORED_COLUMNS)}`
}

function executors(who: ScreeningScope, planId: number): RawBuilder<unknown> {
  if (isTeacher(who)) {
    return sql`own_class.org_id, null, count(distinct own_class.task_id)::int,
      count(distinct own_class.task_id) filter (where own_class.status = ${completed})::int, ${SUMS}
      from own_class left join (select figure.*, 0 as waiting, 0 as unassigned from figure) as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.class}
        and f.place_id = own_class.class_id
      group by own_class.org_id`
  }
  return sql`own_task.org_id, null, count(*)::int, count(*) filter (where own_task.status = ${completed})::int, ${SUMS}
    from own_task left join ${planFigures(FigureLevel.code.task)} on f.plan_id = ${planId} and f.place_id = own_task.id
    group by own_task.org_id`
}

function dayFigures(who: ScreeningScope, planId: number): RawBuilder<unknown> {
  if (isTeacher(who)) {
    return sql`(select r.checked_on as day, 1 as screened, (r.state = ${valid})::int as valid
      from own_class join screening_record as r on r.task_id = own_class.task_id and r.class_id = own_class.class_id
      where r.state <> ${notScreened}) as f`
  }
  if (who.carriesOut !== null) {
    return sql`own_task join figure_day as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.task}
      and f.place_id = own_task.id`
  }
  const level = storedLevel(who.scope, FigureLevel.code.area, FigureLevel.code.school)
  return sql`figure_day as f where f.plan_id = ${planId} and f.level = ${level}
    and ${withinScope(who.scope, STORED_COLUMNS)}`
}
