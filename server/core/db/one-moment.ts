import { sql } from 'kysely'
import { type Db, hasFreeConnection, type Tx } from './connect.ts'

/** Asks the same moment on a second connection where one is free, so that two questions are answered at once. */
export type AskInParallel = <T>(ask: (db: Db) => Promise<T>) => Promise<T>

/** Everything is read in one snapshot, so that the totals add up. */
export function atOneMoment<T>(db: Db, work: (db: Db, inParallel: AskInParallel) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db, (ask) => ask(db))
  return reading(db, async (tx) => {
    const asked: Promise<unknown>[] = []
    const inParallel: AskInParallel = (ask) => {
      const answer = hasFreeConnection(db) ? askElsewhere(db, tx, ask) : ask(tx)
      // Handled by the caller; silences unhandledRejection.
      answer.catch(() => undefined)
      asked.push(answer)
      return answer
    }
    try {
      return await work(tx, inParallel)
    } finally {
      // The moment ends with this transaction, and its connection is somebody else's afterwards.
      await Promise.allSettled(asked)
    }
  })
}

const reading = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/**
 * Starts the transaction at once: while the snapshot is being exported another request could take the free
 * connection.
 */
function askElsewhere<T>(db: Db, tx: Tx, ask: (db: Db) => Promise<T>): Promise<T> {
  const exporting = sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(tx)
  exporting.catch(() => undefined)
  return reading(db, async (other) => {
    const { rows } = await exporting
    await sql`set transaction snapshot ${sql.lit(rows[0]?.moment)}`.execute(other)
    return ask(other)
  })
}
