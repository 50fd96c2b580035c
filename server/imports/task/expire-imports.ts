import { z } from 'zod'
import { deleteStoredFiles } from '../../core/files/stored-file.ts'
import { defineJob } from '../../core/jobs/queue.ts'
import { deleteBatch, deleteLostBatches } from '../rows/import-row-queries.ts'
import { deleteImportTask, selectExpiredTasks } from './import-task-queries.ts'

/** Tasks whose time is over go with their file and everything that was read from it. */
export const importExpiryJob = defineJob({
  name: 'import.expiry',
  place: 'worker',
  maxAttempts: 2,
  hourly: true,
  payload: z.object({}),
  async run({ db, signal }) {
    for (;;) {
      const expired = await selectExpiredTasks(db)
      if (signal.aborted) return
      if (expired.length === 0) return deleteLostBatches(db)
      await db.transaction().execute(async (tx) => {
        for (const { id, batchId } of expired) {
          if (batchId !== null) await deleteBatch(tx, batchId)
          await deleteImportTask(tx, id)
        }
        await deleteStoredFiles(
          tx,
          expired.flatMap(({ fileId }) => fileId ?? []),
        )
      })
    }
  },
})
