import { z } from 'zod'
import { defineJob, type JobRun } from '../core/jobs/queue.ts'
import { sendNotices } from './notices.ts'
import { sendReminders } from './reminders.ts'
import {
  isNewDay,
  lockReview,
  looksAtResults,
  REVIEW_JOB,
  raiseWarnings,
  refreshWarnings,
  saveDay,
  saveReviewed,
  selectReferred,
  selectToReview,
} from './review-queries.ts'
import { reviewUnits } from './units/unit-review.ts'

/** A request that saves a result of one of them waits meanwhile: as long as a few requests take. */
const STUDENTS_AT_ONCE = 500

/**
 * Hourly, and when rules change: looks again at students whose warnings may be others without a new result, judges the
 * units of plans, and sends messages about what is new.
 */
export const reviewWarningsJob = defineJob({
  name: REVIEW_JOB,
  payload: z.object({}),
  maxAttempts: 3,
  place: 'worker',
  hourly: true,
  async run(run) {
    while (!run.signal.aborted && (await reviewStep(run)));
    if (!run.signal.aborted) await reviewUnits(run)
    if (!run.signal.aborted && (await isNewDay(run.db))) await reviewDay(run)
    if (!run.signal.aborted) await sendNotices(run)
  },
})

/** Some students of the oldest order; whether there may be more. */
const reviewStep = (run: JobRun): Promise<boolean> =>
  run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    const review = await lockReview(tx)
    if (!review) return false
    const students = await selectToReview(tx, review, STUDENTS_AT_ONCE)
    if (students.length > 0)
      await (looksAtResults(review) ? refreshWarnings(tx, students) : raiseWarnings(tx, students))
    await saveReviewed(tx, review, students.at(-1))
    const done = (students.at(-1) ?? review.lastId) / Math.max(1, review.lastId)
    await run.report(Math.round(Math.min(1, done) * 100), 100, tx)
    return true
  })

/** Days pass without any change of data: once a day those with a referral are looked at, and teachers reminded of them. */
async function reviewDay(run: JobRun): Promise<void> {
  await reviewWaiting(run)
  if (!run.signal.aborted) await sendReminders(run)
  if (run.signal.aborted) return
  await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await saveDay(tx)
  })
}

async function reviewWaiting(run: JobRun): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined && !run.signal.aborted) {
    const after: number = last
    last = await run.db.transaction().execute(async (tx) => {
      await run.fence(tx)
      const students = await selectReferred(tx, after, STUDENTS_AT_ONCE)
      if (students.length > 0) await raiseWarnings(tx, students)
      return students.at(-1)
    })
  }
}
