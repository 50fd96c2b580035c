import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { claimJob } from './job-queries.ts'
import type { JobRunner } from './job-runner.ts'
import type { WorkerLog } from './queue.ts'

type RoundOptions = {
  db: Db
  /** The kinds that are claimed. */
  names: string[]
  run: JobRunner['run']
  atOnce: number
  log: WorkerLog
  /** Aborted when the worker stops. */
  stopping: AbortSignal
}

export type ClaimRounds = {
  /** Claims and runs until nothing is due. */
  runDue(): Promise<void>
  /** There may be something to do. */
  look(): void
  /** Once every round that is under way has ended. */
  ended(): Promise<unknown>
}

/** A round claims one job after the other; where one was waiting a second round begins, up to `atOnce`. */
export function makeClaimRounds({ db, names, run, atOnce, log, stopping }: RoundOptions): ClaimRounds {
  const rounds = new Set<Promise<void>>()
  let nudged = false
  /** Rounds that look or run; one that only waits for other rounds leaves its place to others. */
  let busy = 0

  function runDue(): Promise<void> {
    const round = runAllDue().finally(() => rounds.delete(round))
    rounds.add(round)
    return round
  }

  async function runAllDue() {
    const otherRounds: Promise<void>[] = []
    busy++
    try {
      while (!stopping.aborted) {
        nudged = false
        const token = randomUUID()
        const job = await claimJob(db, token, names)
        // Asked for while we looked: the look may have been too early.
        if (!job && nudged) continue
        if (!job) break
        // Where one was waiting there may be more.
        if (busy < atOnce) otherRounds.push(runDue().catch(logRound))
        await run(job, token)
      }
    } finally {
      busy--
    }
    await Promise.all(otherRounds)
  }

  /** A round that is under way takes whatever comes; a place that is free looks by itself. */
  function look() {
    if (stopping.aborted || names.length === 0) return
    if (busy >= atOnce) nudged = true
    else runDue().catch(logRound)
  }

  const logRound = (error: unknown) => log.error({ err: error }, 'running the job queue failed')

  return { runDue, look, ended: () => Promise.allSettled(rounds) }
}
