import { z } from 'zod'
import { removeExpiredFiles } from '../core/files/stored-file-queries.ts'
import { removeFinishedJobs } from '../core/jobs/job-queries.ts'
import { defineJob } from '../core/jobs/queue.ts'
import { removeLeftovers } from './login-queries.ts'

const FINISHED_JOBS_KEPT_DAYS = 30

/** Hourly: sessions, codes and failures that are over, files nobody may fetch any more, and jobs long finished. */
export const housekeepingJob = defineJob({
  name: 'housekeeping',
  payload: z.object({}),
  maxAttempts: 2,
  place: 'worker',
  hourly: true,
  async run({ db }) {
    await removeLeftovers(db)
    await removeExpiredFiles(db)
    await removeFinishedJobs(db, FINISHED_JOBS_KEPT_DAYS)
  },
})
