import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { EnqueueOptions } from './queue.ts'

/**
 * All times are the database's: nodes whose clocks differ still agree on a lease. A killed node's job goes on
 * elsewhere, or on the same node started again, within half a minute.
 */
export const LEASE_SECONDS = 30

export async function insertJob(
  db: Db,
  kind: string,
  payload: object,
  maxAttempts: number,
  options: EnqueueOptions,
) {
  await db
    .insertInto('job')
    .values({
      kind,
      payload: JSON.stringify(payload),
      maxAttempts,
      key: options.key ?? null,
      runAt: sql<Date>`now() + ${options.runInSeconds ?? 0} * interval '1 second'`,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export type ClaimedJob = { id: number; kind: string; payload: object; attempts: number; maxAttempts: number }

/** Takes one job that is due, or whose worker's lease ran out. */
export async function claimJob(db: Db, token: string, kinds: string[]): Promise<ClaimedJob | undefined> {
  return db
    .updateTable('job')
    .set({
      state: 'running',
      leaseToken: token,
      leaseUntil: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where('kind', '=', sql<string>`any(${kinds})`)
        .where('runAt', '<=', sql<Date>`now()`)
        .where((or) =>
          or.or([
            or('state', '=', 'queued'),
            or.and([or('state', '=', 'running'), or('leaseUntil', '<', sql<Date>`now()`)]),
          ]),
        )
        .orderBy('runAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'payload', 'attempts', 'maxAttempts'])
    .executeTakeFirst()
}

/** False when the lease is no longer ours. */
export async function renewLease(db: Db, id: number, token: string): Promise<boolean> {
  const result = await db
    .updateTable('job')
    // The moment, not the start of the statement: it may have waited for a transaction of the job itself.
    .set({ leaseUntil: sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'` })
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when the lease is no longer ours. */
export async function reportProgress(db: Db, id: number, token: string, progress: number, total: number) {
  const result = await db
    .updateTable('job')
    .set({ progress, total })
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Locks the job row until the transaction ends, so that a take-over waits and a stale worker finds nothing. */
export async function lockLease(db: Db, id: number, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function finishJob(
  db: Db,
  id: number,
  token: string,
  state: 'done' | 'failed',
  error: string | null,
) {
  await db
    .updateTable('job')
    .set({ state, error, finishedAt: sql<Date>`now()`, leaseToken: null, leaseUntil: null })
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .execute()
}

/** Back into the queue after a fault, to be tried again. */
export async function retryJob(db: Db, id: number, token: string, error: string, inSeconds: number) {
  await db
    .updateTable('job')
    .set({
      state: 'queued',
      error,
      leaseToken: null,
      leaseUntil: null,
      runAt: sql<Date>`now() + ${inSeconds} * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .execute()
}

/** Back into the queue because the worker stops: for another to take at once, and not counted as an attempt. */
export async function handBackJob(db: Db, id: number, token: string) {
  await db
    .updateTable('job')
    .set({ state: 'queued', leaseToken: null, leaseUntil: null, attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .where('leaseToken', '=', token)
    .execute()
}

/** Names the current hour, the same on every node. */
export async function findHour(db: Db): Promise<string> {
  const { hour } = await db
    .selectNoFrom(sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD-HH24')`.as('hour'))
    .executeTakeFirstOrThrow()
  return hour
}

export async function removeFinishedJobs(db: Db, days: number) {
  await db
    .deleteFrom('job')
    .where('state', 'in', ['done', 'failed'])
    .where('finishedAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
