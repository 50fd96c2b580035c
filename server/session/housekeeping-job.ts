import { z } from 'zod'
import { removeFinishedJobs } from '../core/jobs/job-queries.ts'
import type { JobKind } from '../core/jobs/queue.ts'
import { removeLeftovers } from './login-queries.ts'

const FINISHED_JOBS_KEPT_DAYS = 30

/** Hourly: sessions, codes and failures that are over, and jobs long finished. */
export const housekeepingJob: JobKind = {
  name: 'housekeeping',
  payload: z.object({}),
  maxAttempts: 2,
  async run({ db }) {
    await removeLeftovers(db)
    await removeFinishedJobs(db, FINISHED_JOBS_KEPT_DAYS)
  },
}
