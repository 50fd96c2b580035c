import type { Generated } from 'kysely'
import type { ApprovalStatus } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type ApprovalTables = {
  approval: {
    id: Generated<number>
    kind: 'org' | 'transfer' | 'correction' | 'assessment'
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
    applicationId: number | null
    applicantUserId: number | null
    applicantOrgId: number | null
    applyReason: string | null
    createdAt: Timestamp
    decidedBy: number | null
    decidedAt: NullableTimestamp
    decideReason: string | null
  }
}
