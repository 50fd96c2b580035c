import type { Generated } from 'kysely'
import type { DataRangeType, RoleType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Json, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type AccountTables = {
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
  totp: { userId: number; secretEnc: Buffer; lastStep: number; since: Timestamp }
  totpEnrolment: { userId: number; secretEnc: Buffer; expiresAt: Timestamp }
  recoveryCode: {
    userId: number
    codeHash: Buffer
    usedAt: NullableTimestamp
  }
  secondStepPolicy: { version: number; rules: Json; changedAt: Timestamp; changedBy: number | null }
}
