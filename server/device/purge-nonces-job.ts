import { z } from 'zod'
import { defineJob } from '../core/jobs/queue.ts'
import { removeOldNonces } from './nonce-queries.ts'

/** Hourly: marks of messages whose time alone refuses them by now. */
export const purgeNoncesJob = defineJob({
  name: 'device.purgeNonces',
  payload: z.object({}),
  maxAttempts: 2,
  place: 'worker',
  hourly: true,
  async run({ db }) {
    await removeOldNonces(db)
  },
})
