import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob } from '../../core/jobs/queue.ts'
import { applyTransitionStep, isAnythingDue } from '../../plans/due-transitions.ts'

const STEP = { heads: 20_000, largeToo: true }
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000]

/** Hourly, and when many tasks begin at once: applies due transitions until none is left. */
export const dueTransitionsJob = defineJob({
  name: 'screening.turn',
  payload: z.object({}),
  maxAttempts: 3,
  place: 'worker',
  hourly: true,
  async run(run) {
    const step = () =>
      run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        return applyTransitionStep(tx, STEP)
      })
    for (const wait of WAITS_MS) {
      while (!run.signal.aborted && (await step()) > 0);
      if (run.signal.aborted || !(await isAnythingDue(run.db))) return
      // Other transactions hold the rest. Should they fail, nothing else would apply it within the hour.
      await sleep(wait)
    }
  },
})
