import type { z } from 'zod'
import type { Db } from '../db/connect.ts'

/** A kind of background work: its payload, how often it may be tried, what it does. */
export type JobKind<P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  maxAttempts: number
  run(run: JobRun, payload: z.output<P>): Promise<void>
}

/** What a running job sees. */
export type JobRun = {
  db: Db
  jobId: number
  /**
   * Writes progress; throws LeaseLost when another node has taken over. Inside a fenced transaction give that
   * transaction: the fence keeps everybody else, this job's other connections too, from the job's row.
   */
  report(progress: number, total: number, tx?: Db): Promise<void>
  /** Put first into every transaction that writes: a stale worker's commit is refused. */
  fence(tx: Db): Promise<void>
  /** Aborted when the lease is lost or the node stops; long work looks at it between its steps. */
  signal: AbortSignal
}

export type EnqueueOptions = { key?: string; runInSeconds?: number }
/** `db` may be a transaction: the job exists if and only if the change does. */
export type EnqueueJob = (db: Db, kind: string, payload: object, options?: EnqueueOptions) => Promise<void>

export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job was taken over')
  }
}
