import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { IntakeQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import type { RangePart } from '#contract/eyesight/figures/plan-range.ts'
import type { Db } from '../../core/db/connect.ts'
import { likePattern } from '../../core/db/text.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import {
  RANGE_SCHOOLS,
  type RangeSchools,
  withinPlanSchools,
  withinUnlisted,
} from '../figures/plan-range/plan-range-queries.ts'
import { type PlanRecord, type ScreeningScope, withinTaskClasses, withinTasks } from './access-queries.ts'

type Query = z.output<typeof IntakeQuery>

/** What came in at a school, or altogether. */
export type IntakeSums = {
  expected: number
  /** On no list: of a task that has not begun, of none. */
  waiting: number
  unassigned: number
  screened: number
  valid: number
  invalid: number
  byHand: number
  byImport: number
  byDevice: number
  owing: number
  conflicts: number
  retestDrawn: number
  retestDone: number
  retestRate: number | null
  errorRate: number | null
  retestShort: boolean
  errorsOver: boolean
}
export type IntakeSchool = IntakeSums & {
  part: RangePart
  orgId: number
  orgName: string
  areaId: string
  taskIds: number[]
  executorNames: string[]
}
export type IntakeTotals = IntakeSums & {
  schools: RangeSchools
  schoolsOwing: number
  /** Of retests: how many values were compared, and how many differed by more than is allowed. */
  items: number
  errors: number
}

const FIGURES = ['expected', 'screened', 'valid', 'absent', 'byHand', 'byImport', 'byDevice'] as const
const COUNTED = [
  ...FIGURES,
  'waiting',
  'unassigned',
  'conflicts',
  'retestDrawn',
  'retestDone',
  'items',
  'errors',
] as const
const OTHER_FIGURES = FIGURES.filter((name) => name !== 'expected')
/** Summed columns of a table under their own names. */
const summed = (table: string, names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`coalesce(sum(${sql.ref(`${table}.${name}`)}), 0)::int as ${sql.ref(name)}`),
  )

/** What follows from the sums (as `c`); rates are not rounded. */
const derived = ({ retestRatio, errorCap }: PlanRecord) => sql`
  c.screened - c.valid as invalid, c.expected - c.screened - c.absent as owing,
  case when c.valid > 0 then c.retest_done * 100.0::float8 / c.valid end as retest_rate,
  case when c.items > 0 then c.errors * 100.0::float8 / c.items end as error_rate,
  c.valid > 0 and c.retest_done * 100.0::float8 < ${retestRatio}::float8 * c.valid as retest_short,
  c.errors * 100.0::float8 > ${errorCap}::float8 * c.items as errors_over`

const ONLY: Record<NonNullable<Query['only']>, RawBuilder<SqlBool>> = {
  owing: sql`s.owing > 0`,
  conflicts: sql`s.conflicts > 0`,
  retest: sql`s.retest_short`,
  errors: sql`s.errors_over`,
}

/** A page of schools, those that owe most first, and what all schools of the range have together, at one moment. */
export async function selectIntake(db: Db, who: ScreeningScope, plan: PlanRecord, query: Query) {
  const { pageNum, pageSize, keyword, only } = query
  const matching = sql.join(
    [keyword ? sql`org.name like ${likePattern(keyword)}` : sql`true`, only ? ONLY[only] : sql`true`],
    sql` and `,
  )
  const { rows } = await sql<IntakeSchool & { found: number; totals: IntakeTotals }>`
    with ${ownTasks(who, plan.id, query.areaId)},
    ${countedBySchool(who, plan.id)},
    by_school as materialized (select c.*, ${derived(plan)} from counted as c),
    c as (select ${summed('counted', COUNTED)}, ${RANGE_SCHOOLS} as schools from counted),
    altogether as (select c.*, ${derived(plan)} from c),
    hit as materialized (
      select s.*, org.name as org_name from by_school as s join org on org.id = s.org_id where ${matching}),
    page as (
      select * from hit order by owing desc, org_id limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select page.*, (select count(*)::int from hit) as found, ${totals} as totals,
      to_jsonb(array(select id from own_task where school_org_id = page.org_id order by id)) as task_ids,
      array(select distinct org.name from own_task join org on org.id = own_task.org_id
        where own_task.school_org_id = page.org_id order by org.name) as executor_names
    from altogether left join page on true
    order by page.owing desc, page.org_id`.execute(db)
  const [first] = rows
  if (!first) throw new Error('the total of an intake is always there')
  return { list: rows.filter(({ orgId }) => orgId !== null), found: first.found, totals: first.totals }
}

const totals = sql`jsonb_build_object('schools', altogether.schools,
  'schoolsOwing', (select count(*) from by_school where owing > 0), 'expected', altogether.expected,
  'waiting', altogether.waiting, 'unassigned', altogether.unassigned,
  'screened', altogether.screened, 'valid', altogether.valid, 'invalid', altogether.invalid,
  'byHand', altogether.by_hand, 'byImport', altogether.by_import, 'byDevice', altogether.by_device,
  'owing', altogether.owing, 'conflicts', altogether.conflicts, 'retestDrawn', altogether.retest_drawn,
  'retestDone', altogether.retest_done, 'retestRate', altogether.retest_rate, 'errorRate', altogether.error_rate,
  'retestShort', altogether.retest_short, 'errorsOver', altogether.errors_over,
  'items', altogether.items, 'errors', altogether.errors)`

const isTeacher = ({ scope }: ScreeningScope): boolean => scope.kind === 'org' && scope.only !== undefined

/** The schools and tasks of the caller's, and where only some classes are the own, these. */
function ownTasks(who: ScreeningScope, planId: number, areaId: string | undefined) {
  const inArea = (table: 'task' | 'planSchool') =>
    areaId === undefined
      ? sql`true`
      : sql`${areaId} in (${sql.ref(`${table}.provinceId`)}, ${sql.ref(`${table}.cityId`)}, ${sql.ref(`${table}.regionId`)})`
  const teacher = isTeacher(who)
  return sql`
    own_class as materialized (
      select task_class.task_id, task_class.class_id from task join task_class on task_class.task_id = task.id
      where task.plan_id = ${planId} and ${teacher ? withinTaskClasses(who) : sql`false`}),
    own_task as materialized (
      select task.id, task.school_org_id, task.org_id
      from task where task.plan_id = ${planId} and ${withinTasks(who)} and ${inArea('task')}
        and ${teacher ? sql`task.id in (select task_id from own_class)` : sql`true`}),
    own_school as materialized (
      select org_id, coalesce(region_id, city_id, province_id) as area_id, begun, has_task
      from plan_school where plan_id = ${planId} and ${withinPlanSchools(who)} and ${inArea('planSchool')})`
}

const RETESTS_OF_TASKS = sql`
  select own_task.school_org_id as org_id, sum(t.drawn)::int as retest_drawn, sum(t.done)::int as retest_done,
    sum(t.items)::int as items, sum(t.errors)::int as errors
  from own_task join figure_retest as t on t.task_id = own_task.id
  group by own_task.school_org_id`
/** Of a part of a school they are few enough to be counted. */
const RETESTS_OF_CLASSES = sql`
  select own_task.school_org_id as org_id, count(*)::int as retest_drawn, count(t.entered_at)::int as retest_done,
    sum(t.items)::int as items, sum(t.errors)::int as errors
  from own_task join retest as t on t.task_id = own_task.id join screening_record as r on r.id = t.record_id
    join own_class on own_class.task_id = r.task_id and own_class.class_id = r.class_id
  group by own_task.school_org_id`

function countedBySchool(who: ScreeningScope, planId: number) {
  const teacher = isTeacher(who)
  const figures = teacher
    ? sql`own_class on own_class.task_id = own_task.id join figure as f on f.plan_id = ${planId}
        and f.level = ${FigureLevel.code.class} and f.place_id = own_class.class_id`
    : sql`figure as f on f.plan_id = ${planId} and f.level = ${FigureLevel.code.task} and f.place_id = own_task.id`
  const own = teacher ? sql`(r.task_id, r.class_id) in (select task_id, class_id from own_class)` : sql`true`
  return sql`
    listed as (
      select own_task.school_org_id as org_id, ${summed('f', FIGURES)}
      from own_task join ${figures} group by own_task.school_org_id),
    unlisted as (
      select u.school_org_id as org_id, coalesce(sum(u.male + u.female) filter (where u.task_id is not null), 0)::int as waiting,
        coalesce(sum(u.male + u.female) filter (where u.task_id is null), 0)::int as unassigned
      from unlisted_class as u where u.plan_id = ${planId} and ${withinUnlisted(who)} group by u.school_org_id),
    open_conflict as (
      select own_task.school_org_id as org_id, count(*)::int as conflicts
      from reading_conflict as c join screening_record as r on r.id = c.record_id join own_task on own_task.id = r.task_id
      where c.plan_id = ${planId} and c.resolved_at is null and ${own}
      group by own_task.school_org_id),
    retested as (${teacher ? RETESTS_OF_CLASSES : RETESTS_OF_TASKS}),
    counted as materialized (
      select own_school.*, case when begun then 'begun' when has_task then 'waiting' else 'unassigned' end as part,
        coalesce(listed.expected, 0) + coalesce(unlisted.waiting, 0) + coalesce(unlisted.unassigned, 0) as expected,
        ${sql.join(OTHER_FIGURES.map((name) => sql`coalesce(${sql.ref(`listed.${name}`)}, 0) as ${sql.ref(name)}`))},
        coalesce(unlisted.waiting, 0) as waiting, coalesce(unlisted.unassigned, 0) as unassigned,
        coalesce(open_conflict.conflicts, 0) as conflicts,
        coalesce(retested.retest_drawn, 0) as retest_drawn, coalesce(retested.retest_done, 0) as retest_done,
        coalesce(retested.items, 0) as items, coalesce(retested.errors, 0) as errors
      from own_school left join listed using (org_id) left join unlisted using (org_id)
        left join open_conflict using (org_id) left join retested using (org_id)
      -- of a part of a school only where one of the own classes takes part
      where ${teacher ? sql`listed.org_id is not null or unlisted.org_id is not null` : sql`true`})`
}
