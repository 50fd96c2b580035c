import { randomUUID } from 'node:crypto'
import { BizError } from '#contract/core/error-codes.ts'
import type { Db } from '../db/connect.ts'
import {
  type ClaimedJob,
  claimJob,
  finishJob,
  holdLease,
  insertJob,
  LEASE_SECONDS,
  releaseJob,
  renewLease,
  reportProgress,
} from './job-queries.ts'
import { type EnqueueJob, type JobKind, type JobRun, LeaseLost } from './queue.ts'

type Log = { error(details: object, message: string): void }
export type Worker = { enqueue: EnqueueJob; start(): void; stop(): Promise<void>; runDue(): Promise<void> }

const POLL_MS = 1_000
const RENEW_MS = (LEASE_SECONDS / 3) * 1_000

/** Runs the queue's jobs one after another; start several nodes for more at once. */
export function makeWorker(db: Db, kinds: readonly JobKind[], log: Log): Worker {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let current: { done: Promise<void>; abort: AbortController } | undefined

  const enqueue: EnqueueJob = async (handle, kind, payload, options = {}) => {
    const known = byName.get(kind)
    if (!known) throw new Error(`unknown job kind ${kind}`)
    await insertJob(handle, kind, known.payload.parse(payload) as object, known.maxAttempts, options)
  }

  async function runDue() {
    while (!stopping) {
      const token = randomUUID()
      const job = await claimJob(db, token, [...byName.keys()])
      if (!job) return
      const abort = new AbortController()
      current = { done: runJob(job, token, abort), abort }
      await current.done
      current = undefined
    }
  }

  async function runJob(job: ClaimedJob, token: string, abort: AbortController) {
    const renewing = setInterval(() => {
      renewLease(db, job.id, token).then(
        (ours) => ours || abort.abort(new LeaseLost()),
        (error) => log.error({ err: error, jobId: job.id }, 'renewing a lease failed'),
      )
    }, RENEW_MS)
    const must = async (ours: Promise<boolean>) => {
      if (!(await ours)) throw new LeaseLost()
    }
    const run: JobRun = {
      db,
      jobId: job.id,
      signal: abort.signal,
      report: (progress, total) => must(reportProgress(db, job.id, token, progress, total)),
      fence: (handle) => must(holdLease(handle, job.id, token)),
    }
    try {
      const kind = byName.get(job.kind)
      if (!kind) throw new BizError(700, `未知任务类型 ${job.kind}`)
      // A worker that died took its last attempt with it: this one would be one too many.
      if (job.attempts > job.maxAttempts) throw new BizError(700, '任务多次中断，已停止重试')
      await kind.run(run, kind.payload.parse(job.payload))
      await finishJob(db, job.id, token, 'done', null)
    } catch (error) {
      await settleFault(job, token, error)
    } finally {
      clearInterval(renewing)
    }
  }

  async function settleFault(job: ClaimedJob, token: string, error: unknown) {
    if (error instanceof LeaseLost) return
    const message = error instanceof Error ? error.message : String(error)
    if (stopping) return releaseJob(db, job.id, token, null, 0)
    log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed')
    const final = error instanceof BizError || job.attempts >= job.maxAttempts
    if (final) return finishJob(db, job.id, token, 'failed', message)
    return releaseJob(db, job.id, token, message, 2 ** job.attempts)
  }

  function poll() {
    timer = setTimeout(() => {
      runDue()
        .catch((error) => log.error({ err: error }, 'polling the job queue failed'))
        .finally(() => {
          if (!stopping) poll()
        })
    }, POLL_MS)
  }

  return {
    enqueue,
    start: poll,
    runDue,
    async stop() {
      stopping = true
      clearTimeout(timer)
      current?.abort.abort(new Error('the node is stopping'))
      await current?.done
    },
  }
}
