import { sql } from 'kysely'
import { ApprovalStatus, RoleType } from '#contract/core/codes.ts'
import { type PermissionName, permissionNameOf, withParents } from '#contract/core/permissions.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../context.ts'
import { codeLiterals } from '../db/code-literals.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'

const { admin } = codeLiterals(RoleType)

type SessionKey = { hash: Buffer; idleMinutes: number; passwordMaxAgeDays: number }

/** What is known about an account `u` of an organisation `o`. */
function accountFields(maxAgeDays: number) {
  return [
    'u.id as userId',
    'u.account',
    'u.realName',
    'u.phoneEnc',
    'u.phoneMask',
    'u.roleType',
    'u.isSuper',
    'u.dataRangeType',
    'u.dataRangeProvinceId',
    'u.dataRangeCityId',
    'u.dataRangeRegionId',
    'u.enabled',
    'u.mustChangePassword',
    'u.version',
    'u.orgId',
    remainingDays(maxAgeDays).as('passwordRemainingDays'),
    'o.name as orgName',
    'o.orgType',
    'o.property',
    'o.provinceId',
    'o.cityId',
    'o.regionId',
    'o.status as orgStatus',
    'o.expiresOn',
    'o.enabled as orgEnabled',
    sql<boolean>`o.expires_on < (now() at time zone 'Asia/Shanghai')::date`.as('orgExpired'),
    // `exists` would be answered by reading every administrator there is; the limit keeps it to this organisation.
    sql<boolean>`coalesce((select true from app_user a where a.org_id = o.id and a.role_type = ${admin} and a.enabled limit 1), false)`.as(
      'orgHasAdmin',
    ),
    sql<number[]>`array(
      select item.permission_id from permission_group_item item
      where item.group_id = o.permission_group_id and item.role_type = u.role_type
        and not exists (select 1 from user_permission_override x
          where x.user_id = u.id and x.permission_id = item.permission_id and not x.granted)
      union
      select x.permission_id from user_permission_override x where x.user_id = u.id and x.granted
      order by 1)`.as('permissionIds'),
  ] as const
}

/** Everything one request needs to know about its session, in one round trip. */
const selectSession = prepared<SessionKey>()((db, param) =>
  db
    .selectFrom('session as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('org as o', 'o.id', 'u.orgId')
    .where('s.tokenHash', '=', param('hash'))
    .select([
      's.revokedCode',
      's.mustEnrol',
      sql<boolean>`s.expires_at <= now()`.as('over'),
      sql<boolean>`s.last_seen_at < now() - ${param('idleMinutes')} * interval '1 minute'`.as('idle'),
      sql<boolean>`s.last_seen_at < now() - interval '30 seconds'`.as('seenLongAgo'),
      ...accountFields(param('passwordMaxAgeDays')),
    ]),
)

export async function findSession(db: Db, hash: Buffer, config: Config) {
  const idleMinutes = config.SESSION_IDLE_MINUTES
  const passwordMaxAgeDays = config.PASSWORD_MAX_AGE_DAYS
  const [row] = await selectSession(db, { hash, idleMinutes, passwordMaxAgeDays })
  return row && { ...row, tokenHash: hash }
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The account itself, for work that goes on without a session; undefined where it is gone. */
export async function findAccount(db: Db, userId: number, config: Config) {
  return db
    .selectFrom('appUser as u')
    .leftJoin('org as o', 'o.id', 'u.orgId')
    .where('u.id', '=', userId)
    .select([...accountFields(config.PASSWORD_MAX_AGE_DAYS)])
    .executeTakeFirst()
}

export type SessionAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Days until the password of `u` must be changed; 0 or less: now. */
function remainingDays(maxAgeDays: number) {
  return sql<number>`case when u.must_change_password then 0 else
    ${maxAgeDays}::int - extract(day from now() - u.password_changed_at)::int end`
}

/** The code an organisation's state answers with, in the order in which a person can do something about it. */
export function orgStateCode(
  row: Pick<SessionRow, 'orgStatus' | 'orgEnabled' | 'expiresOn' | 'orgExpired' | 'orgHasAdmin'>,
) {
  if (row.orgEnabled === false) return 605
  if (row.orgStatus !== ApprovalStatus.code.passed) return 671
  if (row.expiresOn === null) return 670
  if (row.orgExpired) return 669
  if (!row.orgHasAdmin) return 659
  return undefined
}

export function callerOf(row: SessionAccount & { tokenHash: Buffer; mustEnrol?: boolean }): Caller {
  const { orgId, orgName, orgType, property, provinceId } = row
  const org =
    orgId !== null && orgName !== null && orgType !== null && property !== null && provinceId !== null
      ? {
          id: orgId,
          name: orgName,
          orgType,
          property,
          provinceId,
          cityId: row.cityId,
          regionId: row.regionId,
          expiresOn: row.expiresOn,
        }
      : null
  return {
    userId: row.userId,
    account: row.account,
    realName: row.realName,
    phoneEnc: row.phoneEnc,
    phoneMask: row.phoneMask,
    roleType: row.roleType,
    isSuper: row.isSuper,
    dataRangeType: row.dataRangeType,
    dataRangeProvinceId: row.dataRangeProvinceId,
    dataRangeCityId: row.dataRangeCityId,
    dataRangeRegionId: row.dataRangeRegionId,
    orgId,
    org,
    permissions: namesOf(row.permissionIds),
    mustChangePassword: row.mustChangePassword || row.passwordRemainingDays <= 0,
    passwordRemainingDays: row.passwordRemainingDays,
    mustEnrol: row.mustEnrol ?? false,
    tokenHash: row.tokenHash,
  }
}

/** Changes whenever what the user may do or is called changes; the web page then asks again. */
export function permissionsVersion(row: SessionRow): string {
  return `${row.userId}.${row.version}.${hashOf(row.permissionIds)}`
}

export async function touchSession(db: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('tokenHash', '=', hash)
    .execute()
}

function namesOf(ids: number[]): ReadonlySet<PermissionName> {
  const names = new Set<PermissionName>()
  for (const id of ids) {
    const name = permissionNameOf(id)
    if (name) names.add(name)
  }
  return withParents(names)
}

function hashOf(ids: number[]): string {
  let hash = 0
  for (const id of ids) hash = (Math.imul(hash, 31) + id) | 0
  return (hash >>> 0).toString(36)
}
