import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SchoolStage, Sex } from '#contract/core/codes.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { codeLiterals } from '../../../core/db/code-literals.ts'
import { withinRoster, withinScope } from '../../../core/db/scope.ts'
import { carriedOutTask, type ScreeningScope } from '../../plans/access-queries.ts'
import { planFiguresView } from './plan-range.sql.ts'

const sex = codeLiterals(Sex)
const stage = codeLiterals(SchoolStage)

/** Classes of a plan's range that are on no list (as `u`): those in range, or of a task that the own organisation will do. */
export function withinUnlisted(who: ScreeningScope): RawBuilder<SqlBool> {
  if (who.carriesOut !== null) {
    return sql<SqlBool>`exists (select from task where task.id = u.task_id and ${carriedOutTask(who.carriesOut, who)})`
  }
  return withinRoster(who.scope, {
    province: 'u.provinceId',
    city: 'u.cityId',
    region: 'u.regionId',
    org: 'u.schoolOrgId',
    class: 'u.classId',
  })
}

/** Schools of a plan's range (as `plan_school`): those in range, or with a task of the own organisation. */
export function withinPlanSchools(who: ScreeningScope): RawBuilder<SqlBool> {
  if (who.carriesOut !== null) {
    return sql<SqlBool>`exists (select from task where task.plan_id = plan_school.plan_id
      and task.school_org_id = plan_school.org_id and ${carriedOutTask(who.carriesOut, who)})`
  }
  return withinScope(who.scope, {
    province: 'planSchool.provinceId',
    city: 'planSchool.cityId',
    region: 'planSchool.regionId',
    org: 'planSchool.orgId',
  })
}

/** The figures (as `f`) of a level, of the whole range of plans; by age of those on a list. */
export function planFigures(level: number): RawBuilder<unknown> {
  const view = planFiguresView(level)
  return view ? sql`${sql.table(view)} as f` : listedFigures(level)
}

const listedFigures = (level: number): RawBuilder<unknown> =>
  sql`(select figure.*, 0 as waiting, 0 as unassigned from figure where level = ${level}) as f`

/** The figures (as `f`) that these counters are read from: who is on no list counts only as expected. */
export const figuresFor = (level: number, counters: readonly CounterName[]) =>
  counters.includes('expected') ? planFigures(level) : listedFigures(level)

/** What a class on no list (`u`) counts for; its students are expected, and nothing else is known of them. */
function unlistedCount(counter: CounterName): RawBuilder<unknown> {
  if (counter === 'expected') return sql`h.heads`
  return counter === 'pupils'
    ? sql`case when u.stage in (${stage.college}, ${stage.university}) then 0 else h.heads end`
    : sql`0`
}

/** Classes on no list (as `u`) by sex (as `f`), with the counters of figures. */
export const unlistedFigures = (counters: readonly CounterName[]): RawBuilder<unknown> =>
  sql`unlisted_class as u cross join lateral (
    select h.sex, ${sql.join([
      ...counters.map((name) => sql`${unlistedCount(name)} as ${sql.ref(name)}`),
      sql`case when u.task_id is null then 0 else h.heads end as waiting`,
      sql`case when u.task_id is null then h.heads else 0 end as unassigned`,
    ])}
    from (values (${sex.male}::smallint, u.male), (${sex.female}::smallint, u.female)) as h (sex, heads)
    where h.heads > 0) as f`

/** Of those on no list, how many a task waits for and how many have none. */
export const UNLISTED_SUMS = sql`coalesce(sum(f.waiting), 0)::int as waiting, coalesce(sum(f.unassigned), 0)::int as unassigned`
export type UnlistedHeads = { waiting: number; unassigned: number }

/** Schools of a plan's range: lists taken, a task to come, no task. */
export type RangeSchools = { begun: number; waiting: number; unassigned: number }
const schoolsWhere = (condition: RawBuilder<SqlBool>) => sql`count(*) filter (where ${condition})`
/** How many schools (as `plan_school`) are how far. */
export const RANGE_SCHOOLS = sql<RangeSchools>`jsonb_build_object('begun', ${schoolsWhere(sql`begun`)},
  'waiting', ${schoolsWhere(sql`has_task and not begun`)}, 'unassigned', ${schoolsWhere(sql`not has_task`)})`
