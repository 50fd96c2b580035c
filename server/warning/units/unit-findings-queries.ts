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
const UNIT_PLACE = sql`unit.province_id, unit.city_id, unit.region_id`
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

const prefixed = (prefix: string, name: string): string =>
  `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`
const named = (prefix: string, names: readonly string[]): string[] =>
  names.map((name) => prefixed(prefix, name))
const IN_TWO_PLANS = [...named('now', COMPARED), ...named('last', COMPARED)]
const IN_YEARS_BEFORE = [...named('last', COMPARED_EARLIER), ...named('earlier', COMPARED_EARLIER)]
/** Of this year, the last one and the one before. */
const COUNTS = [...named('now', COUNTED), ...named('last', COMPARED), ...named('earlier', COMPARED_EARLIER)]

type Counts = Partial<Record<string, RawBuilder<unknown>>>
/** All counts, those that a table does not know as 0; sums of anything longer would be numeric, and slow. */
const counts = (known: Counts): RawBuilder<unknown> =>
  sql.join(COUNTS.map((name) => sql`${known[name] ?? sql`0`}::int as ${sql.ref(name)}`))
const summed = (prefix: string, names: readonly string[]): Counts =>
  Object.fromEntries(names.map((name) => [prefixed(prefix, name), sql`sum(${sql.ref(`f.${name}`)})`]))

type Before = { prefix: string; planId: number; names: readonly string[] }
const countedBefore = (asked: Asked, { prefix, planId, names }: Before) =>
  sql`select false, f.place_id, ${PLACE}, f.stage, ${counts(summed(prefix, names))}
      from figure as f where f.plan_id = ${planId} and f.level = ${level.school} and ${inside(asked, 'f')}
      group by f.place_id, ${PLACE}, f.stage`

/** What was counted at each school and stage; 应筛 is the whole range of the plan. */
function countedAtSchools(asked: Asked): RawBuilder<unknown> {
  const parts = [
    sql`select true as is_now, f.place_id as org_id, ${PLACE}, f.stage,
        ${counts(summed('now', ['expected', 'screened', 'valid', 'poor', 'orthoK', 'rated', 'myopia', 'referral', 'visited']))}
      from ${planFigures(FigureLevel.code.school)} where f.plan_id = ${asked.planId} and ${inside(asked, 'f')}
      group by f.place_id, ${PLACE}, f.stage`,
    sql`select true, f.school_org_id, ${PLACE}, t.stage,
        ${counts({ nowDone: sql`t.done`, nowItems: sql`t.items`, nowErrors: sql`t.errors` })}
      from (select task_id, stage, count(entered_at) as done, sum(items) as items, sum(errors) as errors
          from retest where plan_id = ${asked.planId} group by task_id, stage) as t
        join task as f on f.id = t.task_id
      where ${inside(asked, 'f')}`,
    asked.lastPlanId !== null &&
      countedBefore(asked, { prefix: 'last', planId: asked.lastPlanId, names: COMPARED }),
    asked.earlierPlanId !== null &&
      countedBefore(asked, { prefix: 'earlier', planId: asked.earlierPlanId, names: COMPARED_EARLIER }),
  ]
  return sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )
}

const sums = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)).map((column) => sql`sum(${column})::int as ${column}`))
const sumIf = (names: readonly string[], condition: RawBuilder<unknown>, prefix: string) =>
  sql.join(
    names.map(
      (name) => sql`sum(${sql.ref(name)}) filter (where ${condition}) as ${sql.ref(prefixed(prefix, name))}`,
    ),
  )

const ALL_STAGES = sql`${ANY_STAGE}::smallint`
/** A sum of several stages holds children and adolescents alone. */
const COUNTS_IN = sql`(s.stage <> ${ALL_STAGES} or c.stage not in (${stage.college}, ${stage.university}))`
const IN_BOTH = sql`now_valid > 0 and last_valid > 0`
const IN_BOTH_BEFORE = sql`last_valid > 0 and earlier_valid > 0`
const PERCENT = sql`${100_000}::float8`

/**
 * Thousandths of a percent; null where nobody counts. Equal shares are equal to the last digit, whatever they are shares of:
 * both numbers are whole, and a quotient is the nearest that there is.
 */
const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${PERCENT} * ${part} / nullif(${whole}, 0))`
/** Without the error of a difference of two shares, which would decide where a limit is met exactly. */
const rounded = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`round(${value} * 10000) / 10000`
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

type UnitIndicator = keyof ReturnType<typeof measuredOf> | 'incidence'

/** The rules of units are those of the nearest area that has its own. */
const withRules = (units: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      select unit.*, coalesce(own.area_id, upper.area_id, top.area_id, '') as rules_of
      from (${units}) as unit left join area as own on own.area_id = unit.region_id
        left join area as upper on upper.area_id = unit.city_id left join area as top on top.area_id = unit.province_id`

const OPERATORS = { below: sql`<`, above: sql`>`, atLeast: sql`>=` }

/** The units of a table (as `unit`) for which a rule on an indicator holds. */
const firedBy = (
  asked: Asked,
  indicator: UnitIndicator,
  { value, judgedBy }: Measured,
  units: RawBuilder<unknown>,
) => sql`
  select unit.scope, unit.unit, ${UNIT_PLACE}, unit.school_org_id, unit.class_id, unit.task_id, ${indicator}::text as indicator,
    ${rounded(value)} as value, rule.rule_key, rule.threshold, rule.level
  from ${units} as unit join rule on rule.indicator = ${indicator} and rule.scope = unit.scope and rule.stage = unit.stage
    and rule.area_id = unit.rules_of
  where ${judgedBy} >= rule.min_valid and ${rounded(value)} ${OPERATORS[INDICATORS[indicator].direction]} rule.threshold
    and ${inside(asked, 'unit')}`

/** Of the children who were not myopic a year before. */
const INCIDENCE: Measured = {
  value: share(sql`unit.incident`, sql`unit.at_risk`),
  judgedBy: sql`unit.at_risk`,
}

/**
 * Common table expressions, the last of them `fired`: each rule that holds for a unit of a plan. Areas are compared at the
 * schools with valid results in both plans, a school with itself.
 */
export function unitFindings(asked: Asked, { rules, areas }: RuleTables): RawBuilder<unknown> {
  const fired = [
    ...Object.entries(measuredOf(asked)).map(([indicator, measured]) =>
      firedBy(asked, indicator as UnitIndicator, measured, sql`unit_judged`),
    ),
    firedBy(asked, 'incidence', INCIDENCE, sql`unit_at_risk`),
  ]
  return sql`
    rule as materialized (select * from ${rules} as given where given.scope <> ${scope.student}),
    area as materialized (select area_id from ${areas} as given),
    asked_stage as materialized (select distinct stage from rule),
    counted as (${countedAtSchools(asked)}),
    by_place as materialized (
      select c.org_id, c.province_id, c.city_id, c.region_id, s.stage, bool_or(c.is_now) as is_now, ${sums(COUNTS)}
      from counted as c join asked_stage as s on s.stage in (${ALL_STAGES}, c.stage) where ${COUNTS_IN}
      group by c.org_id, c.province_id, c.city_id, c.region_id, s.stage),
    -- a school that moved is compared with itself, not in the areas between which it moved
    by_school as materialized (
      select u.scope, u.unit, c.stage, c.org_id, max(c.province_id) filter (where c.is_now) as province_id,
        max(c.city_id) filter (where c.is_now) as city_id,
        max(c.region_id) filter (where c.is_now and u.scope <> ${scope.city}) as region_id, ${sums(COUNTS)}
      from by_place as c
        cross join lateral (values (${scope.school}, c.org_id), (${scope.region}, c.region_id::bigint), (${scope.city}, c.city_id::bigint))
          as u (scope, unit)
      where u.unit is not null
      group by u.scope, u.unit, c.stage, c.org_id),
    unit as materialized (
      select scope, unit, stage, max(province_id) as province_id, max(city_id) as city_id, max(region_id) as region_id,
        ${sums(named('now', COUNTED))}, ${sumIf(IN_TWO_PLANS, IN_BOTH, 'both')}, ${sumIf(IN_YEARS_BEFORE, IN_BOTH_BEFORE, 'before')}
      from by_school group by scope, unit, stage having max(province_id) is not null),
    class_judged as materialized (
      select r.task_id, r.class_id, f.school_org_id, ${PLACE}, c.stage, r.at_risk, r.incident
      from class_at_risk as r join task as f on f.id = r.task_id
        join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      where r.plan_id = ${asked.planId} and r.at_risk > 0 and ${inside(asked, 'f')}
        -- the younger ones of a kindergarten are not judged
        and (c.stage <> ${stage.kindergarten} or c.grade_no >= 3)),
    class_in_stage as (select c.*, s.stage as asked from class_judged as c
      join asked_stage as s on s.stage in (${ALL_STAGES}, c.stage) where ${COUNTS_IN}),
    unit_judged as materialized (${withRules(sql`
      select unit.*, case when scope = ${scope.school} then unit.unit end as school_org_id, null::bigint as class_id,
        null::bigint as task_id from unit`)}),
    unit_at_risk as materialized (${withRules(sql`
      select ${scope.class} as scope, class_id as unit, asked as stage, province_id, city_id, region_id, school_org_id, class_id,
        task_id, at_risk, incident from class_in_stage
      union all
      select ${scope.school}, school_org_id, asked, max(province_id), max(city_id), max(region_id), school_org_id, null, null,
        sum(at_risk), sum(incident) from class_in_stage group by school_org_id, asked`)}),
    fired as materialized (${sql.join(fired, sql` union all `)})`
}
