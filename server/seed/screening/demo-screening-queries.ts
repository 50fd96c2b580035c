import { finished } from 'node:stream/promises'
import { CompiledQuery, sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { CityProperty, SchoolStage } from '#contract/core/codes.ts'
import type { Judgement } from '#contract/eyesight/judgement/judgement.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import type { StoredReading } from '#contract/eyesight/reading.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { toSnakeCase } from '../../core/db/camel-case.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { type CopyValue, encodeRows } from '../../core/db/copy-rows.ts'
import { PROVINCE } from '../demo-world.ts'
import { type DemoPlan, type NewPlan, plusDays } from './demo-screening-plans.ts'
import type { ClassThen, Member, ScreenedSchool } from './demo-screening-tasks.ts'

const { underWay, ended, archived } = PlanStatus.code
const { notScreened } = codeLiterals(RecordState)
const { township } = codeLiterals(CityProperty)

export type DemoEntry = {
  checkedOn: string | null
  source: number | null
  deviceId: number | null
  enteredBy: number | null
  enteredAt: string | null
}
/** In parts: put together into one object with seventy fields it would take many times as long. */
export type DemoRecordRow = {
  id: number
  planId: number
  taskId: number
  classId: number
  studentId: number
  sex: number
  age: number
  reading: StoredReading
  judgement: Judgement
  absence: number | null
  entry: DemoEntry
}

type Columns<Part> = readonly (keyof Part & string)[]
const PLACE: Columns<DemoRecordRow> = [
  'id',
  'planId',
  'taskId',
  'classId',
  'studentId',
  'sex',
  'age',
  'absence',
]
/** What no record of the demo has is left to the database. */
const READING: Columns<StoredReading> = [
  ...(['glasses', 'nakedRight', 'nakedLeft', 'correctedRight', 'correctedLeft', 'sphereRight'] as const),
  ...(['sphereLeft', 'cylinderRight', 'cylinderLeft', 'axisRight', 'axisLeft', 'orthoKRight'] as const),
  ...(['orthoKLeft', 'unableRight', 'unableLeft', 'uncooperative'] as const),
]
const JUDGEMENT: Columns<Omit<Judgement, 'missing'>> = [
  ...(['state', 'seRight', 'seLeft', 'poorVision', 'poorDegree', 'myopia', 'myopiaDegree'] as const),
  ...(['preMyopia', 'highRisk', 'hyperopia', 'hyperopiaDegree', 'astigmatism'] as const),
  ...(['astigmatismDegree', 'anisometropia', 'refractiveError', 'reserveShort', 'correction'] as const),
  ...(['referral', 'warningLevel', 'category'] as const),
]
const ENTRY: Columns<DemoEntry> = ['checkedOn', 'source', 'deviceId', 'enteredBy', 'enteredAt']
const RECORD_COLUMNS = [...PLACE, ...READING, ...JUDGEMENT, ...ENTRY]

/** As COPY takes it: thousands of lines need less memory than thousands of rows. */
export function recordLine(row: DemoRecordRow): string {
  const { reading, judgement, entry } = row
  const values: CopyValue[] = []
  for (const column of PLACE) values.push(row[column] as CopyValue)
  for (const column of READING) values.push(reading[column])
  for (const column of JUDGEMENT) values.push(judgement[column as Exclude<keyof Judgement, 'missing'>])
  for (const column of ENTRY) values.push(entry[column])
  return encodeRows([values])
}

export type DemoRetestRow = {
  recordId: number
  planId: number
  taskId: number
  schoolOrgId: number
  drawnAt: string
  drawnBy: number | null
  reading: string | null
  firstReading: string | null
  items: number
  errors: number
  enteredBy: number | null
  enteredAt: string | null
}
const RETEST_COLUMNS: readonly (keyof DemoRetestRow)[] = [
  ...([
    'recordId',
    'planId',
    'taskId',
    'schoolOrgId',
    'drawnAt',
    'drawnBy',
    'reading',
    'firstReading',
  ] as const),
  ...(['items', 'errors', 'enteredBy', 'enteredAt'] as const),
]

export const retestLine = (row: DemoRetestRow): string =>
  encodeRows([RETEST_COLUMNS.map((column) => row[column])])

export const copyRecords = (db: Tx, lines: readonly string[]): Promise<void> =>
  copyInto(db, 'screening_record', RECORD_COLUMNS, lines)
export const copyRetests = (db: Tx, lines: readonly string[]): Promise<void> =>
  copyInto(db, 'retest', RETEST_COLUMNS, lines)

/** COPY inside the caller's transaction: its connection takes a stream in the place of a statement's text. */
async function copyInto(
  db: Tx,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const stream = copyFrom(`copy ${table} (${columns.map(toSnakeCase).join(', ')}) from stdin`)
  const ended = finished(stream)
  await db.executeQuery({ ...CompiledQuery.raw(''), sql: stream as unknown as string })
  stream.end(lines.join(''))
  await ended
}

/** Ids in the order given. */
export async function insertPlans(
  db: Tx,
  plans: readonly NewPlan[],
  by: { orgId: number; userId: number | null },
): Promise<number[]> {
  if (plans.length === 0) return []
  const rows = plans.map((plan) => ({
    name: plan.name,
    kind: plan.kind,
    status: plan.status,
    ownerOrgId: by.orgId,
    startsOn: plan.startsOn,
    endsOn: plan.endsOn,
    createdAt: plusDays(plan.startsOn, -20),
    schoolYear: plan.schoolYear,
    season: plan.season,
    stages: [...SchoolStage.codes],
    items: JSON.stringify(DEFAULT_ITEMS),
    profile: JSON.stringify(DEFAULT_PROFILE),
    schoolMayAdd: true,
    createdBy: by.userId,
    publishedAt: plusDays(plan.startsOn, -14),
    endedAt: plan.status !== underWay ? plusDays(plan.endsOn, 1) : null,
    archivedAt: plan.status === archived ? plusDays(plan.endsOn, 60) : null,
  }))
  const inserted = await db.insertInto('plan').values(rows).returning('id').execute()
  const planIds = inserted.map(({ id }) => id)
  const area = { areaId: PROVINCE, provinceId: PROVINCE, cityId: null, regionId: null }
  const areas = planIds.map((planId) => ({ planId, ...area }))
  await db.insertInto('planArea').values(areas).execute()
  return planIds
}

export async function setLastPlans(
  db: Tx,
  pairs: readonly { planId: number; lastPlanId: number | null }[],
): Promise<void> {
  await sql`
    update plan set last_plan_id = pair.last_plan_id
    from unnest(${pairs.map(({ planId }) => planId)}::bigint[], ${pairs.map(({ lastPlanId }) => lastPlanId)}::bigint[])
      as pair (plan_id, last_plan_id)
    where plan.id = pair.plan_id`.execute(db)
}

/** What of the range of plans that are over was on no list at their end. */
export async function storePlanEnds(db: Tx, planIds: readonly number[]): Promise<void> {
  await sql`select store_plan_end(id, ends_on) from plan
    where id = any (${[...planIds]}::bigint[]) and status >= ${sql.lit(ended)} and not range_stored`.execute(
    db,
  )
}

/** The plans of the demo, the one under way (or that was) first; those that somebody has deleted are missing. */
export async function selectDemoPlans(db: Db, ids: readonly number[]): Promise<DemoPlan[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('plan')
    .select(['id', 'name', 'kind', 'schoolYear', 'season', 'startsOn', 'endsOn', 'status'])
    .where('id', 'in', ids)
    .where('status', 'in', [underWay, ended, archived])
    .execute()
  return rows
    .map((row) => ({ ...row, plansAgo: ids.indexOf(row.id) }) as DemoPlan)
    .sort((one, other) => one.plansAgo - other.plansAgo)
}

export async function selectSchoolsById(db: Db, orgIds: readonly number[]): Promise<ScreenedSchool[]> {
  const { rows } = await sql<ScreenedSchool>`
    select o.id as org_id, null as key, o.province_id, o.city_id, o.region_id, s.school_system as system,
      s.city_property is distinct from ${township} as urban
    from org as o join school as s on s.org_id = o.id
    where o.id = any(${orgIds}::bigint[]) order by o.id`.execute(db)
  return rows
}

/** Schools with a task in any plan of who made this one. */
export async function selectScreenedSchools(db: Db, planId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct school_org_id as id from task
    where plan_id in (select id from plan where owner_org_id = (select owner_org_id from plan where id = ${planId}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The classes of schools on a day, in the order people expect. */
export async function selectClassesOn(db: Db, orgIds: readonly number[], day: string) {
  const { rows } = await sql<ClassThen & { orgId: number }>`
    select c.org_id, c.id as class_id, g.stage, g.id as grade_id, g.grade_no, c.name as class_name, c.class_no
    from class as c join class_period as p on p.class_id = c.id join grade as g on g.id = p.grade_id
    where c.org_id = any(${orgIds}::bigint[]) and p.from_on <= ${day} and (p.to_on is null or p.to_on > ${day})
    order by c.org_id, g.stage, g.grade_no, c.class_no, c.id`.execute(db)
  return rows
}

/** Who was in these classes on a day. */
export async function selectMembers(db: Db, classIds: readonly number[], day: string) {
  const { rows } = await sql<Member & { classId: number }>`
    select e.class_id, s.id as student_id, s.sex, s.birth_date
    from enrolment as e join student as s on s.id = e.student_id
    where e.class_id = any(${classIds}::bigint[]) and e.from_on <= ${day} and (e.to_on is null or e.to_on > ${day})
    order by e.class_id, s.id`.execute(db)
  return rows
}

/** The day each student was examined last, of those with a record in these plans. */
export async function noteLastScreened(db: Tx, planIds: readonly number[]): Promise<void> {
  await sql`
    insert into student_screened as l (student_id, last_on)
    select student_id, max(checked_on) from screening_record
    where plan_id = any(${planIds}::bigint[]) and state <> ${notScreened} group by student_id
    on conflict (student_id) do update set last_on = greatest(l.last_on, excluded.last_on)`.execute(db)
}

export async function isUnscreened(db: Db): Promise<boolean> {
  const row = await db.selectFrom('screeningRecord').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
