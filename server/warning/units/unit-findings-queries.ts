import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SchoolStage } from '#contract/core/codes.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { ANY_STAGE, INDICATORS, type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import { storedThreshold } from '../rule-values.ts'

const scope = codeLiterals(WarningScope)
const stage = codeLiterals(SchoolStage)
const { underWay, ended } = codeLiterals(PlanStatus)
const level = codeLiterals(FigureLevel)

const DAYS_BEFORE_END = 3
const DAYS_UNTIL_VISITED = 30
const WATCHED_DAYS = 60

/** A plan whose units are judged, and what can be judged of it today. */
export type WatchedPlan = {
  planId: number
  /** The plan it is compared with: of the same season a school year before, where vision counts alike. */
  lastPlanId: number | null
  /** Both of them call the same eyes myopic, so that their rates can be compared. */
  sameMyopia: boolean
  /** The plan of the year before that, where it does so as well. */
  earlierPlanId: number | null
  /** Its work should be nearly done. */
  nearEnd: boolean
  /** Those with a referral had time to see a doctor. */
  visitsDue: boolean
}

const sameMyopia = (one: string, other: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${one}.profile`)} -> 'myopiaOp') = (${sql.ref(`${other}.profile`)} -> 'myopiaOp')`

/** Plans under way and those that ended lately. */
export async function selectWatchedPlans(db: Db): Promise<WatchedPlan[]> {
  const { rows } = await sql<WatchedPlan>`
    select plan.id as plan_id, last.id as last_plan_id, coalesce(${sameMyopia('last', 'plan')}, false) as same_myopia,
      earlier.id as earlier_plan_id, ${TODAY} >= final.day - ${DAYS_BEFORE_END}::int as near_end,
      ${TODAY} >= final.day + ${DAYS_UNTIL_VISITED}::int as visits_due
    from plan cross join lateral (
        select least(plan.ends_on, (plan.ended_at at time zone 'Asia/Shanghai')::date) as day) as final
      left join plan as last on last.id = plan.last_plan_id and last.season = plan.season
        and last.school_year = plan.school_year - 1
        and (last.profile -> 'orthoKPoor') is not distinct from (plan.profile -> 'orthoKPoor')
      left join plan as earlier on earlier.id = last.last_plan_id and earlier.season = last.season
        and earlier.school_year = last.school_year - 1 and ${sameMyopia('earlier', 'last')} and ${sameMyopia('last', 'plan')}
    where plan.status = ${underWay} or (plan.status = ${ended} and final.day > ${TODAY} - ${WATCHED_DAYS}::int)
    order by plan.id`.execute(db)
  return rows
}

/** Tables of rules and of the areas that have some of their own. */
export type RuleTables = { rules: RawBuilder<unknown>; areas: RawBuilder<unknown> }
export const STORED_RULES: RuleTables = { rules: sql`warning_rule`, areas: sql`warning_rule_set` }

/** Rules that are not saved yet, each with its area. */
export function draftRules(rulesOf: ReadonlyMap<string, readonly WarningRule[]>): RuleTables {
  const rows = [...rulesOf].flatMap(([areaId, rules]) =>
    rules
      .filter(({ enabled }) => enabled)
      .map((rule) => ({ ...rule, areaId, threshold: storedThreshold(rule.threshold) })),
  )
  return {
    rules: sql`(select "areaId" as area_id, key as rule_key, scope, stage, indicator, threshold, level, "minValid" as min_valid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("areaId" text, key text, scope smallint,
        stage smallint, indicator text, threshold int, level smallint, "minValid" int))`,
    areas: sql`(select unnest(${[...rulesOf.keys()]}::text[]) as area_id)`,
  }
}

type Asked = WatchedPlan & {
  /** Only the units of this area. */
  areaId?: string
}

const inside = ({ areaId }: Asked, table: string): RawBuilder<SqlBool> =>
  areaId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${areaId} in (${sql.ref(`${table}.provinceId`)}, ${sql.ref(`${table}.cityId`)}, ${sql.ref(`${table}.regionId`)})`

const PLACE = sql`f.province_id, f.city_id, f.region_id`
const COUNTED = [
  'expected',
  'screened',
  'valid',
  'poor',
  'orthoK',
  'rated',
  'myopia',
  'referral',
  'visited',
  'done',
  'items',
  'errors',
]
const COMPARED = ['valid', 'poor', 'orthoK', 'rated', 'myopia']
const COMPARED_EARLIER = ['valid', 'rated', 'myopia']

type Counts = Partial<Record<string, RawBuilder<unknown>>>
/** All counters, those that a table does not know as 0; sums of anything longer would be numeric, and slow. */
const counts = (known: Counts): RawBuilder<unknown> =>
  sql.join(COUNTED.map((name) => sql`${known[name] ?? sql`0`}::int as ${sql.ref(name)}`))
const summed = (names: readonly string[]): Counts =>
  Object.fromEntries(names.map((name) => [name, sql`sum(${sql.ref(`f.${name}`)})`]))

const countedBefore = (asked: Asked, yearsAgo: number, planId: number, names: readonly string[]) =>
  sql`select ${yearsAgo}::int, f.place_id, ${PLACE}, f.stage, ${counts(summed(names))}
      from figure as f where f.plan_id = ${planId} and f.level = ${level.school} and ${inside(asked, 'f')}
      group by f.place_id, ${PLACE}, f.stage`

/** What was counted at each school and stage; 应筛 is the whole range of the plan. */
function countedAtSchools(asked: Asked): RawBuilder<unknown> {
  const parts = [
    sql`select 0 as years_ago, f.place_id as org_id, ${PLACE}, f.stage,
        ${counts(summed(['expected', 'screened', 'valid', 'poor', 'orthoK', 'rated', 'myopia', 'referral', 'visited']))}
      from ${planFigures(FigureLevel.code.school)} where f.plan_id = ${asked.planId} and ${inside(asked, 'f')}
      group by f.place_id, ${PLACE}, f.stage`,
    sql`select 0, f.school_org_id, ${PLACE}, t.stage,
        ${counts({ done: sql`t.done`, items: sql`t.items`, errors: sql`t.errors` })}
      from (select task_id, stage, count(entered_at) as done, sum(items) as items, sum(errors) as errors
          from retest where plan_id = ${asked.planId} group by task_id, stage) as t
        join task as f on f.id = t.task_id
      where ${inside(asked, 'f')}`,
    asked.lastPlanId !== null && countedBefore(asked, 1, asked.lastPlanId, COMPARED),
    asked.earlierPlanId !== null && countedBefore(asked, 2, asked.earlierPlanId, COMPARED_EARLIER),
  ]
  return sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )
}

const prefixed = (prefix: string, name: string): string =>
  `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`
const sumIf = (names: readonly string[], condition: RawBuilder<unknown>, prefix: string) =>
  sql.join(
    names.map(
      (name) =>
        sql`coalesce(sum(${sql.ref(name)}) filter (where ${condition}), 0)::int as ${sql.ref(prefixed(prefix, name))}`,
    ),
  )

const ALL_STAGES = sql`${ANY_STAGE}::smallint`
/** A sum of several stages holds children and adolescents alone. */
const COUNTS_IN = sql`(s.stage <> ${ALL_STAGES} or c.stage not in (${stage.college}, ${stage.university}))`
const NOW_SUMS = sql.join(
  COUNTED.map((name) => sql.ref(prefixed('now', name))).map((column) => sql`sum(${column}) as ${column}`),
)
const IN_TWO_PLANS = COMPARED.flatMap((name) => [prefixed('now', name), prefixed('last', name)])
const IN_BOTH = sql`now_valid > 0 and last_valid > 0`
const IN_YEARS_BEFORE = COMPARED_EARLIER.flatMap((name) => [
  prefixed('last', name),
  prefixed('earlier', name),
])
const IN_BOTH_BEFORE = sql`last_valid > 0 and earlier_valid > 0`
const PERCENT = sql`${100_000}::numeric`

/** Thousandths of a percent; null where nobody counts. */
const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${PERCENT} * ${part} / nullif(${whole}, 0))`
const rise = (name: string): RawBuilder<unknown> =>
  sql`(${share(sql.ref(`unit.bothNow${name}`), sql`unit.both_now_valid`)} - ${share(sql.ref(`unit.bothLast${name}`), sql`unit.both_last_valid`)})`
const onlyIf = (holds: boolean | RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${typeof holds === 'boolean' ? sql`${holds}::boolean` : holds} then ${value} end`

type Measured = { value: RawBuilder<unknown>; judgedBy: RawBuilder<unknown> }
const IN_COMMON = sql`least(unit.both_now_valid, unit.both_last_valid)`
const RATED_IN_COMMON = sql`least(unit.both_now_rated, unit.both_last_rated)`
const MYOPIA_RISE = sql`(${share(sql`unit.both_now_myopia`, sql`unit.both_now_rated`)} - ${share(sql`unit.both_last_myopia`, sql`unit.both_last_rated`)})`
const MYOPIA_RISE_BEFORE = sql`(${share(sql`unit.before_last_myopia`, sql`unit.before_last_rated`)} - ${share(sql`unit.before_earlier_myopia`, sql`unit.before_earlier_rated`)})`

/** The value of each indicator of a unit in thousandths, and the number that must not be too small. */
const measuredOf = ({ nearEnd, visitsDue, sameMyopia }: Asked) =>
  ({
    poorVisionRise: { value: rise('Poor'), judgedBy: IN_COMMON },
    orthoKJump: { value: onlyIf(sql`${rise('Poor')} < 0`, rise('OrthoK')), judgedBy: IN_COMMON },
    // A rate that rose is a rise, not a drop that is too small.
    myopiaDrop: {
      value: onlyIf(sql`${sameMyopia}::boolean and ${MYOPIA_RISE} <= 0`, sql`-${MYOPIA_RISE}`),
      judgedBy: RATED_IN_COMMON,
    },
    myopiaRise: { value: onlyIf(sameMyopia, MYOPIA_RISE), judgedBy: RATED_IN_COMMON },
    myopiaRisesAgain: {
      value: onlyIf(
        sql`${sameMyopia}::boolean and ${MYOPIA_RISE_BEFORE} is not null`,
        sql`least(${MYOPIA_RISE}, ${MYOPIA_RISE_BEFORE})`,
      ),
      judgedBy: sql`least(${RATED_IN_COMMON}, unit.before_last_rated, unit.before_earlier_rated)`,
    },
    completion: {
      value: onlyIf(nearEnd, share(sql`unit.now_screened`, sql`unit.now_expected`)),
      judgedBy: sql`unit.now_expected`,
    },
    validity: {
      value: onlyIf(nearEnd, share(sql`unit.now_valid`, sql`unit.now_screened`)),
      judgedBy: sql`unit.now_screened`,
    },
    retested: {
      value: onlyIf(nearEnd, share(sql`unit.now_done`, sql`unit.now_valid`)),
      judgedBy: sql`unit.now_valid`,
    },
    retestErrors: { value: share(sql`unit.now_errors`, sql`unit.now_items`), judgedBy: sql`unit.now_valid` },
    unvisited: {
      value: onlyIf(visitsDue, share(sql`(unit.now_referral - unit.now_visited)`, sql`unit.now_referral`)),
      judgedBy: sql`unit.now_valid`,
    },
  }) satisfies Partial<Record<WarningRule['indicator'], Measured>>

const RISK = sql`join asked_stage as s on s.stage in (${ALL_STAGES}, c.stage) where ${COUNTS_IN}`

/** Classes with the children who were not myopic a year before; smaller ones of a kindergarten are not judged. */
const INCIDENCE = sql`
  select ${scope.class}, c.class_id::text, s.stage, c.province_id, c.city_id, c.region_id, c.school_org_id, c.class_id,
    c.task_id, 'incidence', ${share(sql`c.incident`, sql`c.at_risk`)}, c.at_risk::bigint
  from class_judged as c ${RISK}
  union all
  select ${scope.school}, c.school_org_id::text, s.stage, max(c.province_id), max(c.city_id), max(c.region_id),
    c.school_org_id, null, null, 'incidence', ${share(sql`sum(c.incident)`, sql`sum(c.at_risk)`)}, sum(c.at_risk)
  from class_judged as c ${RISK} group by c.school_org_id, s.stage`

function directionOf(indicator: RawBuilder<unknown>): RawBuilder<unknown> {
  const named = (wanted: string) =>
    sql.join(
      Object.entries(INDICATORS).flatMap(([name, { direction }]) =>
        direction === wanted ? [sql`${name}::text`] : [],
      ),
    )
  return sql`case when ${indicator} in (${named('below')}) then m.value < rule.threshold
    when ${indicator} in (${named('above')}) then m.value > rule.threshold else m.value >= rule.threshold end`
}

/**
 * Common table expressions, the last of them `fired`: each rule that holds for a unit of a plan. Areas are compared at the
 * schools with valid results in both plans, a school with itself.
 */
export function unitFindings(asked: Asked, { rules, areas }: RuleTables): RawBuilder<unknown> {
  const measured = sql.join(
    Object.entries(measuredOf(asked)).map(
      ([name, { value, judgedBy }]) => sql`(${name}::text, ${value}, ${judgedBy})`,
    ),
  )
  return sql`
    rule as materialized (select * from ${rules} as given where given.scope <> ${scope.student}),
    area as materialized (select area_id from ${areas} as given),
    asked_stage as materialized (select distinct stage from rule),
    counted as materialized (${countedAtSchools(asked)}),
    by_school as materialized (
      select u.scope, u.unit, s.stage, c.org_id, max(c.province_id) filter (where c.years_ago = 0) as province_id,
        max(c.city_id) filter (where c.years_ago = 0) as city_id,
        max(c.region_id) filter (where c.years_ago = 0 and u.scope <> ${scope.city}) as region_id,
        ${sumIf(COUNTED, sql`c.years_ago = 0`, 'now')}, ${sumIf(COMPARED, sql`c.years_ago = 1`, 'last')},
        ${sumIf(COMPARED_EARLIER, sql`c.years_ago = 2`, 'earlier')}
      from counted as c
        cross join lateral (values (${scope.school}, c.org_id::text), (${scope.region}, c.region_id), (${scope.city}, c.city_id))
          as u (scope, unit)
        join asked_stage as s on s.stage in (${ALL_STAGES}, c.stage)
      where u.unit is not null and ${COUNTS_IN}
      group by u.scope, u.unit, s.stage, c.org_id),
    unit as materialized (
      select scope, unit, stage, max(province_id) as province_id, max(city_id) as city_id, max(region_id) as region_id,
        ${NOW_SUMS}, ${sumIf(IN_TWO_PLANS, IN_BOTH, 'both')}, ${sumIf(IN_YEARS_BEFORE, IN_BOTH_BEFORE, 'before')}
      from by_school group by scope, unit, stage having max(province_id) is not null),
    class_judged as materialized (
      select r.task_id, r.class_id, f.school_org_id, ${PLACE}, c.stage, r.at_risk, r.incident
      from class_at_risk as r join task as f on f.id = r.task_id
        join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      where r.plan_id = ${asked.planId} and r.at_risk > 0 and ${inside(asked, 'f')}
        and (c.stage <> ${stage.kindergarten} or c.grade_no >= 3)),
    measured as (
      select unit.scope, unit.unit, unit.stage, unit.province_id, unit.city_id, unit.region_id,
        case when unit.scope = ${scope.school} then unit.unit::bigint end as school_org_id, null::bigint as class_id,
        null::bigint as task_id, q.indicator, q.value, q.judged_by
      from unit cross join lateral (values ${measured}) as q (indicator, value, judged_by)
      union all ${INCIDENCE}),
    fired as materialized (
      select m.scope, m.unit, m.province_id, m.city_id, m.region_id, m.school_org_id, m.class_id, m.task_id, m.indicator,
        m.value, rule.rule_key, rule.threshold, rule.level
      from (select measured.scope, unit, stage, province_id, city_id, region_id, school_org_id, class_id, task_id,
          indicator, round(value, 4) as value, judged_by from measured where value is not null) as m
        left join area as own on own.area_id = m.region_id left join area as upper on upper.area_id = m.city_id
        left join area as top on top.area_id = m.province_id
        join rule on rule.area_id = coalesce(own.area_id, upper.area_id, top.area_id, '') and rule.scope = m.scope
          and rule.stage = m.stage and rule.indicator = m.indicator
      where m.judged_by >= rule.min_valid and ${directionOf(sql`m.indicator`)} and ${inside(asked, 'm')})`
}
