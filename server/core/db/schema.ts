import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  ApprovalStatus,
  AreaGrade,
  CityProperty,
  DataRangeType,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  RoleType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'

/** The tables of `server/migrations`, as Kysely sees them; a test compares both. */
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = JSONColumnType<object>

export type Schema = {
  setting: { key: string; value: Json }
  area: {
    id: string
    parentId: string | null
    name: string
    level: number
    fullName: string
    fullId: string
  }
  permission: { id: number; name: string }
  permissionGroup: {
    id: Generated<number>
    code: string
    name: string
    superAdminLimit: number
    adminLimit: number
    screenerLimit: number
  }
  permissionGroupItem: { groupId: number; roleType: number; permissionId: number }
  org: {
    id: Generated<number>
    name: string
    orgType: CodeOf<typeof OrgType>
    property: CodeOf<typeof OrgProperty>
    provinceId: string
    cityId: string | null
    regionId: string | null
    address: string | null
    contactName: string | null
    contactPhoneEnc: Buffer | null
    status: Generated<CodeOf<typeof ApprovalStatus>>
    expiresOn: ColumnType<string | null, string | null | undefined, string | null>
    permissionGroupId: number | null
    superAdminLimit: number | null
    adminLimit: number | null
    screenerLimit: number | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  school: {
    orgId: number
    stages: Generated<CodeOf<typeof SchoolStage>[]>
    schoolType: CodeOf<typeof SchoolNewType> | null
    schoolLevel: CodeOf<typeof SchoolLevel> | null
    cityProperty: CodeOf<typeof CityProperty> | null
    areaGrade: CodeOf<typeof AreaGrade> | null
  }
  hospital: {
    orgId: number
    hospitalType: CodeOf<typeof HospitalType> | null
    hospitalLevel: CodeOf<typeof HospitalLevel> | null
    ownership: CodeOf<typeof HospitalOwnership> | null
  }
  appUser: {
    id: Generated<number>
    account: string
    accountKey: string
    realName: string
    phoneEnc: Buffer | null
    phoneHash: Buffer | null
    phoneMask: string | null
    passwordHash: string
    passwordChangedAt: Timestamp
    mustChangePassword: Generated<boolean>
    oneTimeUntil: NullableTimestamp
    orgId: number | null
    roleType: CodeOf<typeof RoleType>
    isSuper: Generated<boolean>
    dataRangeType: CodeOf<typeof DataRangeType>
    dataRangeProvinceId: string | null
    dataRangeCityId: string | null
    dataRangeRegionId: string | null
    enabled: Generated<boolean>
    lastLoginAt: NullableTimestamp
    lastLoginIp: string | null
    version: Generated<number>
    createdAt: Timestamp
  }
  userPermissionOverride: { userId: number; permissionId: number; granted: boolean }
  session: {
    tokenHash: Buffer
    userId: number
    createdAt: Timestamp
    lastSeenAt: Timestamp
    expiresAt: Timestamp
    revokedCode: number | null
    ip: string
    device: string
  }
  loginFailure: { id: Generated<number>; accountKey: string; ip: string; at: Timestamp }
  loginLock: { accountKey: string; lockedUntil: Timestamp }
  smsCode: {
    id: Generated<number>
    phoneHash: Buffer
    type: number
    purpose: string
    codeHash: Buffer
    ip: string
    sentAt: Timestamp
    expiresAt: Timestamp
    tries: Generated<number>
    verifiedAt: NullableTimestamp
    usedAt: NullableTimestamp
  }
  captcha: { id: string; answerHash: Buffer; expiresAt: Timestamp }
  auditLog: {
    id: Generated<number>
    at: Timestamp
    userId: number | null
    account: string | null
    orgId: number | null
    ip: string
    action: string
    objectType: string | null
    objectId: string | null
    success: boolean
    code: number
    detail: ColumnType<object | null, string | null, never>
    requestId: string
  }
  job: {
    id: Generated<number>
    kind: string
    payload: Json
    key: string | null
    state: Generated<'queued' | 'running' | 'done' | 'failed'>
    runAt: Timestamp
    attempts: Generated<number>
    maxAttempts: Generated<number>
    leaseToken: string | null
    leaseUntil: NullableTimestamp
    progress: Generated<number>
    total: Generated<number>
    error: string | null
    createdAt: Timestamp
    finishedAt: NullableTimestamp
  }
}
