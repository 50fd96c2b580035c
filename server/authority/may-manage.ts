import { DataRangeType, OrgType, RoleType } from '#contract/core/codes.ts'
import type { Caller } from '../core/context.ts'
import { type AreaIds, scopeCoversArea, scopeOf } from '../core/scope.ts'
import { govLevelOf } from '../orgs/permission-group.ts'

type TargetOrg = AreaIds & { orgId: number; orgType: number }
type Target = TargetOrg & { userId: number; roleType: number; isSuper: boolean }

/** Whether the caller's organisation stands above the other: government over those it looks after. */
export function standsAbove(caller: Caller, target: TargetOrg): boolean {
  if (caller.org?.orgType !== OrgType.code.government || caller.orgId === target.orgId) return false
  return target.orgType !== OrgType.code.government || govLevelOf(target) > govLevelOf(caller.org)
}

/**
 * Whether the caller may change the account (range is checked apart). Never one's own; inside one's own
 * organisation never an equal: admins change those below them, the super admin also changes admins.
 */
export function mayManage(caller: Caller, target: Target): boolean {
  if (caller.userId === target.userId || caller.roleType !== RoleType.code.admin) return false
  if (caller.orgId !== target.orgId) return standsAbove(caller, target)
  if (target.isSuper) return false
  return caller.isSuper || target.roleType !== RoleType.code.admin
}

/** Whether the caller may hand out this role in this organisation. */
export function mayAssign(caller: Caller, org: TargetOrg, roleType: number, isSuper: boolean): boolean {
  return mayManage(caller, { ...org, userId: 0, roleType, isSuper })
}

export type Range = {
  dataRangeType: number
  dataRangeProvinceId?: string | null | undefined
  dataRangeCityId?: string | null | undefined
  dataRangeRegionId?: string | null | undefined
}

/** The triple cut to what its type uses, so that a stored range never says more than its type. */
export function normalRange(range: Range) {
  const { province, city, region } = DataRangeType.code
  const type = range.dataRangeType
  return {
    dataRangeProvinceId: type <= region ? (range.dataRangeProvinceId ?? null) : null,
    dataRangeCityId: type === city || type === region ? (range.dataRangeCityId ?? null) : null,
    dataRangeRegionId: type === region ? (range.dataRangeRegionId ?? null) : null,
    complete:
      type === DataRangeType.code.own ||
      (type === province && Boolean(range.dataRangeProvinceId)) ||
      (type === city && Boolean(range.dataRangeCityId)) ||
      (type === region && Boolean(range.dataRangeRegionId)),
  }
}

/** Nobody grants more than they hold, and no account sees beyond its own organisation's area. */
export function mayGrantRange(caller: Caller, org: TargetOrg, range: Range): boolean {
  if (range.dataRangeType === DataRangeType.code.own) return true
  if (org.orgType !== OrgType.code.government) return false
  const { dataRangeProvinceId, dataRangeCityId, dataRangeRegionId, complete } = normalRange(range)
  if (!complete || !dataRangeProvinceId) return false
  const area = { provinceId: dataRangeProvinceId, cityId: dataRangeCityId, regionId: dataRangeRegionId }
  const insideOrg =
    area.provinceId === org.provinceId &&
    (!org.cityId || area.cityId === org.cityId) &&
    (!org.regionId || area.regionId === org.regionId)
  return insideOrg && scopeCoversArea(scopeOf(caller), area)
}
