import { type Insertable, sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import type { SealedPhone } from './sealed-phone.ts'

const SECOND_STEP_MINUTES = 10

/** What signing in needs to know about an account and its organisation. */
function credentials(db: Db) {
  return db
    .selectFrom('appUser as u')
    .leftJoin('org as o', 'o.id', 'u.orgId')
    .select([
      'u.id',
      'u.account',
      'u.accountKey',
      'u.phoneEnc',
      'u.phoneMask',
      'u.phoneHash',
      'u.passwordHash',
      'u.enabled',
      'u.roleType',
      'u.orgId',
      'o.name as orgName',
      'o.orgType',
      'o.property',
      'o.status as orgStatus',
      'o.expiresOn',
      sql<boolean>`u.one_time_until is not null and u.one_time_until < now()`.as('oneTimeOver'),
      sql<boolean>`coalesce(u.second_step_until > now(), false)`.as('awaitsCode'),
      sql<boolean>`o.expires_on < (now() at time zone 'Asia/Shanghai')::date`.as('orgExpired'),
      sql<boolean>`coalesce((select true from app_user a where a.org_id = o.id and a.role_type = 20 and a.enabled limit 1), false)`.as(
        'orgHasAdmin',
      ),
    ])
}
export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentialsByAccount>>>

export const findCredentialsByAccount = (db: Db, accountKey: string) =>
  credentials(db).where('u.accountKey', '=', accountKey).executeTakeFirst()
export const findCredentialsByPhone = (db: Db, phoneHash: Buffer) =>
  credentials(db).where('u.phoneHash', '=', phoneHash).executeTakeFirst()

export async function findPasswordHash(db: Db, userId: number): Promise<string> {
  const row = await db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.passwordHash
}

/** A password its owner chose; a one-time one is over with it. */
export async function updatePassword(db: Db, userId: number, passwordHash: string) {
  await db
    .updateTable('appUser')
    .set({
      passwordHash,
      passwordChangedAt: sql<Date>`now()`,
      mustChangePassword: false,
      oneTimeUntil: null,
      secondStepUntil: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .execute()
}

export async function updateOneTimePassword(db: Db, userId: number, passwordHash: string, hours: number) {
  await db
    .updateTable('appUser')
    .set({
      passwordHash,
      passwordChangedAt: sql<Date>`now()`,
      mustChangePassword: true,
      oneTimeUntil: sql<Date>`now() + ${hours} * interval '1 hour'`,
      secondStepUntil: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .execute()
}

export async function updatePhone(db: Db, userId: number, phone: SealedPhone) {
  await db
    .updateTable('appUser')
    .set({ ...phone, secondStepUntil: null, version: sql<number>`version + 1` })
    .where('id', '=', userId)
    .execute()
}

/** The password was right: for a while the owner is known to be the one who asks for the code. */
export async function startSecondStep(db: Db, userId: number) {
  await db
    .updateTable('appUser')
    .set({ secondStepUntil: sql<Date>`now() + ${SECOND_STEP_MINUTES} * interval '1 minute'` })
    .where('id', '=', userId)
    .execute()
}

/** Of a password that must be changed: whether it is one that somebody else was shown. */
export async function isOneTimePassword(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('appUser')
    .select('mustChangePassword')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.mustChangePassword
}

/** False when password or phone were changed since `user` was read: what was proven with them is worth nothing. */
export async function recordSignIn(db: Db, user: Credentials, ip: string): Promise<boolean> {
  const result = await db
    .updateTable('appUser')
    .set({ lastLoginAt: sql<Date>`now()`, lastLoginIp: ip, secondStepUntil: null })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where(sql<boolean>`phone_hash is not distinct from ${user.phoneHash}`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function isAccountTaken(db: Db, accountKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('appUser')
    .select('id')
    .where('accountKey', '=', accountKey)
    .executeTakeFirst()
  return row !== undefined
}

export async function isPhoneTaken(db: Db, phoneHash: Buffer, exceptUserId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneHash', '=', phoneHash)
    .where('id', '<>', exceptUserId)
    .executeTakeFirst()
  return row !== undefined
}

export type NewUser = Insertable<Schema['appUser']> & { oneTimeHours?: number }

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const { oneTimeHours, ...columns } = user
  const { id } = await db
    .insertInto('appUser')
    .values({
      ...columns,
      oneTimeUntil:
        oneTimeHours === undefined ? null : sql<Date>`now() + ${oneTimeHours} * interval '1 hour'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
