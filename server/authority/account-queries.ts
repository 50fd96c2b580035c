import { sql } from 'kysely'
import type { AccountPageQuery } from '#contract/authority/schemas.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import type { PageQuery } from '#contract/core/envelope.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import {
  type AccountLine,
  type LineValues,
  lineValues,
  preparedLine,
  withinLine,
} from '../core/db/line-of-command.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { preparedByShape } from '../core/db/prepared.ts'
import type { Schema } from '../core/db/schema.ts'
import { ORG_COLUMNS, preparedScope, type ScopeValues, scopeValues, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'

const { school, government } = codeLiterals(OrgType)
const { admin, screener, gradeHead, classTeacher } = codeLiterals(RoleType)

/** Too many wrong passwords, or too many wrong codes of the second step (`secondStepKey`). */
const locked = sql<boolean>`exists (select 1 from login_lock l
  where l.account_key in (u.account_key, 'step:' || u.account_key) and l.locked_until > now())`

/** What a class teacher or grade head of a school answers for now. */
const assignedCount = sql<number | null>`case
  when org.org_type = ${school} and u.role_type = ${classTeacher} then (select count(*)::int from user_class a
    join class c on c.id = a.class_id where a.user_id = u.id and c.closed_on is null)
  when org.org_type = ${school} and u.role_type = ${gradeHead} then (select count(*)::int from user_grade a
    where a.user_id = u.id)
  end`

/** Where accounts may be looked after: the data range, and in it the own line of command. */
export type AccountReach = { scope: Scope; line: AccountLine }

/** Accounts of organisations within reach; the one door to other people's accounts. */
function accountsWithin(db: Db, { scope, line }: AccountReach) {
  return db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .where(withinScope(scope, ORG_COLUMNS))
    .where(withinLine(line))
}

function accountColumns(query: ReturnType<typeof accountsWithin>) {
  return query.select([
    'u.id as userId',
    'u.account',
    'u.accountKey',
    'u.realName',
    'u.phoneMask',
    'u.roleType',
    'u.isSuper',
    'u.orgId',
    'u.dataRangeType',
    'u.dataRangeProvinceId',
    'u.dataRangeCityId',
    'u.dataRangeRegionId',
    'u.enabled',
    'u.lastLoginAt',
    'u.version',
    'org.name as orgName',
    'org.orgType',
    'org.property as orgProperty',
    'org.provinceId',
    'org.cityId',
    'org.regionId',
    'org.permissionGroupId',
    locked.as('locked'),
    sql<boolean>`exists (select 1 from totp where totp.user_id = u.id)`.as('totp'),
    assignedCount.as('assignedCount'),
  ])
}
export type AccountRecord = NonNullable<Awaited<ReturnType<typeof selectAccount>>>

type AccountFilter = Pick<AccountPageQuery, 'orgId' | 'orgType' | 'roleType' | 'status'> & {
  pattern?: string
}

function accountsMatching(db: Db, reach: AccountReach, filter: AccountFilter) {
  let matching = accountsWithin(db, reach)
  if (filter.orgId !== undefined) matching = matching.where('u.orgId', '=', filter.orgId)
  if (filter.orgType !== undefined) matching = matching.where('org.orgType', '=', filter.orgType)
  if (filter.roleType !== undefined) matching = matching.where('u.roleType', '=', filter.roleType)
  if (filter.status === 'enabled') matching = matching.where('u.enabled', '=', true)
  if (filter.status === 'disabled') matching = matching.where('u.enabled', '=', false)
  if (filter.status === 'locked') matching = matching.where(locked)
  if (filter.pattern !== undefined) {
    const { pattern } = filter
    matching = matching.where((eb) =>
      eb.or([eb('u.account', 'ilike', pattern), eb('u.realName', 'like', pattern)]),
    )
  }
  return matching
}

type ListValues = Required<Omit<AccountFilter, 'status'>> & ScopeValues & LineValues & { offset: number }

const listAccounts = preparedByShape<ListValues>()(
  ({ scope, line }: AccountReach, filter: AccountFilter, { pageNum, pageSize }: PageQuery) =>
    [scope.kind, line.name, filter.status, pageSize, pageNum === 1, ...namesGiven(filter)].join(),
  (reach, filter, page) => (db, param) => {
    const given = namesGiven(filter)
    const parameters = Object.fromEntries(given.map((name) => [name, param(name)]))
    const parameterReach = { scope: preparedScope(reach.scope, param), line: preparedLine(reach.line, param) }
    const matching = accountsMatching(db, parameterReach, { ...parameters, status: filter.status })
    const rows = accountColumns(matching)
      .select(matching.select(totalCount.as('total')).as('total'))
      .orderBy(sql`org.org_type = ${government}`, 'desc')
      .orderBy('org.orgType')
      .orderBy('u.orgId')
      .orderBy('u.roleType')
      .orderBy('u.id')
    return paged(rows, page, param('offset'))
  },
)

function namesGiven({ status: _, ...filter }: AccountFilter) {
  return (Object.keys(filter) as (keyof typeof filter)[]).filter((name) => filter[name] !== undefined)
}

export async function selectAccounts(db: Db, reach: AccountReach, query: AccountPageQuery) {
  const { keyword, pageNum, pageSize, ...rest } = query
  const filter: AccountFilter = { ...rest, pattern: keyword ? likePattern(keyword) : undefined }
  const offset = (pageNum - 1) * pageSize
  const values = { ...filter, ...scopeValues(reach.scope), ...lineValues(reach.line), offset } as ListValues
  const list = await listAccounts(db, values, reach, filter, { pageNum, pageSize })
  return pageOf(query, list, () =>
    accountsMatching(db, reach, filter).select(totalCount.as('total')).executeTakeFirstOrThrow(),
  )
}

export function selectAccount(db: Db, reach: AccountReach, userId: number) {
  return accountColumns(accountsWithin(db, reach).where('u.id', '=', userId)).executeTakeFirst()
}

function countOf(condition: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::int from app_user where org_id = org.id and enabled and ${condition})`
}

/** Of an organisation `org` with its permission group `g`: how many accounts it may have, and has. */
export const QUOTA_COLUMNS = [
  sql<number>`coalesce(org.super_admin_limit, g.super_admin_limit, 0)`.as('superAdminLimit'),
  sql<number>`coalesce(org.admin_limit, g.admin_limit, 0)`.as('adminLimit'),
  sql<number>`coalesce(org.screener_limit, g.screener_limit, 0)`.as('screenerLimit'),
  countOf(sql`role_type = ${admin} and is_super`).as('superAdmins'),
  countOf(sql`role_type = ${admin} and not is_super`).as('admins'),
  countOf(sql`role_type = ${screener}`).as('screeners'),
] as const

export async function selectQuota(db: Db, orgId: number) {
  return db
    .selectFrom('org')
    .leftJoin('permissionGroup as g', 'g.id', 'org.permissionGroupId')
    .where('org.id', '=', orgId)
    .select(['org.permissionGroupId', ...QUOTA_COLUMNS])
    .executeTakeFirst()
}
export type QuotaRecord = NonNullable<Awaited<ReturnType<typeof selectQuota>>>

/** Those who count an organisation's accounts at the same time wait for each other. */
export async function lockOrg(db: Tx, orgId: number) {
  await db.selectFrom('org').select('id').where('id', '=', orgId).forUpdate().execute()
}

type AccountChange = Partial<
  Pick<
    Schema['appUser'],
    | 'realName'
    | 'dataRangeProvinceId'
    | 'dataRangeCityId'
    | 'dataRangeRegionId'
    | 'roleType'
    | 'dataRangeType'
  >
> & { isSuper?: boolean; enabled?: boolean }

/** The new version, or undefined when somebody else saved in between. */
export async function updateAccount(db: Db, userId: number, version: number, change: AccountChange) {
  const row = await db
    .updateTable('appUser')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

export async function selectRolePermissionIds(
  db: Db,
  groupId: number | null,
  roleType: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('permissionGroupItem')
    .select('permissionId')
    .where('groupId', '=', groupId ?? 0)
    .where('roleType', '=', roleType)
    .execute()
  return rows.map(({ permissionId }) => permissionId)
}

export function selectOverrides(db: Db, userId: number) {
  return db
    .selectFrom('userPermissionOverride')
    .select(['permissionId', 'granted'])
    .where('userId', '=', userId)
    .execute()
}

export async function replaceOverrides(db: Tx, userId: number, granted: number[], denied: number[]) {
  await db.deleteFrom('userPermissionOverride').where('userId', '=', userId).execute()
  const rows = [
    ...granted.map((permissionId) => ({ userId, permissionId, granted: true })),
    ...denied.map((permissionId) => ({ userId, permissionId, granted: false })),
  ]
  if (rows.length) await db.insertInto('userPermissionOverride').values(rows).execute()
}

export async function denyPermissions(db: Tx, userId: number, permissionIds: number[]) {
  if (permissionIds.length === 0) return
  await db
    .insertInto('userPermissionOverride')
    .values(permissionIds.map((permissionId) => ({ userId, permissionId, granted: false })))
    .onConflict((conflict) => conflict.columns(['userId', 'permissionId']).doUpdateSet({ granted: false }))
    .execute()
}
