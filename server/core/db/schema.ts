import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  ApprovalStatus,
  AreaGrade,
  CityProperty,
  DataRangeType,
  HistoryStatus,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  RoleType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
  Sex,
  StudentStatus,
  StudentType,
  YesNo,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { ReportTables } from './schema-reports.ts'
import type { ScreeningTables } from './schema-screening.ts'
import type { SheetTables } from './schema-sheets.ts'

/** The tables of `server/migrations`, as Kysely sees them; a test compares both. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/** A day, YYYY-MM-DD. */
export type PlainDate = string
export type Json = JSONColumnType<object>

type Parts = SheetTables & ScreeningTables & ReportTables

export type Schema = Parts & {
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
    schoolSystem: Generated<CodeOf<typeof SchoolSystem>>
    schoolType: CodeOf<typeof SchoolNewType> | null
    schoolLevel: CodeOf<typeof SchoolLevel> | null
    cityProperty: CodeOf<typeof CityProperty> | null
    areaGrade: CodeOf<typeof AreaGrade> | null
  }
  grade: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    gradeNo: number
    version: Generated<number>
    createdAt: Timestamp
  }
  class: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    gradeId: number
    name: string
    classNo: number
    entryYear: number
    /** Kept by triggers; never written by hand. */
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
    closedOn: PlainDate | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  classPeriod: {
    classId: number
    gradeId: number
    schoolYear: number
    fromOn: PlainDate
    toOn: PlainDate | null
  }
  schoolStage: {
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    classCount: ColumnType<number, never, never>
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
  }
  student: {
    id: Generated<number>
    orgId: number
    classId: number | null
    name: string
    sex: CodeOf<typeof Sex>
    birthDate: PlainDate
    studentType: CodeOf<typeof StudentType>
    status: Generated<CodeOf<typeof StudentStatus>>
    idCardEnc: Buffer | null
    idCardHash: Buffer | null
    idCardMask: string | null
    passportEnc: Buffer | null
    passportHash: Buffer | null
    passportMask: string | null
    studentNoEnc: Buffer | null
    studentNoHash: Buffer | null
    studentNoMask: string | null
    nation: string | null
    nativePlace: string | null
    parentName: string | null
    parentPhoneEnc: Buffer | null
    parentPhoneMask: string | null
    faceCollected: Generated<CodeOf<typeof YesNo>>
    faceConsent: Generated<boolean>
    leftAs: CodeOf<typeof HistoryStatus> | null
    leftOn: PlainDate | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  enrolment: {
    id: Generated<number>
    studentId: number
    orgId: number
    classId: number
    fromOn: PlainDate
    toOn: PlainDate | null
    gradeId: number | null
    historyType: CodeOf<typeof HistoryStatus> | null
    movedToOrgId: number | null
    reason: string | null
    endedBy: number | null
    recoveredAt: NullableTimestamp
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  studentFace: { studentId: number; photoEnc: Buffer; takenAt: Timestamp; takenBy: number | null }
  studentConsent: {
    id: Generated<number>
    studentId: number
    kind: 'face'
    given: boolean
    guardianName: string | null
    channel: string
    recordedBy: number | null
    at: Timestamp
  }
  advance: {
    id: Generated<number>
    orgId: number
    schoolYear: number
    doneBy: number | null
    doneAt: Timestamp
    promotedCount: number
    graduatedCount: number
    undoneAt: NullableTimestamp
    undoneBy: number | null
  }
  advanceClass: { advanceId: number; classId: number; fromGradeId: number; toGradeId: number | null }
  userClass: { userId: number; classId: number }
  userGrade: { userId: number; gradeId: number }
  orgBinding: { orgId: number; schoolOrgId: number; boundBy: number | null; boundAt: Timestamp }
  approval: {
    id: Generated<number>
    kind: 'org' | 'transfer' | 'correction'
    status: Generated<CodeOf<typeof ApprovalStatus>>
    provinceId: string | null
    cityId: string | null
    regionId: string | null
    orgId: number | null
    studentId: number | null
    fromOrgId: number | null
    toOrgId: number | null
    toGradeId: number | null
    toClassId: number | null
    correctionId: number | null
    applicantUserId: number | null
    applicantOrgId: number | null
    applyReason: string | null
    createdAt: Timestamp
    decidedBy: number | null
    decidedAt: NullableTimestamp
    decideReason: string | null
  }
  message: {
    id: Generated<number>
    kind: string
    title: string
    body: string
    link: string | null
    createdAt: Timestamp
    /** Null where the platform itself speaks. */
    senderUserId: number | null
    senderOrgId: number | null
    clientKey: string | null
    recipientCount: Generated<number>
  }
  messageRecipient: {
    messageId: number
    userId: number
    readAt: NullableTimestamp
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
    secondStepUntil: NullableTimestamp
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
    askedBy: 'owner' | 'account' | 'phone'
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
  reportDesign: {
    id: Generated<number>
    orgId: number
    ownerId: number
    name: string
    shared: Generated<boolean>
    design: Json
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
}
