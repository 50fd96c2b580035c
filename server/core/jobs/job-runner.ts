import { BizError } from '#contract/core/error-codes.ts'
import type { Db } from '../db/connect.ts'
import {
  type ClaimedJob,
  finishJob,
  handBackJob,
  lockLease,
  reportProgress,
  retryJob,
} from './job-queries.ts'
import { type Lease, openLease } from './lease.ts'
import { type EnqueueJob, type JobKind, type JobRun, LeaseLost, type WorkerLog } from './queue.ts'

/** What a failed job says to people; the fault itself is in the log. */
const WILL_RETRY = '执行时出错，将自动重试'
const GAVE_UP = '多次执行都出错，已停止重试，请联系管理员'
const INTERRUPTED = '任务多次中断，已停止重试'

type RunnerOptions = {
  db: Db
  kinds: ReadonlyMap<string, JobKind>
  log: WorkerLog
  enqueue: EnqueueJob
  /** Aborted when the worker stops. */
  stopping: AbortSignal
}

export type JobRunner = {
  /** Runs a claimed job under its lease and writes down how it ended. */
  run(job: ClaimedJob, token: string): Promise<void>
  /** Those under way. */
  running: ReadonlySet<Lease>
}

export function makeJobRunner({ db, kinds, log, enqueue, stopping }: RunnerOptions): JobRunner {
  const running = new Set<Lease>()

  async function run(job: ClaimedJob, token: string) {
    const lease = openLease(db, log, job, token)
    running.add(lease)
    try {
      const kind = kinds.get(job.kind)
      if (!kind) throw new BizError(700, `未知任务类型 ${job.kind}`)
      // Claimed in the moment of stopping.
      stopping.throwIfAborted()
      // A worker that died took its last attempt with it: this one would be one too many.
      if (job.attempts > job.maxAttempts) throw new BizError(700, INTERRUPTED)
      await kind.run(jobRun(lease), kind.payload.parse(job.payload))
      await finishJob(db, job.id, token, 'done', null)
    } catch (error) {
      await settleFault(job, token, error)
    } finally {
      lease.close()
      running.delete(lease)
    }
  }

  function jobRun({ job, token, signal }: Lease): JobRun {
    const must = async (ours: Promise<boolean>) => {
      if (!(await ours)) throw new LeaseLost()
    }
    return {
      db,
      jobId: job.id,
      signal,
      report: (progress, total, handle = db) => must(reportProgress(handle, job.id, token, progress, total)),
      fence: (handle) => must(lockLease(handle, job.id, token)),
      enqueue,
    }
  }

  async function settleFault(job: ClaimedJob, token: string, error: unknown) {
    if (error instanceof LeaseLost) return
    if (error instanceof BizError) return giveUp(job, token, error.message)
    if (stopping.aborted) return handBackJob(db, job.id, token)
    log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed')
    if (job.attempts >= job.maxAttempts) return giveUp(job, token, GAVE_UP)
    return retryJob(db, job.id, token, WILL_RETRY, 2 ** job.attempts)
  }

  /** Waiters are notified in the same transaction as the work, or not at all; a second notification does no harm. */
  async function giveUp(job: ClaimedJob, token: string, reason: string) {
    const kind = kinds.get(job.kind)
    await db.transaction().execute(async (tx) => {
      if (!(await lockLease(tx, job.id, token))) return
      await kind?.failed?.(tx, kind.payload.parse(job.payload), reason)
      await finishJob(tx, job.id, token, 'failed', reason)
    })
  }

  return { run, running }
}
