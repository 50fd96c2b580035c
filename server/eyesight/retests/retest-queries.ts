import { sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { StoredReading } from '#contract/eyesight/reading.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_NAME } from '../../core/db/known-student.ts'
import type { ScreeningScope } from '../plans/access-queries.ts'
import { recordsWithin } from '../records/record-queries.ts'
import { examinedBy } from './blind-queries.ts'

const { valid } = codeLiterals(RecordState)

type Sample = { valid: number; drawn: number; ratio: number; planStatus: number; planName: string }

/** How many valid first readings a task has, how many are drawn, and how many percent shall be. */
export async function selectSample(db: Tx, taskId: number): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select (select count(*)::int from screening_record where task_id = task.id and state = ${valid}) as valid,
      (select count(*)::int from retest where task_id = task.id) as drawn,
      plan.retest_ratio as ratio, plan.status as plan_status, plan.name as plan_name
    from task join plan on plan.id = task.plan_id where task.id = ${taskId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a task that was held is gone')
  return row
}

/** So many more by chance, class by class in turn; those already drawn count as turns of their class. */
export async function insertDrawn(db: Tx, taskId: number, count: number, userId: number): Promise<number> {
  const { rows } = await sql<{ recordId: number }>`
    with drawn as (
      select r.class_id, count(*) as n from retest join screening_record r on r.id = retest.record_id
      where retest.task_id = ${taskId} group by r.class_id),
    picked as (
      select r.id, r.plan_id, r.task_id, coalesce(drawn.n, 0)
        + row_number() over (partition by r.class_id order by random()) as turn
      from screening_record r left join drawn on drawn.class_id = r.class_id
      where r.task_id = ${taskId} and r.state = ${valid} and not exists (select from retest where record_id = r.id)
      order by turn, random() limit ${count})
    insert into retest (record_id, plan_id, task_id, school_org_id, drawn_by)
    select picked.id, picked.plan_id, picked.task_id, task.school_org_id, ${userId}
    from picked join task on task.id = picked.task_id
    returning record_id`.execute(db)
  return rows.length
}

function retests(db: Db, who: ScreeningScope, userId: number) {
  return recordsWithin(db, who)
    .innerJoin('retest', 'retest.recordId', 'r.id')
    .innerJoin('school', 'school.orgId', 'task.schoolOrgId')
    .leftJoin('appUser as u', 'u.id', 'retest.enteredBy')
    .select(['r.id as recordId', 'r.classId', KNOWN_NAME.as('studentName')])
    .select(examinedBy(userId).as('ownFirst'))
    .select(sql<CodeOf<typeof Sex>>`r.sex`.as('sex'))
    .select(['taskClass.stage', 'taskClass.gradeNo', 'taskClass.className', 'school.schoolSystem'])
    .select(['retest.enteredAt', 'u.realName as enteredByName'])
    .select(sql<StoredReading | null>`retest.reading`.as('second'))
    .select(sql<StoredReading | null>`retest.first_reading`.as('first'))
}
export type RetestData = Awaited<ReturnType<typeof selectRetest>> & object

/** Those who were drawn, class by class. */
export function selectRetests(
  db: Db,
  who: ScreeningScope,
  of: { taskId: number; classId?: number },
  userId: number,
) {
  let rows = retests(db, who, userId).where('r.taskId', '=', of.taskId)
  if (of.classId !== undefined) rows = rows.where('r.classId', '=', of.classId)
  return rows
    .orderBy('taskClass.stage')
    .orderBy('taskClass.gradeNo')
    .orderBy('taskClass.classNo')
    .orderBy('r.classId')
    .orderBy('student.id')
    .execute()
}

export const selectRetest = (db: Db, who: ScreeningScope, recordId: number, userId: number) =>
  retests(db, who, userId).where('r.id', '=', recordId).executeTakeFirst()

/** Locked until the transaction ends; undefined where the student was not drawn. */
export function lockRetest(db: Tx, recordId: number) {
  return db
    .selectFrom('retest')
    .select('enteredAt')
    .select(sql<StoredReading | null>`reading`.as('reading'))
    .where('recordId', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRetest(
  db: Tx,
  recordId: number,
  done: {
    reading: StoredReading
    firstReading: StoredReading
    items: number
    errors: number
    enteredBy: number
  },
) {
  await db
    .updateTable('retest')
    .set({
      ...done,
      reading: JSON.stringify(done.reading),
      firstReading: JSON.stringify(done.firstReading),
      enteredAt: sql<Date>`now()`,
    })
    .where('recordId', '=', recordId)
    .execute()
}
