import type { JobRun } from '../../core/jobs/queue.ts'
import { selectWatchedPlans } from './unit-findings-queries.ts'
import { lockUnitWarnings, raiseUnitWarnings } from './unit-warnings-queries.ts'

/** Classes, schools and areas of the plans under way and of those that ended lately. */
export async function reviewUnits(run: JobRun): Promise<void> {
  for (const plan of await selectWatchedPlans(run.db)) {
    if (run.signal.aborted) return
    await run.db.transaction().execute(async (tx) => {
      await run.fence(tx)
      await lockUnitWarnings(tx, plan.planId)
      await raiseUnitWarnings(tx, plan)
    })
  }
}
