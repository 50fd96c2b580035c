import { DataRangeType, OrgProperty, OrgType, RoleType } from '#contract/core/codes.ts'
import {
  PERMISSION_NAMES,
  PERMISSIONS,
  type PermissionName,
  type Profile,
} from '#contract/core/permissions.ts'
import type { UserInfo } from '#contract/session/schemas.ts'
import { DISTRICT } from './areas.ts'

export type SampleUser = { info: UserInfo; permissions: readonly PermissionName[] }
type Change = {
  info?: Partial<UserInfo>
  /** Permissions taken away from, or given to, this account. */
  without?: readonly PermissionName[]
  with?: readonly PermissionName[]
}

/** The school, hospital and so on whose people the sample users are. */
export const ORG_IDS = { government: 1, school: 100, hospital: 200, social: 300 } as const

const { admin, screener, gradeHead, classTeacher } = RoleType.code
const range = DataRangeType.code

const GOVERNMENT = {
  orgId: ORG_IDS.government,
  orgType: OrgType.code.government,
  orgName: '西湖区教育局',
  orgProperty: OrgProperty.code.educationBureau,
}
const SCHOOL = {
  orgId: ORG_IDS.school,
  orgType: OrgType.code.school,
  orgName: '文一路小学',
  orgProperty: OrgProperty.code.schoolIndependent,
}
const HOSPITAL = {
  orgId: ORG_IDS.hospital,
  orgType: OrgType.code.hospital,
  orgName: '西湖眼科医院',
  orgProperty: OrgProperty.code.hospitalIndependent,
}
const SOCIAL = {
  orgId: ORG_IDS.social,
  orgType: OrgType.code.social,
  orgName: '明眸筛查中心',
  orgProperty: OrgProperty.code.socialIndependent,
}

/** What makes a person of each profile; the letters are those of the permission catalogue. */
const PEOPLE = {
  GP: { realName: '省厅干部', roleType: admin, dataRangeType: range.province, ...GOVERNMENT },
  GC: { realName: '市局干部', roleType: admin, dataRangeType: range.city, ...GOVERNMENT },
  GD: { realName: '区局干部', roleType: admin, dataRangeType: range.region, ...GOVERNMENT },
  SA: { realName: '周校医', roleType: admin, dataRangeType: range.own, ...SCHOOL },
  SS: { realName: '校筛查员', roleType: screener, dataRangeType: range.own, ...SCHOOL },
  SG: { realName: '年级组长', roleType: gradeHead, dataRangeType: range.own, ...SCHOOL },
  ST: { realName: '班主任', roleType: classTeacher, dataRangeType: range.own, ...SCHOOL },
  HA: { realName: '医院管理员', roleType: admin, dataRangeType: range.own, ...HOSPITAL },
  HS: { realName: '医院筛查员', roleType: screener, dataRangeType: range.own, ...HOSPITAL },
  OA: { realName: '机构管理员', roleType: admin, dataRangeType: range.own, ...SOCIAL },
  OS: { realName: '机构筛查员', roleType: screener, dataRangeType: range.own, ...SOCIAL },
} satisfies Record<Profile, Partial<UserInfo>>

/** A user of a profile with the permissions that the catalogue gives it, unless changed. */
export function userOf(profile: Profile, { info, without = [], with: more = [] }: Change = {}): SampleUser {
  const person = PEOPLE[profile]
  const { dataRangeType } = person
  const ranged = dataRangeType !== range.own
  const held = PERMISSION_NAMES.filter((name) =>
    (PERMISSIONS[name].holders as readonly Profile[]).includes(profile),
  )
  return {
    info: {
      userId: 7,
      account: 'sample01',
      phone: '138****0001',
      roleTypeName: RoleType.label(person.roleType),
      ...DISTRICT,
      dataRangeProvinceId: ranged ? DISTRICT.provinceId : null,
      dataRangeCityId: ranged && dataRangeType >= range.city ? DISTRICT.cityId : null,
      dataRangeRegionId: ranged && dataRangeType >= range.region ? DISTRICT.regionId : null,
      mustChangePassword: false,
      oneTimePassword: false,
      mustEnrol: false,
      ...person,
      ...info,
    },
    permissions: [...held.filter((name) => !without.includes(name)), ...more],
  }
}
