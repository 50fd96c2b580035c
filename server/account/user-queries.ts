import { type Insertable, sql, type UpdateObject } from 'kysely'
import { RoleType } from '#contract/core/codes.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import type { SealedPhone } from './sealed-phone.ts'

const { admin } = codeLiterals(RoleType)

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
      'o.enabled as orgEnabled',
      sql<boolean>`u.one_time_until is not null and u.one_time_until < now()`.as('oneTimeOver'),
      sql<boolean>`coalesce(u.second_step_until > now(), false)`.as('awaitsCode'),
      sql<boolean>`o.expires_on < (now() at time zone 'Asia/Shanghai')::date`.as('orgExpired'),
      sql<boolean>`coalesce((select true from app_user a where a.org_id = o.id and a.role_type = ${admin} and a.enabled limit 1), false)`.as(
        'orgHasAdmin',
      ),
    ])
}
export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentialsByAccount>>>

export const findCredentialsByAccount = (db: Db, accountKey: string) =>
  credentials(db).where('u.accountKey', '=', accountKey).executeTakeFirst()
export const findCredentialsByPhone = (db: Db, phoneHash: Buffer) =>
  credentials(db).where('u.phoneHash', '=', phoneHash).executeTakeFirst()

const userById = (db: Db, userId: number) => db.selectFrom('appUser').where('id', '=', userId)

export async function findPasswordHash(db: Db, userId: number): Promise<string> {
  const row = await userById(db, userId).select('passwordHash').executeTakeFirstOrThrow()
  return row.passwordHash
}

async function updateUser(db: Db, userId: number, columns: UpdateObject<Schema, 'appUser'>): Promise<void> {
  await db.updateTable('appUser').set(columns).where('id', '=', userId).execute()
}
/** A second step that was begun with the old password or phone is over with it. */
const updateProof = (db: Db, userId: number, columns: UpdateObject<Schema, 'appUser'>) =>
  updateUser(db, userId, { ...columns, secondStepUntil: null, version: sql<number>`version + 1` })

/** A password its owner chose; a one-time one is over with it. */
export const updatePassword = (db: Db, userId: number, passwordHash: string) =>
  updateProof(db, userId, {
    passwordHash,
    passwordChangedAt: sql<Date>`now()`,
    mustChangePassword: false,
    oneTimeUntil: null,
  })

export const updateOneTimePassword = (db: Db, userId: number, passwordHash: string, hours: number) =>
  updateProof(db, userId, {
    passwordHash,
    passwordChangedAt: sql<Date>`now()`,
    mustChangePassword: true,
    oneTimeUntil: sql<Date>`now() + ${hours} * interval '1 hour'`,
  })

export const updatePhone = (db: Db, userId: number, phone: SealedPhone) => updateProof(db, userId, phone)

/** The password was right: for a while the owner is known to be the one who asks for the code. */
export const startSecondStep = (db: Db, userId: number) =>
  updateUser(db, userId, {
    secondStepUntil: sql<Date>`now() + ${SECOND_STEP_MINUTES} * interval '1 minute'`,
  })

/** Of a password that must be changed: whether it is one that somebody else was shown. */
export async function isOneTimePassword(db: Db, userId: number): Promise<boolean> {
  const row = await userById(db, userId).select('mustChangePassword').executeTakeFirstOrThrow()
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
  const users = db.selectFrom('appUser').select('id').where('accountKey', '=', accountKey)
  return (await users.executeTakeFirst()) !== undefined
}

export async function isPhoneTaken(db: Db, phoneHash: Buffer, exceptUserId = 0): Promise<boolean> {
  const users = db.selectFrom('appUser').select('id').where('phoneHash', '=', phoneHash)
  return (await users.where('id', '<>', exceptUserId).executeTakeFirst()) !== undefined
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
