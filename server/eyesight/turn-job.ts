import { z } from 'zod'
import type { JobKind } from '../core/jobs/queue.ts'
import { turnSome } from '../plans/turn-due.ts'

const STEP = { heads: 20_000, largeToo: true }

/** Hourly, and when many tasks begin at once: turns plans and tasks until nothing is due. */
export const turnJob: JobKind = {
  name: 'screening.turn',
  payload: z.object({}),
  maxAttempts: 3,
  place: 'worker',
  hourly: true,
  async run(run) {
    const step = () =>
      run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        return turnSome(tx, STEP)
      })
    while (!run.signal.aborted && (await step()) > 0);
  },
}
