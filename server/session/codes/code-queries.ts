import { sql } from 'kysely'
import type { Db, Tx } from '../../core/db/connect.ts'
import type { Schema } from '../../core/db/schema.ts'

export const CODE_MINUTES = 5
export const CODE_TRIES = 5
const VERIFIED_MINUTES = 10
const TRIES_PER_HOUR = 10

export async function insertCaptcha(db: Db, id: string, answerHash: Buffer) {
  await db
    .insertInto('captcha')
    .values({ id, answerHash, expiresAt: sql<Date>`now() + interval '5 minutes'` })
    .execute()
}

/** One look only: right or wrong, the picture is gone. */
export async function deleteCaptcha(db: Db, id: string) {
  return db
    .deleteFrom('captcha')
    .where('id', '=', id)
    .returning(['answerHash', sql<boolean>`expires_at < now()`.as('over')])
    .executeTakeFirst()
}

/** Two requests for one phone wait for each other, on every node. */
export async function lockPhone(db: Tx, phoneHash: Buffer) {
  await sql`select pg_advisory_xact_lock(${phoneHash.readInt32BE(0)}, ${phoneHash.readInt32BE(4)})`.execute(
    db,
  )
}

/** Which of the three ways a code was asked for: each has a daily count of its own. */
export type AskedBy = Schema['smsCode']['askedBy']
type Sending = { phoneHash: Buffer; type: number; askedBy: AskedBy; ip: string }

/** The owner, known by the password, does not wait for what others asked for. */
export async function findSendCounts(db: Db, { phoneHash, type, askedBy, ip }: Sending) {
  return db
    .selectNoFrom([
      sql<number | null>`(select ceil(60 - extract(epoch from now() - max(sent_at)))::int from sms_code
        where phone_hash = ${phoneHash} and type = ${type}
          and (asked_by = 'owner') = ${askedBy === 'owner'})`.as('waitSeconds'),
      sql<number>`(select count(*) from sms_code where phone_hash = ${phoneHash}
        and asked_by = ${askedBy} and sent_at > now() - interval '1 day')`.as('phoneToday'),
      sql<number>`(select count(*) from sms_code
        where ip = ${ip} and sent_at > now() - interval '1 day')`.as('addressToday'),
      sql<number>`(select count(*) from sms_code
        where ip = ${ip} and sent_at > now() - interval '10 minutes')`.as('addressLately'),
    ])
    .executeTakeFirstOrThrow()
}

export async function insertCode(
  db: Db,
  code: Sending & { purpose: string; codeHash: Buffer },
): Promise<number> {
  const { id } = await db
    .insertInto('smsCode')
    .values({ ...code, expiresAt: sql<Date>`now() + ${CODE_MINUTES} * interval '1 minute'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteCode(db: Db, id: number) {
  await db.deleteFrom('smsCode').where('id', '=', id).execute()
}

/** The newest code of a purpose, of each way it was asked for. */
export async function findNewestCodes(db: Db, phoneHash: Buffer, type: number, purpose: string) {
  return db
    .selectFrom('smsCode as s')
    .distinctOn('s.askedBy')
    .select(['s.id', 's.askedBy', 's.codeHash', 's.tries', 's.usedAt'])
    .select(sql<boolean>`s.expires_at < now()`.as('over'))
    .select(
      sql<boolean>`(select coalesce(sum(c.tries), 0) from sms_code c where c.phone_hash = s.phone_hash
        and c.purpose = s.purpose and c.asked_by = s.asked_by
        and c.sent_at > now() - interval '1 hour') >= ${TRIES_PER_HOUR}`.as('guessedTooOften'),
    )
    .where('s.phoneHash', '=', phoneHash)
    .where('s.type', '=', type)
    .where('s.purpose', '=', purpose)
    .orderBy('s.askedBy')
    .orderBy('s.id', 'desc')
    .execute()
}

/** Takes one of the tries before the code is compared, so that guesses at once do not multiply. */
export async function countTry(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('smsCode')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', CODE_TRIES)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A right entry is no guess. */
export async function returnTry(db: Db, id: number) {
  await db.updateTable('smsCode').set({ tries: sql<number>`tries - 1` }).where('id', '=', id).execute()
}

/** Verified codes live a little longer, for the second step. */
export async function markVerified(db: Db, id: number) {
  await db
    .updateTable('smsCode')
    .set({
      verifiedAt: sql<Date>`now()`,
      expiresAt: sql<Date>`greatest(expires_at, sent_at + ${VERIFIED_MINUTES} * interval '1 minute')`,
    })
    .where('id', '=', id)
    .execute()
}

/** True for exactly one of those who use it at once. */
export async function markUsed(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('smsCode')
    .set({ usedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
