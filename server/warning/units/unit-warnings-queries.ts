import { sql } from 'kysely'
import { WarningScope } from '#contract/warning/rules.ts'
import { WarningEnd, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { type RuleTables, STORED_RULES, unitFindings, type WatchedPlan } from './unit-findings-queries.ts'

const scope = codeLiterals(WarningScope)
const { waiting, closed } = codeLiterals(WarningStatus)
const { gone } = codeLiterals(WarningEnd)

const DAYS_TO_ACT = 30

/** Two nodes never judge the units of a plan at once; people who act on warnings lock them in the same order. */
export async function lockUnitWarnings(db: Tx, planId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('unit warnings', ${planId}::bigint))`.execute(db)
  await sql`select 1 from warning where plan_id = ${planId} and scope <> ${scope.student}
    order by id for no key update`.execute(db)
}

/** The id of what a warning (`w`) is about. */
const UNIT = sql`case w.scope when ${scope.class} then w.class_id when ${scope.school} then w.school_org_id
  when ${scope.region} then w.region_id::bigint else w.city_id::bigint end`
const RISES = sql`(w.status = ${closed} and r.level > w.level)`

/**
 * Raises and ends the warnings of the units of a plan whose warnings are locked. What has not changed is left alone; of an
 * indicator only the highest step counts; a warning that was closed opens again where its level rises.
 */
export async function raiseUnitWarnings(db: Tx, plan: WatchedPlan): Promise<void> {
  // The units of a province are a hundred thousand: none of what they are sorted and matched by goes to the disk.
  await sql`set local work_mem = '64MB'`.execute(db)
  // How many they are the planner learns too late: one by one it would compare every unit with every warning.
  await sql`set local enable_nestloop = off`.execute(db)
  await sql`
    with ${unitFindings(plan, STORED_RULES)},
    highest as materialized (
      select distinct on (scope, unit, indicator collate "C") * from fired
      order by scope, unit, indicator collate "C", level desc, threshold desc, rule_key collate "C"),
    raised as materialized (
      select scope, unit, max(province_id) as province_id, max(city_id) as city_id, max(region_id) as region_id,
        max(school_org_id) as school_org_id, max(class_id) as class_id, max(task_id) as task_id, max(level) as level,
        array_agg(indicator order by indicator) as indicators,
        bit_xor(hash_record_extended(row(rule_key, threshold, level, value), 0)) as digest
      from highest group by scope, unit),
    known as materialized (
      select w.id, w.scope, ${UNIT} as unit, w.ended, w.digest, w.province_id, w.city_id, w.region_id
      from warning as w where w.plan_id = ${plan.planId} and w.scope <> ${scope.student}),
    outdated as (
      update warning as w set ended = ${gone}, version = w.version + 1, changed_at = now()
      where w.id = any (array(select known.id from known left join raised as r on r.scope = known.scope and r.unit = known.unit
        where r.unit is null and known.ended is null))),
    -- reasons are put together for these alone: for all of them it takes as long as finding them
    other as materialized (
      select known.id, r.* from raised as r left join known on known.scope = r.scope and known.unit = r.unit
      where known.id is null or known.ended is not null or (known.digest, known.province_id, known.city_id, known.region_id)
        is distinct from (r.digest, r.province_id, r.city_id, r.region_id)),
    reasoned as materialized (
      select o.*, given.reasons from other as o join (
        select h.scope, h.unit, jsonb_agg(jsonb_build_object('rule', h.rule_key, 'indicator', h.indicator, 'level', h.level,
          'threshold', h.threshold, 'value', h.value, 'eye', null, 'fromRecordId', null) order by h.level desc, h.indicator) as reasons
        from highest as h join other on other.scope = h.scope and other.unit = h.unit group by h.scope, h.unit
      ) as given on given.scope = o.scope and given.unit = o.unit),
    changed as (
      update warning as w set level = r.level, reasons = r.reasons, indicators = r.indicators, digest = r.digest, ended = null,
        status = case when ${RISES} then ${waiting} else w.status end,
        close_reason = case when ${RISES} then null else w.close_reason end,
        province_id = r.province_id, city_id = r.city_id, region_id = r.region_id,
        version = w.version + 1, changed_at = now()
      from reasoned as r where w.id = any (array(select id from reasoned)) and w.id = r.id)
    insert into warning (scope, plan_id, task_id, class_id, school_org_id, province_id, city_id, region_id, level, reasons,
      indicators, digest, due_on)
    select r.scope, ${plan.planId}, r.task_id, r.class_id, r.school_org_id, r.province_id, r.city_id, r.region_id, r.level,
      r.reasons, r.indicators, r.digest, ${TODAY} + ${DAYS_TO_ACT}::int
    from reasoned as r where r.id is null
    order by r.scope, r.unit`.execute(db)
}

export type UnitCounts = { each: Map<string, number>; any: number }

/** How many units of an area each of these rules would warn of in a plan, and all together. */
export async function countUnits(
  db: Db,
  plan: WatchedPlan,
  areaId: string,
  rules: RuleTables,
): Promise<UnitCounts> {
  const { rows } = await sql<{ ruleKey: string | null; units: number }>`
    with ${unitFindings({ ...plan, areaId }, rules)}
    select rule_key, count(distinct (scope, unit))::int as units from fired group by grouping sets ((rule_key), ())`.execute(
    db,
  )
  return {
    each: new Map(
      rows.flatMap(({ ruleKey, units }) => (ruleKey === null ? [] : [[ruleKey, units] as const])),
    ),
    any: rows.find(({ ruleKey }) => ruleKey === null)?.units ?? 0,
  }
}
