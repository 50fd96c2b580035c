import type { AccountRow, Quota } from '#contract/authority/schemas.ts'
import { ApprovalStatus, DataRangeType, OrgProperty, OrgType, RoleType } from '#contract/core/codes.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { DISTRICT, DISTRICT_NAME } from './areas.ts'
import { ORG_IDS } from './users.ts'

/** The account of a class teacher of the sample school. */
export const accountRow = (change: Partial<AccountRow> = {}): AccountRow => ({
  userId: 21,
  account: 'teacher01',
  realName: '孙老师',
  phone: '138****0021',
  roleType: RoleType.code.classTeacher,
  roleTypeName: '班主任',
  isSuper: false,
  assignedCount: 1,
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  orgType: OrgType.code.school,
  orgProperty: OrgProperty.code.schoolIndependent,
  dataRangeType: DataRangeType.code.own,
  dataRangeProvinceId: null,
  dataRangeCityId: null,
  dataRangeRegionId: null,
  dataRangeName: '本机构',
  enabled: true,
  locked: false,
  lastLoginAt: '2026-10-08T02:00:00.000Z',
  version: 4,
  totp: false,
  manageable: true,
  ...change,
})

/** A school that has room for every role. */
export const quota = (change: Partial<Quota> = {}): Quota => ({
  superAdmin: { used: 1, limit: 1 },
  admin: { used: 1, limit: 5 },
  screener: { used: 0, limit: 10 },
  roles: [RoleType.code.admin, RoleType.code.screener, RoleType.code.gradeHead, RoleType.code.classTeacher],
  mayGiveSuper: false,
  area: DISTRICT,
  ...change,
})

/** The sample school as a search among all organisations offers it. */
export const orgOption = (change: Partial<OrgOption> = {}): OrgOption => ({
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  orgType: OrgType.code.school,
  orgProperty: OrgProperty.code.schoolIndependent,
  areaName: DISTRICT_NAME,
  status: ApprovalStatus.code.passed,
  ...change,
})
