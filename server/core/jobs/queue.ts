import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'

/** What kinds of jobs are made with. */
export type JobServices = { config: Config; secrets: Secrets; work: Database }

/** In the server process, or in the worker process, where long work cannot delay a request. */
export type JobPlace = 'http' | 'worker'

/** A kind of background work: its payload, where it runs, how often it may be tried, what it does. */
export type JobKind<N extends string = string, P extends z.ZodType = z.ZodType> = {
  name: N
  payload: P
  maxAttempts: number
  place: JobPlace
  /** Runs every hour, once however many nodes there are. */
  hourly?: true
  run(run: JobRun, payload: z.output<P>): Promise<void>
  /** Called when the job is given up, with the sentence that people read; in the transaction that ends it. */
  failed?(tx: Db, payload: z.output<P>, reason: string): Promise<void>
}

/** Nobody orders what runs by the clock, so nobody could say its payload. */
type HourlyOf<P extends z.ZodType> = Record<string, never> extends z.input<P> ? true : never

/** Ties the payload that `run` receives to the schema, and keeps the name as a literal for `enqueue`. */
export function defineJob<const N extends string, P extends z.ZodType>(
  kind: JobKind<N, P> & { hourly?: HourlyOf<P> },
): JobKind<N, P> {
  return kind
}

/** What each kind of a list is ordered with. */
export type PayloadsOf<Kinds extends readonly JobKind[]> = {
  [Kind in Kinds[number] as Kind['name']]: z.input<Kind['payload']>
}

/** The kinds of the application; `server/features.ts`, which puts their list together, fills it in. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the list, which the core must not import
export interface JobPayloads {}

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
export type Enqueue<Payloads> = <Name extends keyof Payloads & string>(
  db: Db,
  kind: Name,
  payload: Payloads[Name],
  options?: EnqueueOptions,
) => Promise<void>
/** Orders a job of the application's list. */
export type EnqueueJob = Enqueue<JobPayloads>

export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job was taken over')
  }
}

/** Where a worker says what went wrong; the fault of a job stands here, people read a sentence. */
export type WorkerLog = { error(details: object, message: string): void }
