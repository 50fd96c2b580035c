import type { CodeOf } from '#contract/core/enums.ts'
import type { RowOutcome } from '#contract/core/import-states.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import type { ImportColumn } from './row-rules/columns.ts'
import type { Dependent } from './rows/dependents.ts'
import type { ParsedRow, Verdict } from './rows/staged-row.ts'
import type { ImportTaskRecord } from './task/import-task-queries.ts'

/** Compares a batch of rows with what the database knows. */
export type RowJudge = (rows: readonly ParsedRow[]) => Promise<Verdict[]>

/** One kind of sheet: its columns, how a row is judged, and what is done with the rows that are right. */
export type ImportKind = {
  columns(task: ImportTaskRecord): readonly ImportColumn[]
  /** Outcomes of rows that a writing takes up. */
  written: readonly CodeOf<typeof RowOutcome>[]
  /** Where somebody changes what is written already. */
  changedIn: string
  /** `ofFile`: for all rows of a file, so that what they need may be fetched ahead. */
  openJudge(
    services: { db: Db; secrets: Secrets },
    task: ImportTaskRecord,
    options?: { ofFile: boolean },
  ): Promise<RowJudge>
  /** Rows that contradict each other within the file. */
  markRepeats(db: Db, task: ImportTaskRecord): Promise<void>
  /**
   * Locks what the rows are written to until the transaction ends, or throws the reason why nothing can be written
   * now.
   */
  lock(db: Tx, task: ImportTaskRecord): Promise<void>
  /** Writes the rows of the present round; everything is locked before. */
  write(db: Tx, task: ImportTaskRecord): Promise<void>
  /** Takes back everything that was written, or says why it cannot be. */
  undo(db: Tx, task: ImportTaskRecord): Promise<void>
  /** To whom something happened since: they keep the whole batch. */
  dependents(db: Db, task: ImportTaskRecord): Promise<Dependent[]>
}
