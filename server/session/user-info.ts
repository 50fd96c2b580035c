import { DataRangeType } from '#contract/core/codes.ts'
import { PERMISSION_NAMES, permissionNode } from '#contract/core/permissions.ts'
import type { MenuEntry, UserInfo } from '#contract/session/schemas.ts'
import { rangeAreaId } from '../account/data-range-name.ts'
import { isOneTimePassword } from '../account/user-queries.ts'
import { userSummary } from '../account/user-summary.ts'
import { findAreaPath } from '../areas/area-queries.ts'
import type { UserCtx } from '../core/context.ts'

export async function findUserInfo(ctx: UserCtx): Promise<UserInfo> {
  const { caller } = ctx
  const { org } = caller
  return {
    ...userSummary(caller),
    orgId: caller.orgId,
    orgType: org?.orgType ?? null,
    orgName: org?.name ?? null,
    orgProperty: org?.property ?? null,
    provinceId: org?.provinceId ?? null,
    cityId: org?.cityId ?? null,
    regionId: org?.regionId ?? null,
    dataRangeType: caller.dataRangeType,
    dataRangeProvinceId: caller.dataRangeProvinceId,
    dataRangeCityId: caller.dataRangeCityId,
    dataRangeRegionId: caller.dataRangeRegionId,
    mustChangePassword: caller.mustChangePassword,
    mustEnrol: caller.mustEnrol,
    oneTimePassword: caller.mustChangePassword && (await isOneTimePassword(ctx.db, caller.userId)),
  }
}

/** Nothing is offered to who must set up the second step or change the password first, or has no organisation. */
export async function listOwnPermissions(ctx: UserCtx): Promise<MenuEntry[]> {
  const { caller } = ctx
  if (caller.mustEnrol || caller.mustChangePassword || !caller.org) return []
  return PERMISSION_NAMES.filter((name) => caller.permissions.has(name)).map(permissionNode)
}

export async function findDataRange(ctx: UserCtx) {
  const { caller } = ctx
  const own = caller.dataRangeType === DataRangeType.code.own
  const provinceId = own ? (caller.org?.provinceId ?? null) : caller.dataRangeProvinceId
  const cityId = own ? (caller.org?.cityId ?? null) : caller.dataRangeCityId
  const regionId = own ? (caller.org?.regionId ?? null) : caller.dataRangeRegionId
  const area = await findAreaPath(ctx.db, own ? (regionId ?? cityId ?? provinceId) : rangeAreaId(caller))
  return {
    dataRangeType: caller.dataRangeType,
    dataRangeTypeName: DataRangeType.label(caller.dataRangeType),
    provinceId,
    cityId,
    regionId,
    areaIds: area?.fullId ?? '',
    areaName: area?.fullName ?? '',
  }
}
