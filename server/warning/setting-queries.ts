import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ANY_STAGE, type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
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

/** Whether a student (`warning_fact` as `f`) is caught by a rule. */
function catches({ indicator, stage, threshold }: WarningRule): RawBuilder<SqlBool> {
  const limit = storedThreshold(threshold)
  const found: Partial<Record<WarningRule['indicator'], RawBuilder<SqlBool>>> = {
    level: sql`f.level * 1000 >= ${limit}`,
    visionFell: sql`f.fell * 1000 >= ${limit}`,
    progression: sql`f.progression >= ${limit}`,
    newlyMyopic: sql`f.newly_myopic`,
    newlyHigh: sql`f.newly_high`,
    eyesDiffer: sql`(f.rows_apart * 1000 >= ${limit} or f.anisometropia)`,
    axialGrowth: sql`grown.rate > ${limit} + grown.margin`,
    notVisited: sql`(f.referral and (${TODAY} - f.checked_on) * 1000 >= ${limit} and not exists (
      select from visit as v where v.student_id = f.student_id and v.withdrawn_at is null and v.visited_on >= f.checked_on)
      and not exists (select from letter where letter.record_id = f.record_id and letter.withdrawn_at is null
        and letter.printed_at is not null
        and (${TODAY} - (least(letter.issued_at, letter.printed_at) at time zone 'Asia/Shanghai')::date) * 1000 < ${limit}))`,
  }
  const caught = found[indicator] ?? sql<SqlBool>`false`
  return stage === ANY_STAGE ? sql<SqlBool>`(${caught})` : sql<SqlBool>`(f.stage = ${stage} and ${caught})`
}

/** How many students of an area each rule would catch by what is known of them now, and all together. */
export async function countCaught(
  db: Db,
  areaId: string,
  rules: readonly WarningRule[],
): Promise<{ each: number[]; any: number }> {
  if (rules.length === 0) return { each: [], any: 0 }
  const each = rules.map(
    (rule, nth) => sql`count(*) filter (where ${catches(rule)})::int as ${sql.ref(`rule${nth}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(each)}, count(*) filter (where ${sql.join(rules.map(catches), sql` or `)})::int as anybody
    from warning_fact as f left join (select student.student_id, axial.rate, axial.margin
        from (select distinct student_id from visit where num_nonnulls(axial_right, axial_left) > 0) as student
          cross join lateral axial_growth(student.student_id) as axial) as grown on grown.student_id = f.student_id
    where ${areaId} in (f.province_id, f.city_id, f.region_id)`.execute(db)
  const [row = {}] = rows
  return { each: rules.map((_, nth) => row[`rule${nth}`] ?? 0), any: row.anybody ?? 0 }
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
