import { DataRangeType, RoleType } from '#contract/core/codes.ts'

/** What a caller may see: one of four kinds, or nothing. */
export type Scope =
  | { kind: 'province'; provinceId: string }
  | { kind: 'city'; cityId: string }
  | { kind: 'region'; regionId: string }
  | { kind: 'org'; orgId: number; only?: OnlyOwn }
  | { kind: 'nothing' }

/** Inside a school a class teacher sees the own classes, a grade head those that are in the own grades today. */
export type OnlyOwn = { userId: number; by: 'class' | 'grade' }

export type RangeFields = {
  userId?: number
  roleType?: number
  dataRangeType: number
  dataRangeProvinceId: string | null
  dataRangeCityId: string | null
  dataRangeRegionId: string | null
  orgId: number | null
}

/** A range that is not complete is no range: nothing is seen, never everything. */
export function scopeOf(range: RangeFields): Scope {
  const { code } = DataRangeType
  if (range.dataRangeType === code.province && range.dataRangeProvinceId) {
    return { kind: 'province', provinceId: range.dataRangeProvinceId }
  }
  if (range.dataRangeType === code.city && range.dataRangeCityId) {
    return { kind: 'city', cityId: range.dataRangeCityId }
  }
  if (range.dataRangeType === code.region && range.dataRangeRegionId) {
    return { kind: 'region', regionId: range.dataRangeRegionId }
  }
  if (range.dataRangeType === code.own && range.orgId !== null) {
    return { kind: 'org', orgId: range.orgId, ...onlyOwn(range) }
  }
  return { kind: 'nothing' }
}

function onlyOwn({ userId, roleType }: RangeFields): { only?: OnlyOwn } {
  const { gradeHead, classTeacher } = RoleType.code
  if (userId === undefined) return {}
  if (roleType === classTeacher) return { only: { userId, by: 'class' } }
  return roleType === gradeHead ? { only: { userId, by: 'grade' } } : {}
}

export type AreaIds = { provinceId: string; cityId?: string | null; regionId?: string | null }

/** Whether everything inside the area lies inside the scope. */
export function scopeCoversArea(scope: Scope, area: AreaIds): boolean {
  switch (scope.kind) {
    case 'province':
      return area.provinceId === scope.provinceId
    case 'city':
      return area.cityId === scope.cityId
    case 'region':
      return area.regionId === scope.regionId
    case 'org':
    case 'nothing':
      return false
  }
}

export function scopeCoversOrg(scope: Scope, org: AreaIds & { id: number }): boolean {
  return scope.kind === 'org' ? org.id === scope.orgId : scopeCoversArea(scope, org)
}
