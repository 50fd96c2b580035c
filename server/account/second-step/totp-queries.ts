import { sql } from 'kysely'
import type { Db, Tx } from '../../core/db/connect.ts'

/** How long a secret that was shown waits for its first code. */
const ENROLMENT_MINUTES = 15

/** By the database's clock, so that nodes whose clocks differ accept the same codes. */
const currentStep = (seconds: number) =>
  sql<number>`floor(extract(epoch from now()) / ${seconds})::bigint`.as('currentStep')

export async function hasTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('totp').select('userId').where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}

export function findTotp(db: Db, userId: number, stepSeconds: number) {
  return db
    .selectFrom('totp')
    .select(['secretEnc', 'lastStep', currentStep(stepSeconds)])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export function findEnrolment(db: Db, userId: number, stepSeconds: number) {
  return db
    .selectFrom('totpEnrolment')
    .select(['secretEnc', currentStep(stepSeconds)])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** The newest secret that was shown is the one that counts. */
export async function saveEnrolment(db: Db, userId: number, secretEnc: Buffer): Promise<void> {
  const expiresAt = sql<Date>`now() + ${ENROLMENT_MINUTES} * interval '1 minute'`
  await db
    .insertInto('totpEnrolment')
    .values({ userId, secretEnc, expiresAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ secretEnc, expiresAt }))
    .execute()
}

type NewTotp = { userId: number; secretEnc: Buffer; lastStep: number }

/** False where there is one already and `replace` does not allow to put another in its place. */
export async function saveTotp(db: Tx, totp: NewTotp, { replace }: { replace: boolean }): Promise<boolean> {
  const { secretEnc, lastStep } = totp
  const result = await db
    .insertInto('totp')
    .values(totp)
    .onConflict((conflict) => {
      const taken = conflict.column('userId')
      return replace ? taken.doUpdateSet({ secretEnc, lastStep, since: sql<Date>`now()` }) : taken.doNothing()
    })
    .executeTakeFirst()
  await db.deleteFrom('totpEnrolment').where('userId', '=', totp.userId).execute()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** True for exactly one of those who use a code at once; no earlier code is accepted after it. */
export async function spendStep(db: Tx, userId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('totp')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Authenticator and recovery codes go together; false where there was none. */
export async function deleteTotp(db: Tx, userId: number): Promise<boolean> {
  await db.deleteFrom('totpEnrolment').where('userId', '=', userId).execute()
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  const result = await db.deleteFrom('totp').where('userId', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(db: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

export async function isRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recoveryCode')
    .select('userId')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** True for exactly one of those who use it at once. */
export async function spendRecoveryCode(db: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Since when there is an authenticator, and how many recovery codes are left. */
export async function findTotpState(db: Db, userId: number) {
  return db
    .selectNoFrom((eb) => [
      eb.selectFrom('totp').select('since').where('userId', '=', userId).as('since'),
      sql<number>`(select count(*) from recovery_code where user_id = ${userId} and used_at is null)`.as(
        'codesLeft',
      ),
    ])
    .executeTakeFirstOrThrow()
}
