import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SchoolStage } from '#contract/core/codes.ts'
import { ANY_STAGE, type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import type { RuleTables } from './units/unit-findings-queries.ts'

const { student } = codeLiterals(WarningScope)
const STAGES = sql`unnest(${Object.values(SchoolStage.code)}::smallint[])`

/** Whether a student (`student_measure` as `f`) is beyond the limit of a rule; as `raise_student_warnings` decides it. */
const BEYOND: Partial<Record<WarningRule['indicator'], (limit: RawBuilder<unknown>) => RawBuilder<SqlBool>>> =
  {
    level: (limit) => sql`f.level * 1000 >= ${limit}`,
    visionFell: (limit) => sql`f.fell * 1000 >= ${limit}`,
    progression: (limit) => sql`f.progression >= ${limit}`,
    newlyMyopic: (limit) => sql`(f.newly_myopic and ${limit} is not null)`,
    newlyHigh: (limit) => sql`(f.newly_high and ${limit} is not null)`,
    eyesDiffer: (limit) =>
      sql`(f.rows_apart * 1000 >= ${limit} or (f.anisometropia and ${limit} is not null))`,
    axialGrowth: (limit) => sql`f.axial_growth > ${limit} + f.axial_margin`,
    notVisited: (limit) => sql`f.waiting_days * 1000 >= ${limit}`,
  }
const INDICATORS_OF_STUDENTS = Object.keys(BEYOND) as (keyof typeof BEYOND)[]

/** Students looked at by one statement, so that none takes long, however many there are. */
const STUDENTS_AT_ONCE = 200_000

type Caught = { each: number[]; any: number }

/**
 * How many students of an area would be warned of by the rules that hold where they are: by each of the given ones, and by
 * all together. Of an indicator its lowest limit decides, so limits are put together for each area and stage.
 */
export async function countStudents(
  db: Db,
  areaId: string,
  keys: readonly WarningRule[],
  tables: RuleTables,
): Promise<Caught> {
  const sum: Caught = { each: keys.map(() => 0), any: 0 }
  for (let after: number | null = 0; after !== null; ) {
    const part = await countSome(db, { areaId, after, rules: keys, tables })
    sum.any += part.anybody ?? 0
    sum.each = sum.each.map((count, nth) => count + (part[`rule${nth}`] ?? 0))
    after = part.last ?? null
  }
  return sum
}

type Part = { areaId: string; after: number; rules: readonly WarningRule[]; tables: RuleTables }

async function countSome(
  db: Db,
  { areaId, after, rules, tables }: Part,
): Promise<Record<string, number | null>> {
  const lowest = (name: string, condition: RawBuilder<unknown>) =>
    sql`min(rule.threshold) filter (where ${condition}) as ${sql.ref(name)}`
  const limits = [
    ...INDICATORS_OF_STUDENTS.map((name) => lowest(name, sql`rule.indicator = ${name}`)),
    ...rules.map(({ key }, nth) => lowest(`rule${nth}`, sql`rule.rule_key = ${key}`)),
  ]
  const beyond = (indicator: WarningRule['indicator'], column: string): RawBuilder<SqlBool> =>
    BEYOND[indicator]?.(sql.ref(`l.${column}`)) ?? sql<SqlBool>`false`
  const counts = rules.map(
    ({ indicator }, nth) =>
      sql`count(*) filter (where ${beyond(indicator, `rule${nth}`)})::int as ${sql.ref(`rule${nth}`)}`,
  )
  const anything = sql.join(
    INDICATORS_OF_STUDENTS.map((name) => beyond(name, name)),
    sql` or `,
  )
  const { rows } = await sql<Record<string, number | null>>`
    with rule as materialized (select * from ${tables.rules} as given where given.scope = ${student}),
    area as materialized (select area_id from ${tables.areas} as given),
    limits as materialized (
      select area.area_id, s.stage, ${sql.join(limits)}
      from area cross join ${STAGES} as s (stage)
        left join rule on rule.area_id = area.area_id and rule.stage in (${ANY_STAGE}::smallint, s.stage)
      group by area.area_id, s.stage),
    part as materialized (
      select max(student_id) as last from (select student_id from warning_fact where student_id > ${after}
        order by student_id limit ${STUDENTS_AT_ONCE}) as next)
    select (select last from part)::int as last, ${sql.join([...counts, sql`count(*) filter (where ${anything})::int as anybody`])}
    from student_measure as f
      left join area as own on own.area_id = f.region_id left join area as upper on upper.area_id = f.city_id
      left join area as top on top.area_id = f.province_id
      join limits as l on l.area_id = coalesce(own.area_id, upper.area_id, top.area_id) and l.stage = f.stage
    where f.student_id > ${after} and f.student_id <= (select last from part)
      and ${areaId} in (f.province_id, f.city_id, f.region_id)`.execute(db)
  return rows[0] ?? {}
}
