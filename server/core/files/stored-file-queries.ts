import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export async function insertFile(db: Db, name: string, expiresInHours: number): Promise<string> {
  const { id } = await db
    .insertInto('storedFile')
    .values({ name, expiresAt: sql<Date>`now() + ${expiresInHours} * interval '1 hour'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPart(db: Db, fileId: string, partNo: number, contentEnc: Buffer): Promise<void> {
  await db.insertInto('storedFilePart').values({ fileId, partNo, contentEnc }).execute()
}

export async function completeFile(db: Db, fileId: string, bytes: number): Promise<void> {
  const result = await db
    .updateTable('storedFile')
    .set({ bytes, complete: true })
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new Error('the file was removed while it was stored')
}

/** Only one that may still be fetched. */
export async function findFile(db: Db, fileId: string): Promise<{ bytes: number } | undefined> {
  return db
    .selectFrom('storedFile')
    .select('bytes')
    .where('id', '=', fileId)
    .where('complete', '=', true)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function findPart(db: Db, fileId: string, partNo: number): Promise<Buffer | undefined> {
  const part = await db
    .selectFrom('storedFilePart')
    .select('contentEnc')
    .where('fileId', '=', fileId)
    .where('partNo', '=', partNo)
    .executeTakeFirst()
  return part?.contentEnc
}

export async function deleteStoredFiles(db: Db, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return
  await db.deleteFrom('storedFile').where('id', 'in', fileIds).execute()
}

/** Each goes with all its parts: a few at a time, so that no statement takes long. */
const REMOVED_AT_ONCE = 10

/** Those whose time is over, and those whose writer has died in the middle. */
export async function removeExpiredFiles(db: Db): Promise<void> {
  for (;;) {
    const result = await db
      .deleteFrom('storedFile')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('storedFile')
          .select('id')
          .where((or) =>
            or.or([
              or('expiresAt', '<=', sql<Date>`now()`),
              or.and([
                or('complete', '=', false),
                or('createdAt', '<', sql<Date>`now() - interval '1 hour'`),
              ]),
            ]),
          )
          .limit(REMOVED_AT_ONCE),
      )
      .executeTakeFirst()
    if (result.numDeletedRows < BigInt(REMOVED_AT_ONCE)) return
  }
}
