import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import { BATCH, type BulkRow, insertRows } from './demo-queries.ts'
import { type DemoStudent, studentRow } from './demo-students.ts'
import { dropForBulk, recountClasses, restoreAfterBulk } from './grow-queries.ts'

/** Sealing takes as long as storing: while one batch is written the next is made. */
export async function writeStudents(
  db: Tx,
  secrets: Secrets,
  of: { students: Iterable<DemoStudent>; firstId: number; onBatch?(written: number): void },
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
    await writing
    of.onBatch?.(id - of.firstId)
    writing = writeBatch(db, rows, students)
    // Heard at the next `await`; until then nobody waits for it.
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
  const dropped = await dropForBulk(db)
  await load()
  await recountClasses(
    db,
    classes.map(({ id }) => id),
  )
  await restoreAfterBulk(db, dropped)
}
