import { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { openStoredFile } from '../../core/files/stored-file.ts'
import { defineJob, type JobRun, type JobServices } from '../../core/jobs/queue.ts'
import { readWorkbook } from '../../core/sheets/read/read-workbook.ts'
import { IMPORT_KINDS } from '../kinds.ts'
import { makeCrowdedNumbers } from '../row-rules/crowded-numbers.ts'
import type { SheetLayout } from '../row-rules/layout.ts'
import { copyStagedRows, countOutcomes, deleteBatch, selectRowsAfter } from '../rows/import-row-queries.ts'
import { parsedRow, parseRows } from '../rows/parse-rows.ts'
import { openCells, storeCells } from '../rows/row-cells.ts'
import { type ParsedRow, stagedRow } from '../rows/staged-row.ts'
import { roundOf } from '../rows/write-rows.ts'
import { assertFewMissed, CROWDED } from './guessed-numbers.ts'
import {
  changeTask,
  countElsewhereToday,
  type ImportTaskRecord,
  lockImportTask,
  NOW,
  nextBatchId,
  saveProgress,
  selectReadingState,
  selectTaskById,
} from './import-task-queries.ts'
import { writeImport } from './write-import.ts'

/** Rows judged and copied at a time: few questions to the database, little memory. */
const BATCH = 1_000
const BATCHES_AT_ONCE = 3
const PROGRESS_MS = 500
/** Children of other schools whose numbers a user may come upon in a day before it looks like searching for them. */
export const ELSEWHERE_PER_DAY = 1_000

/** Somebody wanted it to stop; no fault of anybody. */
class Cancelled extends Error {}

/** Reads a file, or once more what was read and corrected, and says of each row what would become of it. */
export function readImportJob(services: JobServices) {
  return defineJob({
    name: 'import.read',
    place: 'worker',
    maxAttempts: 3,
    payload: z.object({ recordId: z.number(), fromBatch: z.number().optional() }),
    async run(run, { recordId, fromBatch }) {
      const task = await beginReading(run, recordId, fromBatch)
      // Read already: what is left is to write it, if nobody has.
      if (!task) return writeImport(run, recordId)
      try {
        await stageRows(services, run, task, fromBatch)
        await finishReading(run, task, fromBatch)
      } catch (error) {
        if (error instanceof Cancelled) return cancelReading(run, task, fromBatch)
        throw error
      }
      if (!task.previewed && fromBatch === undefined) await writeImport(run, recordId)
    },
    async failed(tx, { recordId, fromBatch }, reason) {
      const task = await selectTaskById(tx, recordId)
      // Nothing is saved: what was read, in part or more than may be known, must not look as if it were.
      const ended = await changeTask(tx, recordId, ['queued', 'reading', 'writing'], {
        state: 'failed',
        errorMsg: reason,
        finishedAt: NOW,
        batchId: null,
        counts: null,
      })
      if (!ended) return
      for (const batchId of [task?.batchId, fromBatch]) if (batchId) await deleteBatch(tx, batchId)
    },
  })
}

/** A reading has a batch of its own: what one that was interrupted left behind, or still writes, counts for nothing. */
async function beginReading(
  run: JobRun,
  recordId: number,
  fromBatch?: number,
): Promise<ImportTaskRecord | undefined> {
  const batchId = await nextBatchId(run.db)
  const began = await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await lockImportTask(tx, recordId)
    const before = await selectReadingState(tx, recordId)
    const began = await changeTask(tx, recordId, ['queued', 'reading'], {
      state: 'reading',
      batchId,
      round: 0,
      progress: 0,
      startedAt: NOW,
      errorMsg: null,
      counts: null,
    })
    if (began && before?.batchId && before.batchId !== fromBatch) await deleteBatch(tx, before.batchId)
    return began
  })
  return began ? selectTaskById(run.db, recordId) : undefined
}

async function stageRows(services: JobServices, run: JobRun, task: ImportTaskRecord, fromBatch?: number) {
  const kind = IMPORT_KINDS[task.kind]
  const progress = progressOf(run, task)
  const source = inBatches(sourceOf(services, run, task, progress, fromBatch))
  // Asked for before anything else: the file is being opened while the judge looks up what it will need.
  const first = source.next()
  first.catch(() => undefined)
  const isCrowded = makeCrowdedNumbers()
  const underWay: Promise<number>[] = []
  let rows = 0
  try {
    const stage = await openStage(services, run, task)
    for (let next = await first; !next.done; next = await source.next()) {
      run.signal.throwIfAborted()
      if (isCrowded(next.value.map(({ byKey }) => byKey))) throw new BizError(700, CROWDED)
      const staging = stage(next.value)
      // Handled by the caller, which awaits it later; silences unhandledRejection.
      staging.catch(() => undefined)
      // While the database answers for one batch the next one is read and checked.
      underWay.push(staging)
      if (underWay.length < BATCHES_AT_ONCE) continue
      rows += (await underWay.shift()) ?? 0
      await progress.report(rows)
    }
    for (const staging of underWay) rows += await staging
  } finally {
    // Rows that are still being copied would come after those of a failed reading were deleted.
    await Promise.allSettled([source.return(undefined), ...underWay])
  }
  if (rows === 0) throw new BizError(700, '文件中没有学生数据，请填写后上传')
  await kind.markRepeats(run.db, task)
  await progress.report(rows, true)
}

/** Judges a batch and keeps it with what was said of each row. */
async function openStage({ secrets, work }: JobServices, run: JobRun, task: ImportTaskRecord) {
  const judge = await IMPORT_KINDS[task.kind].openJudge({ db: run.db, secrets }, task, { ofFile: true })
  const batchId = task.batchId ?? 0
  const stageVerdicts = async (batch: ParsedRow[]) => {
    const verdicts = await judge(batch)
    const staged = batch.map(({ rowNo }, index) =>
      stagedRow(rowNo, verdicts[index] ?? { outcome: RowOutcome.code.error }),
    )
    await copyStagedRows(work.pool, batchId, staged)
  }
  return async (batch: ParsedRow[]): Promise<number> => {
    const cells = storeCells({ db: work.db, secrets }, batchId, batch)
    // Both are over when one has failed: nothing comes after the rows were deleted.
    for (const each of await Promise.allSettled([cells, stageVerdicts(batch)])) {
      if (each.status === 'rejected') throw each.reason
    }
    return batch.length
  }
}

function progressOf(run: JobRun, task: ImportTaskRecord) {
  let reportedAt = 0
  let expected = 0
  return {
    expect(rows: number | null) {
      expected = rows ?? 0
    },
    async report(rows: number, last = false) {
      if (!last && performance.now() - reportedAt < PROGRESS_MS) return
      reportedAt = performance.now()
      const state = await selectReadingState(run.db, task.id)
      if (!state || state.cancelWanted) throw new Cancelled()
      // The file only says how many rows there might be.
      const total = last ? rows : Math.max(rows, expected)
      await saveProgress(run.db, task.id, task.batchId ?? 0, rows, total)
    },
  }
}

type Progress = ReturnType<typeof progressOf>

function sourceOf(
  { secrets }: JobServices,
  run: JobRun,
  task: ImportTaskRecord,
  progress: Progress,
  fromBatch?: number,
): AsyncIterable<ParsedRow[]> {
  if (fromBatch !== undefined) return stagedSource(run, secrets, task, fromBatch)
  if (!task.fileId) throw new BizError(700, '文件已过期，请重新上传')
  const sheet = readWorkbook(openStoredFile(run.db, secrets, task.fileId), {
    signal: run.signal,
    onSize: ({ rows }) => progress.expect(rows),
  })
  return parseRows(sheet, IMPORT_KINDS[task.kind].columns(task), async (layout) => {
    await changeTask(run.db, task.id, ['reading'], { layout: JSON.stringify(layout) })
  })
}

async function* stagedSource(
  run: JobRun,
  secrets: JobServices['secrets'],
  task: ImportTaskRecord,
  fromBatch: number,
): AsyncGenerator<ParsedRow[]> {
  const layout = task.layout as SheetLayout
  let after = 0
  for (;;) {
    const rows = await selectRowsAfter(run.db, { batchId: fromBatch }, after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)?.rowNo ?? after
    const cellsOf = await openCells({ db: run.db, secrets }, fromBatch, rows)
    yield rows.flatMap(({ rowNo }) => parsedRow(rowNo, cellsOf(rowNo), layout) ?? [])
  }
}

async function* inBatches(source: AsyncIterable<ParsedRow[]>): AsyncGenerator<ParsedRow[]> {
  let waiting: ParsedRow[] = []
  for await (const rows of source) {
    waiting.push(...rows)
    while (waiting.length >= BATCH) {
      yield waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
    }
  }
  if (waiting.length > 0) yield waiting
}

async function finishReading(run: JobRun, task: ImportTaskRecord, fromBatch?: number) {
  const counts = await countOutcomes(run.db, roundOf(task), IMPORT_KINDS[task.kind].written)
  if (task.userId !== null && counts.foreign > 0) {
    const today = await countElsewhereToday(run.db, task.userId, task.id)
    if (today + counts.foreign > ELSEWHERE_PER_DAY) {
      throw new BizError(
        700,
        `文件中有较多学生登记在其他学校，超过每日 ${ELSEWHERE_PER_DAY} 人的上限，请联系区域管理员核对名单`,
      )
    }
  }
  const found = counts.insert + counts.update + counts.unchanged
  await assertFewMissed(run.db, task.userId, { missed: counts.missed, found }, task.id)
  // Read once more means that somebody looks at it, however it began.
  const previewed = task.previewed || fromBatch !== undefined
  const state = previewed ? 'preview' : 'writing'
  await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await lockImportTask(tx, task.id)
    const now = await selectReadingState(tx, task.id)
    if (now?.cancelWanted) throw new Cancelled()
    await changeTask(tx, task.id, ['reading'], { state, counts: JSON.stringify(counts) })
    if (fromBatch !== undefined) await deleteBatch(tx, fromBatch)
  })
}

async function cancelReading(run: JobRun, task: ImportTaskRecord, fromBatch?: number) {
  await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await changeTask(tx, task.id, ['queued', 'reading'], { state: 'cancelled', finishedAt: NOW })
    await deleteBatch(tx, task.batchId ?? 0)
    if (fromBatch !== undefined) await deleteBatch(tx, fromBatch)
  })
}
