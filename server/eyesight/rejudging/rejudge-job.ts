import { z } from 'zod'
import { defineJob } from '../../core/jobs/queue.ts'
import { rejudgeBatch } from './rejudge.ts'

/** Hourly, so that it begins after an upgrade and goes on after a fault: judges again what a migration ordered. */
export const rejudgeJob = defineJob({
  name: 'screening.rejudge',
  payload: z.object({}),
  maxAttempts: 3,
  place: 'worker',
  hourly: true,
  async run(run) {
    const step = () =>
      run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        const progress = await rejudgeBatch(tx)
        if (progress) await run.report(progress.doneId, progress.lastId, tx)
        return progress
      })
    while (!run.signal.aborted && (await step()));
  },
})
