import type { SheetColumn } from '#contract/imports/columns.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import type { ImportTaskRecord } from './import-task-queries.ts'
import type { ParsedRow, Verdict } from './staged-row.ts'

/** Holds a batch of rows against what the database knows. */
export type RowJudge = (rows: readonly ParsedRow[]) => Promise<Verdict[]>

/** One kind of sheet: its columns, how a row is judged, and what is done with the rows that are right. */
export type ImportKind = {
  columns(task: ImportTaskRecord): readonly SheetColumn[]
  openJudge(services: { db: Db; secrets: Secrets }, task: ImportTaskRecord): Promise<RowJudge>
  /** Rows that contradict each other within the file. */
  markRepeats(db: Db, task: ImportTaskRecord): Promise<void>
  /** Writes the rows of the present round; the school is held and may be worked on. Null: rows are only checked. */
  write: ((db: Tx, task: ImportTaskRecord) => Promise<void>) | null
  /** Takes back everything that was written, or says why it cannot be. */
  undo: ((db: Tx, task: ImportTaskRecord) => Promise<void>) | null
}
