import { type SqlBool, sql } from 'kysely'
import { ApprovalStatus, type SchoolStage, type SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_BIRTH_DATE, KNOWN_NAME, knownText } from '../../core/db/known-student.ts'
import {
  type ScreeningScope,
  withinRecords,
  withinTaskClasses,
  withinTasks,
} from '../plans/access-queries.ts'
import { selectedWithin } from '../plans/plan-progress-queries.ts'
import { type BlindViewer, isBlind } from '../retests/blind-queries.ts'
import { RECORD_COLUMNS, storedFields } from './write-readings-queries.ts'

/** Records with who, where and by which rules. The one door to them for looking. */
export function recordsWithin(db: Db, who: ScreeningScope | null) {
  const records = db
    .selectFrom('screeningRecord as r')
    .innerJoin('task', 'task.id', 'r.taskId')
    .innerJoin('plan', 'plan.id', 'r.planId')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .leftJoin('leftStudent as former', (join) =>
      join.onRef('former.studentId', '=', 'r.studentId').onRef('former.orgId', '=', 'task.schoolOrgId'),
    )
  return who ? records.where(withinTaskClasses(who)) : records
}
export type Records = ReturnType<typeof recordsWithin>

const openConflict = sql<number | null>`(select min(c.id) from reading_conflict c
  where c.record_id = r.id and c.resolved_at is null)`
const hasCorrection = sql<boolean>`exists (select from record_correction c join approval a on a.correction_id = c.id
  where c.record_id = r.id and a.status = ${ApprovalStatus.code.pending})`
const retestState = sql<
  'none' | 'drawn' | 'done'
>`coalesce((select case when t.entered_at is null then 'drawn'
  else 'done' end from retest t where t.record_id = r.id), 'none')`

/** What a class shows in addition to the columns of a record. */
const shownWithRecord = (viewer: BlindViewer) =>
  [
    openConflict.as('openConflictId'),
    hasCorrection.as('pendingCorrection'),
    retestState.as('retest'),
    isBlind(viewer).as('blind'),
    sql<boolean>`student.class_id is distinct from r.class_id`.as('hasLeft'),
  ] as const

/** As a class shows them; in the order of the class's list. */
export function selectRecordRows(records: Records, viewer: BlindViewer) {
  return records
    .leftJoin('appUser as entered', 'entered.id', 'r.enteredBy')
    .selectAll('r')
    .select([KNOWN_NAME.as('studentName'), KNOWN_BIRTH_DATE.as('birthDate')])
    .select(knownText('studentNoMask').as('studentNoMask'))
    .select(['taskClass.stage', 'plan.items', 'entered.realName as enteredByName'])
    .select(shownWithRecord(viewer))
    .orderBy('student.id')
    .execute()
}

/** Records to be changed, locked in the order of ids, with everything else a class shows of them, in one query. */
export function lockShownRecords(
  db: Tx,
  who: ScreeningScope,
  recordIds: readonly number[],
  viewer: BlindViewer,
) {
  return recordsWithin(db, who)
    .where('r.id', '=', sql<number>`any (${[...recordIds]}::bigint[])`)
    .leftJoin('appUser as entered', 'entered.id', 'r.enteredBy')
    .select(RECORD_COLUMNS)
    .select(storedFields.as('fields'))
    .select([KNOWN_NAME.as('studentName'), knownText('studentNoMask').as('studentNoMask')])
    .select(['r.sex', 'plan.items', 'entered.realName as enteredByName'])
    .select(shownWithRecord(viewer))
    .orderBy('r.id')
    .forNoKeyUpdate('r')
    .execute()
}
export type ShownRecord = Awaited<ReturnType<typeof lockShownRecords>>[number]
export type RecordRowData = Awaited<ReturnType<typeof selectRecordRows>>[number]

type ClassOfTask = { taskId: number; classId: number }
export const rowsOfClass = (
  db: Db,
  who: ScreeningScope,
  { taskId, classId }: ClassOfTask,
  viewer: BlindViewer,
) =>
  selectRecordRows(
    recordsWithin(db, who).where('r.taskId', '=', taskId).where('r.classId', '=', classId),
    viewer,
  )

/** Changes whenever anything that a class shows of its records does; tells nothing by itself. */
export async function selectGridStamp(db: Db, taskId: number, classId: number): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws('.', (select version from task where id = ${taskId}), count(*), sum(r.version),
      extract(epoch from max(r.updated_at)), sum(${openConflict}), count(*) filter (where ${hasCorrection}), count(*) filter (where ${retestState} = 'drawn'),
      count(*) filter (where ${retestState} = 'done')) as stamp
    from screening_record r where r.task_id = ${taskId} and r.class_id = ${classId}`.execute(db)
  return rows[0]?.stamp ?? ''
}

const byId = (db: Db, recordIds: readonly number[]) =>
  recordsWithin(db, null).where('r.id', '=', sql<number>`any (${[...recordIds]}::bigint[])`)

/** Whether the caller may see them was checked. */
export const rowsById = (db: Db, recordIds: readonly number[], viewer: BlindViewer) =>
  selectRecordRows(byId(db, recordIds), viewer)

/** Those of the records whose values are hidden from the viewer. */
export async function selectBlind(
  db: Db,
  recordIds: readonly number[],
  viewer: BlindViewer,
): Promise<ReadonlySet<number>> {
  const rows = await byId(db, recordIds)
    .where(sql<SqlBool>`${isBlind(viewer)}`)
    .select('r.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whose record it is; undefined where there is no such one for the caller. */
export async function selectStudentOf(db: Db, who: ScreeningScope, recordId: number) {
  const row = await recordsWithin(db, null)
    .where(withinRecords(who))
    .where('r.id', '=', recordId)
    .select('r.studentId')
    .executeTakeFirst()
  return row?.studentId
}

export type TaskClass = {
  classId: number
  className: string
  gradeNo: number
  stage: CodeOf<typeof SchoolStage>
  schoolSystem: CodeOf<typeof SchoolSystem>
}

/** The classes a task took that the caller may see. */
export async function selectListedClasses(db: Db, who: ScreeningScope, taskId: number): Promise<TaskClass[]> {
  const rows = await db
    .selectFrom('taskClass')
    .innerJoin('task', 'task.id', 'taskClass.taskId')
    .innerJoin('school', 'school.orgId', 'task.schoolOrgId')
    .where('taskClass.taskId', '=', taskId)
    .where(withinTaskClasses(who))
    .select(['taskClass.classId', 'taskClass.className', 'taskClass.gradeNo', 'school.schoolSystem'])
    .select(sql<TaskClass['stage']>`task_class.stage`.as('stage'))
    .orderBy('taskClass.stage')
    .orderBy('taskClass.gradeNo')
    .orderBy('taskClass.classNo')
    .orderBy('taskClass.classId')
    .execute()
  return rows
}

/** The same before a task begins: the classes of the school as it stands now. */
export async function selectUnlistedClasses(
  db: Db,
  who: ScreeningScope,
  taskId: number,
): Promise<TaskClass[]> {
  const { rows } = await sql<TaskClass>`
    select class.id as class_id, class.name as class_name, grade.grade_no, class.stage, school.school_system
    from task join plan on plan.id = task.plan_id join class on ${selectedWithin(who)}
      join grade on grade.id = class.grade_id join school on school.org_id = class.org_id
    where task.id = ${taskId} and ${withinTasks(who)}
    order by class.stage, grade.grade_no, class.class_no, class.id`.execute(db)
  return rows
}

/** Of each record the last change that touched one of the named fields, and by whom. */
export async function selectLastTouched(db: Db, touched: readonly { recordId: number; fields: string[] }[]) {
  const { rows } = await sql<{ recordId: number; at: Date; byName: string | null }>`
    select distinct on (c.record_id) c.record_id, c.at, coalesce(u.real_name, d.name) as by_name
    from jsonb_to_recordset(${JSON.stringify(touched)}::jsonb) as w ("recordId" bigint, fields text[])
    join record_change c on c.record_id = w."recordId" and c.changes ?| w.fields
    left join app_user u on u.id = c.user_id
    left join device d on d.id = c.device_id
    order by c.record_id, c.id desc`.execute(db)
  return new Map(rows.map((row) => [row.recordId, row]))
}

/** Every change of a record, the latest first. */
export function selectChanges(db: Db, recordId: number) {
  return db
    .selectFrom('recordChange as c')
    .leftJoin('appUser as u', 'u.id', 'c.userId')
    .leftJoin('org as o', 'o.id', 'c.orgId')
    .leftJoin('device as d', 'd.id', 'c.deviceId')
    .where('c.recordId', '=', recordId)
    .select([
      'c.at',
      'c.source',
      'c.changes',
      'u.realName as byName',
      'o.name as orgName',
      'd.name as deviceName',
    ])
    .orderBy('c.id', 'desc')
    .execute()
}
