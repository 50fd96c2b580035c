import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { makeClaimRounds } from './claim-rounds.ts'
import { enqueueHourly, makeEnqueue } from './enqueue.ts'
import { makeJobRunner } from './job-runner.ts'
import type { Enqueue, JobKind, JobPayloads, JobPlace, PayloadsOf, WorkerLog } from './queue.ts'

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
const STOP_MS = 8_000

/** Runs the queue's jobs; start several nodes for more at once. */
export function makeWorker<const Kinds extends readonly JobKind[]>(
  db: Db,
  kinds: Kinds,
  log: WorkerLog,
  { place, atOnce = 1 }: WorkerOptions = {},
): Worker<PayloadsOf<Kinds>> {
  const byName = new Map<string, JobKind>(kinds.map((kind) => [kind.name, kind]))
  const names = kinds.filter((kind) => place === undefined || kind.place === place).map(({ name }) => name)
  const stopping = new AbortController()
  const shared = { db, log, stopping: stopping.signal }
  const enqueue = makeEnqueue(byName)
  const runner = makeJobRunner({ ...shared, kinds: byName, enqueue })
  const rounds = makeClaimRounds({ ...shared, names, run: runner.run, atOnce })
  let timer: NodeJS.Timeout | undefined

  async function stop(patienceMs = STOP_MS) {
    const reason = new Error('the node is stopping')
    stopping.abort(reason)
    clearInterval(timer)
    for (const lease of runner.running) lease.tellToEnd(reason)
    const patience = new AbortController()
    const ended = rounds.ended().then(() => patience.abort())
    await Promise.race([
      ended,
      sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    for (const lease of runner.running) {
      await lease
        .handBack()
        .catch((error) =>
          log.error({ err: error, jobId: lease.job.id }, 'handing back a job failed; its lease will run out'),
        )
    }
  }

  return {
    enqueue,
    enqueueHourly: () => enqueueHourly(db, byName),
    start() {
      timer = setInterval(rounds.look, POLL_MS)
    },
    nudge() {
      if (timer) rounds.look()
    },
    runDue: rounds.runDue,
    stop,
  }
}
