import { sql } from 'kysely'
import { type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { storedThreshold } from './rule-values.ts'

const { student } = codeLiterals(WarningScope)

export type SettingRow = {
  areaId: string
  version: number
  rules: WarningRule[]
  orgName: string
  savedByName: string
  savedAt: Date
}

/** All versions of one area, the newest first. */
export async function selectVersions(db: Db, areaId: string): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select area_id, version, rules, org_name, saved_by_name, saved_at from warning_setting
    where area_id = ${areaId} order by version desc`.execute(db)
  return rows
}

/** The newest rules of each of these areas that has some. */
export async function selectNewest(db: Db, areaIds: readonly string[]): Promise<Map<string, WarningRule[]>> {
  const { rows } = await sql<Pick<SettingRow, 'areaId' | 'rules'>>`
    select distinct on (area_id) area_id, rules from warning_setting
    where area_id = any (${[...areaIds]}::text[]) order by area_id, version desc`.execute(db)
  return new Map(rows.map(({ areaId, rules }) => [areaId, rules]))
}

/** What an area makes of its rules depends on those above: two changes wait for each other. */
export async function lockSettings(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('warning settings', 0))`.execute(db)
}

/** Areas below one that have rules of their own, each with the one above it. */
export async function selectAreasBelow(db: Db, areaId: string): Promise<{ id: string; parentId: string }[]> {
  const { rows } = await sql<{ id: string; parentId: string }>`
    with recursive below as (
      select id, parent_id from area where parent_id = ${areaId}
      union all select area.id, area.parent_id from area join below on area.parent_id = below.id)
    select below.id, below.parent_id from below
    where exists (select from warning_setting where warning_setting.area_id = below.id) order by below.id`.execute(
    db,
  )
  return rows
}

type NewVersion = {
  areaId: string
  version: number
  rules: readonly WarningRule[]
  orgId: number
  orgName: string
  userId: number
  realName: string
}

/** Whether it became the next version: not where another one came meanwhile. */
export async function insertVersion(db: Tx, row: NewVersion): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into warning_setting (area_id, version, rules, org_id, org_name, saved_by, saved_by_name)
    select ${row.areaId}, ${row.version}, ${JSON.stringify(row.rules)}::jsonb, ${row.orgId}, ${row.orgName}, ${row.userId},
      ${row.realName}
    where ${row.version - 1} = coalesce((select max(version) from warning_setting where area_id = ${row.areaId}), 0)
    on conflict on constraint warning_setting_once do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** The rules that hold in an area from now on. */
export async function saveRules(db: Tx, areaId: string, rules: readonly WarningRule[]): Promise<void> {
  await sql`insert into warning_rule_set (area_id) values (${areaId})
    on conflict (area_id) do update set changed_at = now()`.execute(db)
  await sql`delete from warning_rule where area_id = ${areaId}`.execute(db)
  const enabled = rules
    .filter((rule) => rule.enabled)
    .map((rule) => ({ ...rule, threshold: storedThreshold(rule.threshold) }))
  await sql`
    insert into warning_rule (area_id, rule_key, scope, stage, indicator, threshold, level, min_valid, notify)
    select ${areaId}, key, scope, stage, indicator, threshold, level, "minValid", notify
    from jsonb_to_recordset(${JSON.stringify(enabled)}::jsonb) as given(key text, scope smallint, stage smallint,
      indicator text, threshold int, level smallint, "minValid" int, notify text[])`.execute(db)
}

/** Students with a warning that counts, and warnings of units of these plans. */
export async function countWarned(
  db: Db,
  areaId: string,
  planIds: readonly number[],
): Promise<{ students: number; units: number }> {
  const { rows } = await sql<{ students: number; units: number }>`
    select coalesce(sum(warnings) filter (where scope = ${student}), 0)::int as students,
      coalesce(sum(warnings) filter (where scope <> ${student} and plan_id = any (${[...planIds]}::bigint[])), 0)::int as units
    from warning_tally where ${areaId} in (province_id, city_id, region_id)`.execute(db)
  return rows[0] ?? { students: 0, units: 0 }
}
