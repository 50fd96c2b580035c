import type { AccountPermissions } from '#contract/authority/schemas.ts'
import { DataRangeType, OrgType, RoleType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import {
  PERMISSION_NAMES,
  permissionId,
  permissionNameOf,
  permissionNode,
  withParents,
} from '#contract/core/permissions.ts'
import { findDataRangeName } from '../account/data-range-name.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { changedMeanwhile } from '../orgs/org.ts'
import { requireAccount, requireManageable } from './account.ts'
import {
  type AccountRecord,
  replaceOverrides,
  selectOverrides,
  selectRolePermissionIds,
  updateAccount,
} from './account-queries.ts'
import { mayManage, standsAbove } from './may-manage.ts'

export async function findAccountPermissions(
  ctx: UserCtx,
  { userId }: { userId: number },
): Promise<AccountPermissions> {
  const target = await requireAccount(ctx, userId)
  const { byRole, held } = await findHeld(ctx, target)
  const org = { ...target, orgId: target.orgId as number }
  const manageable = mayManage(ctx.caller, org)
  const above = standsAbove(ctx.caller, org)
  return {
    version: target.version,
    permissions: PERMISSION_NAMES.map((name) => {
      const node = permissionNode(name)
      const { id } = node
      return {
        ...node,
        held: held.has(id),
        byRole: byRole.has(id),
        changeable:
          manageable && (held.has(id) || ctx.caller.permissions.has(name) || (above && byRole.has(id))),
      }
    }),
    explanation: explain(target, await findDataRangeName(ctx, target), byRole, held),
  }
}

/**
 * Anything can be taken. Given is only what the giver holds; a superior body also gives back what the role holds, which
 * the platform and not the giver decides. Signed-in pages learn of the change with their next call.
 */
export async function grantPermissions(
  ctx: UserTxCtx,
  input: { userId: number; version: number; permissionIds: number[] },
) {
  const target = await requireManageable(ctx, input.userId)
  const { byRole, held } = await findHeld(ctx, target)
  const wanted = withoutOrphans(input.permissionIds)
  const catalogue = new Set(PERMISSION_NAMES.map(permissionId))
  const own = new Set([...ctx.caller.permissions].map(permissionId))
  const above = standsAbove(ctx.caller, { ...target, orgId: target.orgId as number })
  const unknown = input.permissionIds.find((id) => !catalogue.has(id))
  if (unknown !== undefined) throw new BizError(650, `权限 ${unknown} 不存在`)
  for (const id of input.permissionIds) {
    const givable = held.has(id) || own.has(id) || (above && byRole.has(id))
    if (!givable) throw new BizError(700, '不能授予自己没有的权限')
  }
  const granted = [...wanted].filter((id) => !byRole.has(id))
  const denied = [...byRole].filter((id) => catalogue.has(id) && !wanted.has(id))
  const version = await updateAccount(ctx.db, target.userId, input.version, {})
  if (version === undefined) throw changedMeanwhile()
  await replaceOverrides(ctx.db, target.userId, granted, denied)
  const added = [...wanted].filter((id) => !held.has(id))
  const removed = [...held].filter((id) => !wanted.has(id))
  ctx.note({ detail: { added, removed } })
  return { version }
}

function withoutOrphans(ids: number[]): Set<number> {
  const names = ids.map(permissionNameOf).filter((name) => name !== undefined)
  return new Set([...withParents(names)].map(permissionId))
}

async function findHeld(ctx: UserCtx, target: AccountRecord) {
  const [roleIds, overrides] = await Promise.all([
    selectRolePermissionIds(ctx.db, target.permissionGroupId, target.roleType),
    selectOverrides(ctx.db, target.userId),
  ])
  const byRole = new Set(roleIds)
  const held = new Set(roleIds)
  for (const { permissionId: id, granted } of overrides) {
    if (granted) held.add(id)
    else held.delete(id)
  }
  return { byRole, held }
}

/** “Why can this account see that”, in words. */
function explain(target: AccountRecord, range: string, byRole: Set<number>, held: Set<number>): string[] {
  const extra = [...held].filter((id) => !byRole.has(id)).length
  const taken = [...byRole].filter((id) => !held.has(id)).length
  const role = target.isSuper ? `超级${RoleType.label(target.roleType)}` : RoleType.label(target.roleType)
  return [
    `该账号属于${OrgType.label(target.orgType)}“${target.orgName}”，角色是${role}。`,
    `能做什么：该角色默认有${byRole.size}项权限，另外授予${extra}项，收回${taken}项，现有${held.size}项。`,
    target.dataRangeType === DataRangeType.code.own
      ? '能看什么：只能看到本机构的数据。'
      : `能看什么：能看到${range}范围内的学校、医院、社会筛查机构及其数据，范围之外的一律看不到。`,
    ...(target.enabled ? [] : ['账号已停用，目前不能登录。']),
    ...(target.locked ? ['密码连续输错被锁定，15分钟后自动解除，也可由管理员解锁。'] : []),
  ]
}
