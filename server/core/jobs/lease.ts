import { monotonicMs } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { type ClaimedJob, handBackJob, LEASE_SECONDS, renewLease } from './job-queries.ts'
import { LeaseLost, type WorkerLog } from './queue.ts'

const RENEW_MS = (LEASE_SECONDS / 3) * 1_000

/** A claimed job in the hands of this worker. */
export type Lease = {
  job: ClaimedJob
  token: string
  /** Aborted when the lease is lost or the worker stops. */
  signal: AbortSignal
  tellToEnd(reason: Error): void
  /** Ends the renewing; the row of the job says what has become of it. */
  close(): void
  /** Releases the job for the next worker; the fence refuses what this worker still writes. */
  handBack(): Promise<void>
}

/** Renews until closed; a lease that could not be renewed in its own time counts as lost. */
export function openLease(db: Db, log: WorkerLog, job: ClaimedJob, token: string): Lease {
  const abort = new AbortController()
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
  return {
    job,
    token,
    signal: abort.signal,
    tellToEnd: (reason) => abort.abort(reason),
    close: () => clearInterval(renewing),
    handBack: () => handBackJob(db, job.id, token),
  }
}
