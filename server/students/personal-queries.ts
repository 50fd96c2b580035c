import { sql } from 'kysely'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import { NAMES_SHOWN } from '../core/audit-queries.ts'
import type { Db, Tx } from '../core/db/connect.ts'

/** Opening a child's page makes several of these calls: together they are one visit. */
const OPENING = ['student.view', 'record.view'] as const satisfies AuditAction[]
/** Acts with a line of their own. */
const SINGLE = [
  'student.reveal',
  NAMES_SHOWN,
  'student.viewFace',
  'student.print',
  'visit.open',
] as const satisfies AuditAction[]
/** The newest entries that the visits are made from. */
const ENTRIES_MAX = 2_000

export type Visit = {
  at: Date
  until: Date
  calls: number
  actions: AuditAction[]
  account: string | null
  realName: string | null
  orgName: string | null
  reason: string | null
}

/**
 * Who looked at a student, newest first. Calls of one account that follow each other within a quarter of an hour are one
 * visit; what was asked for with a reason stands apart, with the reason. The trail itself keeps every call.
 */
export async function selectVisits(db: Db, studentId: number): Promise<Visit[]> {
  const actions = sql.join([...OPENING, ...SINGLE])
  const { rows } = await sql<Visit>`
    with entry as (
      select id, at, action, user_id, account, org_id, detail ->> 'reason' as reason,
        case when action in (${sql.join(OPENING)}) then '' else action end as line
      from audit_log
      where object_type = 'student' and object_id = ${String(studentId)} and success and action in (${actions})
      order by at desc limit ${ENTRIES_MAX}
    ), begun as (
      select *, coalesce(at - lag(at) over each_line > interval '15 minutes', true) as begins from entry
      window each_line as (partition by user_id, account, org_id, line, reason order by at, id)
    ), visit as (
      select *, count(*) filter (where begins) over (partition by user_id, account, org_id, line, reason order by at, id) as nth
      from begun
    ), line as (
      select min(at) as at, max(at) as until, count(*)::int as calls, array_agg(distinct action) as actions,
        user_id, account, org_id, reason, max(id) as last_id
      from visit group by user_id, account, org_id, line, reason, nth
    )
    select line.at, line.until, line.calls, line.actions, line.account, app_user.real_name, org.name as org_name, line.reason
    from line left join app_user on app_user.id = line.user_id left join org on org.id = line.org_id
    order by line.until desc, line.last_id desc limit 100`.execute(db)
  return rows
}

export async function insertConsent(
  db: Tx,
  consent: {
    studentId: number
    given: boolean
    guardianName: string | null
    channel: string
    recordedBy: number
  },
) {
  await db
    .insertInto('studentConsent')
    .values({ ...consent, kind: 'face' })
    .execute()
  await db
    .updateTable('student')
    .set({ faceConsent: consent.given, version: sql<number>`version + 1` })
    .where('id', '=', consent.studentId)
    .execute()
}

export async function upsertFace(db: Tx, face: { studentId: number; photoEnc: Buffer; takenBy: number }) {
  const taken = { photoEnc: face.photoEnc, takenBy: face.takenBy, takenAt: sql<Date>`now()` }
  await db
    .insertInto('studentFace')
    .values(face)
    .onConflict((conflict) => conflict.column('studentId').doUpdateSet(taken))
    .execute()
  await setCollected(db, face.studentId, 1)
}

export async function deleteFace(db: Tx, studentId: number) {
  await db.deleteFrom('studentFace').where('studentId', '=', studentId).execute()
  await setCollected(db, studentId, 0)
}

async function setCollected(db: Tx, studentId: number, faceCollected: 0 | 1) {
  await db
    .updateTable('student')
    .set({ faceCollected, version: sql<number>`version + 1` })
    .where('id', '=', studentId)
    .execute()
}

export function selectFace(db: Db, studentId: number) {
  return db
    .selectFrom('studentFace')
    .select(['photoEnc', 'takenAt'])
    .where('studentId', '=', studentId)
    .executeTakeFirst()
}
