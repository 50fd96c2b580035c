import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'

/** What kinds of jobs are made with. */
export type JobServices = { config: Config; secrets: Secrets; work: Database }

/** In the server process, or in the worker process, where long work cannot delay a request. */
export type JobPlace = 'http' | 'worker'

/** A kind of background work: its payload, where it runs, how often it may be tried, what it does. */
export type JobKind<P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  maxAttempts: number
  place: JobPlace
  /** Runs every hour, once however many nodes there are. */
  hourly?: true
  run(run: JobRun, payload: z.output<P>): Promise<void>
  /** Called when the job is given up, with the sentence that people read; in the transaction that ends it. */
  failed?(tx: Db, payload: z.output<P>, reason: string): Promise<void>
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
  /** Asks for a next job; inside a transaction it exists if and only if the change does. */
  enqueue: EnqueueJob
}

export type EnqueueOptions = { key?: string; runInSeconds?: number }
/** `db` may be a transaction: the job exists if and only if the change does. */
export type EnqueueJob = (db: Db, kind: string, payload: object, options?: EnqueueOptions) => Promise<void>

export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job was taken over')
  }
}
