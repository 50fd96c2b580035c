import { sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { CONCLUDED_COLUMNS, storedFields } from '../records/write-readings-queries.ts'

/** The oldest order that is not carried out, locked; undefined where there is none or somebody else is at it. */
export const lockOrder = (db: Tx) =>
  db
    .selectFrom('rejudging')
    .select(['id', 'lastId', 'doneId'])
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export type RejudgingOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** The next records of an order that have a result, locked as a writing locks them. */
export async function lockNextRecords(
  db: Tx,
  { doneId, lastId }: RejudgingOrder,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('screeningRecord')
    .select('id')
    .where('id', '>', doneId)
    .where('id', '<=', lastId)
    .where('state', '<>', RecordState.code.notScreened)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locked records with what was measured, what was concluded, and the age it was concluded for. */
export const selectToJudge = (db: Db, recordIds: readonly number[]) =>
  db
    .selectFrom('screeningRecord as r')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .select(['r.id', 'r.planId', 'r.version', 'taskClass.stage', 'student.birthDate'])
    .select(CONCLUDED_COLUMNS.map((name) => `r.${name}` as const))
    .select(storedFields.as('fields'))
    .where('r.id', '=', sql<number>`any (${[...recordIds]}::bigint[])`)
    .execute()
export type RecordToJudge = Awaited<ReturnType<typeof selectToJudge>>[number]

export async function selectPlanRules(db: Db, planIds: readonly number[]) {
  const plans = await db
    .selectFrom('plan')
    .select(['id', 'items', 'profile', 'startsOn', 'endsOn', TODAY.as('today')])
    .where('id', '=', sql<number>`any (${[...planIds]}::bigint[])`)
    .execute()
  return new Map(plans.map((plan) => [plan.id, plan]))
}

export async function moveOrder(db: Tx, id: number, done: { doneId: number; finished: boolean }) {
  await db
    .updateTable('rejudging')
    .set({ doneId: done.doneId, finishedAt: done.finished ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute()
}
