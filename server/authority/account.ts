import type {
  AccountPageQuery,
  AccountRow,
  AddAccount,
  EditAccount,
  Quota,
} from '#contract/authority/schemas.ts'
import { ASSIGNABLE_ROLES, RoleType } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { isOnLine } from '#contract/core/lines-of-command.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { rangeInWords } from '../account/data-range-name.ts'
import { clearFailures } from '../account/lock-queries.ts'
import { addUser, assertAccountFree } from '../account/new-user.ts'
import { ONE_TIME_HOURS, replaceByOneTimePassword } from '../account/one-time-password.ts'
import { revokeSessions } from '../account/session-list-queries.ts'
import { assertAreaPath, findAreaNames } from '../areas/area.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { auditingRefusal } from '../core/audit-refusal.ts'
import { tx, type UserCtx, type UserTxCtx } from '../core/context.ts'
import { accountLineOf } from '../core/db/line-of-command.ts'
import { newOneTimePassword } from '../core/secrets.ts'
import { changedMeanwhile, requireOrg } from '../orgs/org.ts'
import type { OrgRecord } from '../orgs/org-queries.ts'
import {
  type AccountRecord,
  denyPermissions,
  lockOrg,
  selectAccount,
  selectAccounts,
  selectQuota,
  selectRolePermissionIds,
  updateAccount,
} from './account-queries.ts'
import { mayAssign, mayGrantRange, mayManage, normalRange, type Range, standsAbove } from './may-manage.ts'

const reachOf = ({ scope, caller }: UserCtx) => ({ scope, line: accountLineOf(caller) })

/** 616 for an organisation whose accounts another line looks after, exactly as for one outside the range. */
async function requireLookedAfter(ctx: UserCtx, orgId: number): Promise<OrgRecord> {
  const org = await requireOrg(ctx, orgId)
  const { name } = accountLineOf(ctx.caller)
  const lookedAfter = org.id === ctx.caller.orgId || (name !== undefined && isOnLine(name, org))
  if (!lookedAfter) throw new BizError(616)
  return org
}

export async function listAccounts(ctx: UserCtx, query: AccountPageQuery): Promise<Page<AccountRow>> {
  if (query.orgId !== undefined) await requireLookedAfter(ctx, query.orgId)
  const page = await selectAccounts(ctx.db, reachOf(ctx), query)
  const areaNames = await findAreaNames(ctx)
  return { ...page, list: page.list.map((row) => present(ctx, row, areaNames)) }
}

function present(ctx: UserCtx, row: AccountRecord, areaNames: ReadonlyMap<string, string>): AccountRow {
  return {
    ...row,
    orgId: row.orgId as number,
    phone: row.phoneMask,
    roleTypeName: RoleType.label(row.roleType),
    dataRangeName: rangeInWords(row, areaNames),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    manageable: mayManage(ctx.caller, { ...row, orgId: row.orgId as number }),
  }
}

export async function findQuota(ctx: UserCtx, { orgId }: { orgId: number }): Promise<Quota> {
  const org = await requireLookedAfter(ctx, orgId)
  const quota = await selectQuota(ctx.db, orgId)
  if (!quota) throw new BizError(651)
  const place = { ...org, orgId: org.id }
  return {
    roles: ASSIGNABLE_ROLES[org.orgType].filter((role) => mayAssign(ctx.caller, place, role, false)),
    mayGiveSuper: mayAssign(ctx.caller, place, RoleType.code.admin, true),
    area: { provinceId: org.provinceId, cityId: org.cityId, regionId: org.regionId },
    superAdmin: { used: quota.superAdmins, limit: quota.superAdminLimit },
    admin: { used: quota.admins, limit: quota.adminLimit },
    screener: { used: quota.screeners, limit: quota.screenerLimit },
  }
}

export function addAccount(ctx: UserCtx, input: AddAccount) {
  const { roleType, isSuper, dataRangeType } = input
  const detail = { roleType, isSuper, range: dataRangeType }
  ctx.note({ objectType: 'org', objectId: input.orgId, detail })
  return auditingRefusal(ctx, 'account.add', () => createAccount(ctx, input))
}

async function createAccount(ctx: UserCtx, input: AddAccount) {
  const org = await requireLookedAfter(ctx, input.orgId)
  assertMayAssign(ctx, { ...org, orgId: org.id }, input)
  await assertRangePath(ctx, input)
  await assertAccountFree(ctx, input.account, input.phone)
  const password = newOneTimePassword()
  const passwordHash = await ctx.passwords.hash(password)
  const { complete: _, ...range } = normalRange(input)
  return tx(ctx, async (ctx) => {
    await assertQuota(ctx, org.id, input.roleType, input.isSuper)
    const userId = await addUser(ctx, {
      account: input.account,
      realName: input.realName,
      phone: input.phone,
      passwordHash,
      mustChangePassword: true,
      oneTimeHours: ONE_TIME_HOURS,
      orgId: org.id,
      roleType: input.roleType,
      isSuper: input.isSuper,
      dataRangeType: input.dataRangeType,
      ...range,
    })
    await withholdUnheld(ctx, userId, { ...org, orgId: org.id }, input.roleType)
    ctx.note({ objectType: 'user', objectId: userId })
    await writeAudit(ctx, { action: 'account.add', success: true, code: 200 })
    return { userId, password, validHours: ONE_TIME_HOURS }
  })
}

export async function editAccount(ctx: UserTxCtx, input: EditAccount) {
  const target = await requireManageable(ctx, input.userId)
  const org = { ...target, orgId: target.orgId as number }
  assertMayAssign(ctx, org, input)
  await assertRangePath(ctx, input)
  const promoted = target.roleType !== input.roleType || target.isSuper !== input.isSuper
  if (promoted && target.enabled) await assertQuota(ctx, org.orgId, input.roleType, input.isSuper)
  const { complete: _, ...range } = normalRange(input)
  const { realName, roleType, isSuper, dataRangeType } = input
  const change = { realName, roleType, isSuper, dataRangeType, ...range }
  const version = await updateAccount(ctx.db, target.userId, input.version, change)
  if (version === undefined) throw changedMeanwhile()
  if (target.roleType !== roleType) await withholdUnheld(ctx, target.userId, org, roleType)
  const rangeChanged =
    target.dataRangeType !== dataRangeType ||
    target.dataRangeProvinceId !== range.dataRangeProvinceId ||
    target.dataRangeCityId !== range.dataRangeCityId ||
    target.dataRangeRegionId !== range.dataRangeRegionId
  // Who was given another role or range signs in again with it.
  if (promoted || rangeChanged) await revokeSessions(ctx.db, target.userId, 612)
  ctx.note({
    detail: {
      roleType: [target.roleType, roleType],
      range: [target.dataRangeType, dataRangeType],
      rangeChanged,
    },
  })
  return { version }
}

export async function setAccountEnabled(ctx: UserTxCtx, input: { userId: number; enabled: boolean }) {
  const target = await requireManageable(ctx, input.userId)
  ctx.note({ detail: { enabled: input.enabled } })
  if (target.enabled === input.enabled) return { version: target.version }
  // Places are counted among enabled accounts: coming back needs one.
  if (input.enabled) await assertQuota(ctx, target.orgId as number, target.roleType, target.isSuper)
  const version = await updateAccount(ctx.db, target.userId, target.version, { enabled: input.enabled })
  if (version === undefined) throw changedMeanwhile()
  if (!input.enabled) await revokeSessions(ctx.db, target.userId, 605)
  return { version }
}

export async function unlockAccount(ctx: UserTxCtx, input: { userId: number }): Promise<null> {
  const target = await requireManageable(ctx, input.userId)
  await clearFailures(ctx.db, target.accountKey)
  return null
}

/** The old password is gone at once; the new one is shown to the administrator this one time. */
export function resetAccountPassword(ctx: UserCtx, input: { userId: number }) {
  return auditingRefusal(ctx, 'account.resetPassword', () => replacePassword(ctx, input.userId))
}

async function replacePassword(ctx: UserCtx, userId: number) {
  const target = await requireManageable(ctx, userId)
  const password = newOneTimePassword()
  const passwordHash = await ctx.passwords.hash(password)
  return tx(ctx, async (ctx) => {
    await replaceByOneTimePassword(ctx, target, passwordHash)
    await writeAudit(ctx, { action: 'account.resetPassword', success: true, code: 200 })
    return { userId: target.userId, password, validHours: ONE_TIME_HOURS }
  })
}

/**
 * Inside one organisation nobody hands on by a role what was taken from themselves; a superior body gives the role as
 * the platform defines it.
 */
async function withholdUnheld(
  ctx: UserTxCtx,
  userId: number,
  org: Place & { permissionGroupId: number | null },
  roleType: number,
) {
  if (standsAbove(ctx.caller, org)) return
  const own = new Set([...ctx.caller.permissions].map(permissionId))
  const byRole = await selectRolePermissionIds(ctx.db, org.permissionGroupId, roleType)
  await denyPermissions(
    ctx.db,
    userId,
    byRole.filter((id) => !own.has(id)),
  )
}

/** 652 for an account outside the range or of the other line exactly as for one that does not exist. */
export async function requireAccount(ctx: UserCtx, userId: number): Promise<AccountRecord> {
  const target = await selectAccount(ctx.db, reachOf(ctx), userId)
  if (!target) throw new BizError(652)
  return target
}

/** Also says on the trail whom the call is aimed at, so that a refused one names them. */
export async function requireManageable(ctx: UserCtx, userId: number): Promise<AccountRecord> {
  ctx.note({ objectType: 'user', objectId: userId })
  const target = await requireAccount(ctx, userId)
  if (!mayManage(ctx.caller, { ...target, orgId: target.orgId as number })) {
    throw new BizError(700, '不能管理该账号：只能管理下级机构的账号，或本机构中低于自己的账号')
  }
  return target
}

type Assignment = Range & { roleType: number; isSuper: boolean }
type Place = Parameters<typeof mayAssign>[1]

function assertMayAssign(ctx: UserCtx, org: Place, input: Assignment) {
  const roles: readonly number[] = ASSIGNABLE_ROLES[org.orgType as keyof typeof ASSIGNABLE_ROLES] ?? []
  const superOnlyAdmin = !input.isSuper || input.roleType === RoleType.code.admin
  if (!roles.includes(input.roleType) || !superOnlyAdmin)
    throw refused('roleType', '该类型的机构不能使用这个角色')
  if (!mayAssign(ctx.caller, org, input.roleType, input.isSuper)) {
    throw refused('roleType', '不能授予与自己相同或更高的角色')
  }
  // A range wider than one's own is a step over the boundary, not a mistyped form.
  if (!normalRange(input).complete) throw refused('dataRangeType', '请选择数据范围')
  if (!mayGrantRange(ctx.caller, org, input))
    throw refused('dataRangeType', '数据范围不能超出自己的范围和机构所在区域')
}

async function assertRangePath(ctx: UserCtx, input: Range) {
  const range = normalRange(input)
  if (!range.dataRangeProvinceId) return
  await assertAreaPath(ctx.db, {
    provinceId: range.dataRangeProvinceId,
    cityId: range.dataRangeCityId,
    regionId: range.dataRangeRegionId,
  })
}

function refused(field: string, message: string): BizError {
  return new BizError(700, message, [{ path: [field], message }])
}

/** 656–658; locked until the transaction ends, so that two cannot take the last place. */
async function assertQuota(ctx: UserTxCtx, orgId: number, roleType: number, isSuper: boolean) {
  await lockOrg(ctx.db, orgId)
  const quota = await selectQuota(ctx.db, orgId)
  if (!quota) throw new BizError(651)
  if (quota.permissionGroupId === null) throw new BizError(674)
  if (roleType === RoleType.code.admin) {
    if (isSuper && quota.superAdmins >= quota.superAdminLimit) throw new BizError(656)
    if (!isSuper && quota.admins >= quota.adminLimit) throw new BizError(657)
  }
  if (roleType === RoleType.code.screener && quota.screeners >= quota.screenerLimit) throw new BizError(658)
}
