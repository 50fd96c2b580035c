import { z } from 'zod'
import { defineJob, type JobRun } from '../../core/jobs/queue.ts'
import { IMPORT_KINDS } from '../kinds.ts'
import { countOutcomes, giveRoom } from '../rows/import-row-queries.ts'
import { roundOf } from '../rows/write-rows.ts'
import { changeTask, lockImportTask, NOW, selectTaskById } from './import-task-queries.ts'

const payload = z.object({ recordId: z.number() })

/**
 * Writes the rows that are right, in one transaction: after a crash either all of them are there and the task says so,
 * or none is and the job runs again.
 */
export async function writeImport(run: JobRun, recordId: number): Promise<void> {
  await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await lockImportTask(tx, recordId)
    const task = await selectTaskById(tx, recordId)
    if (task?.state !== 'writing') return
    const kind = IMPORT_KINDS[task.kind]
    await giveRoom(tx)
    await kind.lock(tx, task)
    await kind.write(tx, task)
    await changeTask(tx, recordId, ['writing'], {
      state: 'done',
      round: task.round + 1,
      counts: JSON.stringify(
        await countOutcomes(tx, { ...roundOf(task), round: task.round + 1 }, kind.written),
      ),
      errorMsg: null,
      finishedAt: NOW,
      writtenAt: NOW,
    })
  })
}

export const writeImportJob = defineJob({
  name: 'import.write',
  place: 'worker',
  maxAttempts: 3,
  payload,
  run: (run, { recordId }) => writeImport(run, recordId),
  /** Nothing was written: it can be looked at and confirmed again. */
  async failed(tx, { recordId }, reason) {
    const task = await selectTaskById(tx, recordId)
    if (task?.state !== 'writing') return
    const state = task.writtenAt === null ? 'preview' : 'done'
    await changeTask(tx, recordId, ['writing'], { state, errorMsg: reason })
  },
})

export const undoImportJob = defineJob({
  name: 'import.undo',
  place: 'worker',
  maxAttempts: 3,
  payload: payload.extend({ userId: z.number() }),
  async run(run, { recordId, userId }) {
    await run.db.transaction().execute(async (tx) => {
      await run.fence(tx)
      await lockImportTask(tx, recordId)
      const task = await selectTaskById(tx, recordId)
      if (task?.state !== 'undoing') return
      const kind = IMPORT_KINDS[task.kind]
      await giveRoom(tx)
      await kind.lock(tx, task)
      await kind.undo(tx, task)
      await changeTask(tx, recordId, ['undoing'], {
        state: 'undone',
        undoneAt: NOW,
        undoneBy: userId,
        errorMsg: null,
        finishedAt: NOW,
      })
    })
  },
  async failed(tx, { recordId }, reason) {
    await changeTask(tx, recordId, ['undoing'], { state: 'done', errorMsg: reason })
  },
})
