import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BizError } from '#contract/core/error-codes.ts'
import { monotonicMs } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import {
  type ClaimedJob,
  claimJob,
  finishJob,
  handBackJob,
  holdLease,
  insertJob,
  LEASE_SECONDS,
  renewLease,
  reportProgress,
  retryJob,
} from './job-queries.ts'
import { type EnqueueJob, type JobKind, type JobRun, LeaseLost } from './queue.ts'

type Log = { error(details: object, message: string): void }
export type Worker = {
  enqueue: EnqueueJob
  start(): void
  /** Tells running jobs to end, waits a while, and hands back what has not ended by then. */
  stop(patienceMs?: number): Promise<void>
  /** Runs until nothing is due. */
  runDue(): Promise<void>
}

const POLL_MS = 1_000
const RENEW_MS = (LEASE_SECONDS / 3) * 1_000
const STOP_MS = 8_000
/** What a failed job says to people; the fault itself is in the log. */
const WILL_RETRY = '执行时出错，将自动重试'
const GAVE_UP = '多次执行都出错，已停止重试，请联系管理员'
const INTERRUPTED = '任务多次中断，已停止重试'

/** Runs the queue's jobs one after another; start several nodes for more at once. */
export function makeWorker(db: Db, kinds: readonly JobKind[], log: Log): Worker {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const rounds = new Set<Promise<void>>()
  const running = new Map<string, { job: ClaimedJob; abort: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  const enqueue: EnqueueJob = async (handle, kind, payload, options = {}) => {
    const known = byName.get(kind)
    if (!known) throw new Error(`unknown job kind ${kind}`)
    await insertJob(handle, kind, known.payload.parse(payload) as object, known.maxAttempts, options)
  }

  function runDue(): Promise<void> {
    const round = runAllDue().finally(() => rounds.delete(round))
    rounds.add(round)
    return round
  }

  async function runAllDue() {
    while (!stopping) {
      const token = randomUUID()
      const job = await claimJob(db, token, [...byName.keys()])
      if (!job) return
      await runJob(job, token)
    }
  }

  async function runJob(job: ClaimedJob, token: string) {
    const abort = new AbortController()
    running.set(token, { job, abort })
    const stopRenewing = keepLease(job, token, abort)
    const must = async (ours: Promise<boolean>) => {
      if (!(await ours)) throw new LeaseLost()
    }
    const run: JobRun = {
      db,
      jobId: job.id,
      signal: abort.signal,
      report: (progress, total, handle = db) => must(reportProgress(handle, job.id, token, progress, total)),
      fence: (handle) => must(holdLease(handle, job.id, token)),
    }
    try {
      const kind = byName.get(job.kind)
      if (!kind) throw new BizError(700, `未知任务类型 ${job.kind}`)
      // Claimed in the moment of stopping.
      if (stopping) throw stopped()
      // A worker that died took its last attempt with it: this one would be one too many.
      if (job.attempts > job.maxAttempts) throw new BizError(700, INTERRUPTED)
      await kind.run(run, kind.payload.parse(job.payload))
      await finishJob(db, job.id, token, 'done', null)
    } catch (error) {
      await settleFault(job, token, error)
    } finally {
      stopRenewing()
      running.delete(token)
    }
  }

  /** Renews until told to stop; a lease that could not be renewed in its own time counts as lost. */
  function keepLease(job: ClaimedJob, token: string, abort: AbortController): () => void {
    let renewedAt = monotonicMs()
    const renew = async () => {
      const askedAt = monotonicMs()
      if (askedAt - renewedAt > LEASE_SECONDS * 1_000) return abort.abort(new LeaseLost())
      try {
        if (await renewLease(db, job.id, token)) renewedAt = askedAt
        else abort.abort(new LeaseLost())
      } catch (error) {
        log.error({ err: error, jobId: job.id }, 'renewing a lease failed')
      }
    }
    const renewing = setInterval(() => void renew(), RENEW_MS)
    return () => clearInterval(renewing)
  }

  async function settleFault(job: ClaimedJob, token: string, error: unknown) {
    if (error instanceof LeaseLost) return
    if (error instanceof BizError) return finishJob(db, job.id, token, 'failed', error.message)
    if (stopping) return handBackJob(db, job.id, token)
    log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed')
    if (job.attempts >= job.maxAttempts) return finishJob(db, job.id, token, 'failed', GAVE_UP)
    return retryJob(db, job.id, token, WILL_RETRY, 2 ** job.attempts)
  }

  function poll() {
    timer = setTimeout(() => {
      runDue()
        .catch((error) => log.error({ err: error }, 'running the job queue failed'))
        .finally(() => {
          if (!stopping) poll()
        })
    }, POLL_MS)
  }

  async function stop(patienceMs = STOP_MS) {
    stopping = true
    clearTimeout(timer)
    for (const { abort } of running.values()) abort.abort(stopped())
    const patience = new AbortController()
    const ended = Promise.allSettled(rounds).then(() => patience.abort())
    await Promise.race([
      ended,
      sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    // Whatever they still write is refused by the fence: the lease is no longer theirs.
    for (const [token, { job }] of running) {
      await handBackJob(db, job.id, token).catch((error) =>
        log.error({ err: error, jobId: job.id }, 'handing back a job failed; its lease will run out'),
      )
    }
  }

  return { enqueue, start: poll, runDue, stop }
}

const stopped = () => new Error('the node is stopping')
