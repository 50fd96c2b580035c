import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BizError } from '#contract/core/error-codes.ts'
import { monotonicMs } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { enqueueHourly, makeEnqueue } from './enqueue.ts'
import {
  type ClaimedJob,
  claimJob,
  finishJob,
  handBackJob,
  LEASE_SECONDS,
  lockLease,
  renewLease,
  reportProgress,
  retryJob,
} from './job-queries.ts'
import {
  type Enqueue,
  type JobKind,
  type JobPayloads,
  type JobPlace,
  type JobRun,
  LeaseLost,
  type PayloadsOf,
  type WorkerLog,
} from './queue.ts'

export type WorkerOptions = {
  /** Runs the kinds of this place only; it still takes orders for all. */
  place?: JobPlace
  /** Jobs that run side by side; each place that becomes free takes the one that has waited longest. */
  atOnce?: number
}
export type Worker<Payloads = JobPayloads> = {
  /** Accepts jobs of every kind, in whichever process they run. */
  enqueue: Enqueue<Payloads>
  /** Orders what runs every hour; asked for by every node, it exists once. */
  enqueueHourly(): Promise<void>
  start(): void
  /** There may be something to do: a started worker looks at once instead of at its next round. */
  nudge(): void
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

/** Runs the queue's jobs; start several nodes for more at once. */
export function makeWorker<const Kinds extends readonly JobKind[]>(
  db: Db,
  kinds: Kinds,
  log: WorkerLog,
  { place, atOnce = 1 }: WorkerOptions = {},
): Worker<PayloadsOf<Kinds>> {
  const byName = new Map<string, JobKind>(kinds.map((kind) => [kind.name, kind]))
  const own = kinds.filter((kind) => place === undefined || kind.place === place).map(({ name }) => name)
  const rounds = new Set<Promise<void>>()
  const running = new Map<string, { job: ClaimedJob; abort: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let nudged = false
  /** Rounds that look or run; one that only waits for other rounds leaves its place to others. */
  let busy = 0

  const enqueue = makeEnqueue(byName)

  function runDue(): Promise<void> {
    const round = runAllDue().finally(() => rounds.delete(round))
    rounds.add(round)
    return round
  }

  async function runAllDue() {
    const otherRounds: Promise<void>[] = []
    busy++
    try {
      while (!stopping) {
        nudged = false
        const token = randomUUID()
        const job = await claimJob(db, token, own)
        // Asked for while we looked: the look may have been too early.
        if (!job && nudged) continue
        if (!job) break
        // Where one was waiting there may be more.
        if (busy < atOnce) otherRounds.push(runDue().catch(logRound))
        await runJob(job, token)
      }
    } finally {
      busy--
    }
    await Promise.all(otherRounds)
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
      fence: (handle) => must(lockLease(handle, job.id, token)),
      enqueue,
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

  /** Renews until stopped; a lease that could not be renewed in its own time counts as lost. */
  function keepLease(job: ClaimedJob, token: string, abort: AbortController): () => void {
    let renewedAt = monotonicMs()
    let asking = false
    const renew = async () => {
      const askedAt = monotonicMs()
      // A fenced transaction of the job holds the row, and with it the lease: to ask again would only queue up.
      if (asking) return
      if (askedAt - renewedAt > LEASE_SECONDS * 1_000) return abort.abort(new LeaseLost())
      asking = true
      try {
        if (await renewLease(db, job.id, token)) renewedAt = monotonicMs()
        else abort.abort(new LeaseLost())
      } catch (error) {
        log.error({ err: error, jobId: job.id }, 'renewing a lease failed')
      } finally {
        asking = false
      }
    }
    const renewing = setInterval(() => void renew(), RENEW_MS)
    return () => clearInterval(renewing)
  }

  async function settleFault(job: ClaimedJob, token: string, error: unknown) {
    if (error instanceof LeaseLost) return
    if (error instanceof BizError) return giveUp(job, token, error.message)
    if (stopping) return handBackJob(db, job.id, token)
    log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed')
    if (job.attempts >= job.maxAttempts) return giveUp(job, token, GAVE_UP)
    return retryJob(db, job.id, token, WILL_RETRY, 2 ** job.attempts)
  }

  /** Waiters are notified in the same transaction as the work, or not at all; a second notification does no harm. */
  async function giveUp(job: ClaimedJob, token: string, reason: string) {
    const kind = byName.get(job.kind)
    await db.transaction().execute(async (tx) => {
      if (!(await lockLease(tx, job.id, token))) return
      await kind?.failed?.(tx, kind.payload.parse(job.payload), reason)
      await finishJob(tx, job.id, token, 'failed', reason)
    })
  }

  const logRound = (error: unknown) => log.error({ err: error }, 'running the job queue failed')

  /** A round that is under way takes whatever comes; a place that is free looks by itself. */
  function look() {
    if (stopping || own.length === 0) return
    if (busy >= atOnce) nudged = true
    else runDue().catch(logRound)
  }

  function poll() {
    timer = setInterval(look, POLL_MS)
  }

  function nudge() {
    if (timer) look()
  }

  async function stop(patienceMs = STOP_MS) {
    stopping = true
    clearInterval(timer)
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

  return { enqueue, enqueueHourly: () => enqueueHourly(db, byName), start: poll, nudge, runDue, stop }
}

const stopped = () => new Error('the node is stopping')
