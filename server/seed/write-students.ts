import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import { BATCH, type BulkRow, insertRows } from './demo-queries.ts'
import { type DemoStudent, studentRow } from './demo-students.ts'
import { countingAfterwards, dropForBulk, restoreAfterBulk } from './grow/grow-queries.ts'

/** Prepares further rows for a batch of new students before they are stored, and writes them afterwards. */
export type BatchHook = (
  students: readonly { id: number; student: DemoStudent }[],
) => Promise<{ write(): Promise<void> }>

/** Sealing takes as long as storing: while one batch is written the next is made. */
export async function writeStudents(
  db: Tx,
  secrets: Secrets,
  of: {
    students: Iterable<DemoStudent>
    firstId: number
    onBatch?(written: number): void
    batchHook?: BatchHook
  },
): Promise<void> {
  let id = of.firstId
  let writing = Promise.resolve()
  for (const students of inBatches(of.students)) {
    const rows: BulkRow<'student'>[] = []
    for (const student of students) {
      rows.push(studentRow(secrets, id++, student))
      // The connection has to be served in between.
      if (rows.length % 200 === 0) await setImmediate()
    }
    const batchHook = await of.batchHook?.(
      students.map((student, index) => ({ id: rows[index]?.id ?? 0, student })),
    )
    await writing
    of.onBatch?.(id - of.firstId)
    writing = writeBatch(db, rows, students).then(() => batchHook?.write())
    // Handled at the next `await`; silences unhandledRejection.
    writing.catch(() => undefined)
  }
  await writing
}

async function writeBatch(db: Tx, rows: BulkRow<'student'>[], students: DemoStudent[]) {
  const stays = students.flatMap((student, index) =>
    student.stays.map((stay) => ({ studentId: rows[index]?.id ?? 0, ...stay })),
  )
  await insertRows(db, 'student', rows)
  await insertRows(db, 'enrolment', stays)
}

function* inBatches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Loads with indexes, foreign keys and counters put aside, and sets them right at the end. */
export async function withoutIndexes(
  db: Tx,
  classes: readonly { id: number }[],
  load: () => Promise<void>,
): Promise<void> {
  const dropped = await dropForBulk(db, ['student', 'enrolment'])
  const ids = classes.map(({ id }) => id)
  await countingAfterwards(db, ids, load)
  await restoreAfterBulk(db, dropped)
}
