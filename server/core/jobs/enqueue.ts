import type { Db } from '../db/connect.ts'
import { findHour, insertJob } from './job-queries.ts'
import type { EnqueueOptions, JobKind } from './queue.ts'

/** The types of `Enqueue` let only kinds of the list through; stored is what their schema made of the payload. */
export function makeEnqueue(kinds: ReadonlyMap<string, JobKind>) {
  return async (db: Db, name: string, payload: unknown, options: EnqueueOptions = {}): Promise<void> => {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`unknown job kind ${name}`)
    await insertJob(db, name, kind.payload.parse(payload) as object, kind.maxAttempts, options)
  }
}

/** Recurring work is queued by every node under a name that the hour gives: it exists once. */
export async function enqueueHourly(db: Db, kinds: ReadonlyMap<string, JobKind>): Promise<void> {
  const enqueue = makeEnqueue(kinds)
  const hour = await findHour(db)
  for (const { name, hourly } of kinds.values()) {
    if (hourly) await enqueue(db, name, {}, { key: `${name}:${hour}` })
  }
}
