import type { Generated } from 'kysely'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import type { LetterContent } from '#contract/letters/template-schemas.ts'
import type { NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type LetterTables = {
  letterTemplate: {
    id: Generated<number>
    areaId: string
    kind: LetterKindCode
    version: number
    content: LetterContent | null
    orgId: number
    orgName: string
    savedBy: number
    savedByName: string
    savedAt: Timestamp
  }
  letter: {
    id: Generated<number>
    recordId: number
    studentId: number
    ticketHash: Buffer
    ticketEnc: Buffer
    issuedAt: Timestamp
    templateId: number | null
    sample: string | null
    printedMark: string | null
    printedAt: NullableTimestamp
    printedBy: number | null
    prints: Generated<number>
    failures: Generated<number>
    lockedAt: NullableTimestamp
    visitFailures: Generated<number>
    visitLockedAt: NullableTimestamp
    openedAt: NullableTimestamp
    acknowledgedAt: NullableTimestamp
    withdrawnAt: NullableTimestamp
    withdrawnBy: number | null
    taskId: Generated<number>
  }
  letterTally: {
    taskId: number
    planId: number
    schoolOrgId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    letters: number
    opened: number
    acknowledged: number
  }
  letterMove: {
    tx: Generated<string>
    taskId: number
    letters: number
    opened: number
    acknowledged: number
  }
  letterReminder: { taskId: number; classId: number; at: Timestamp; byUser: number }
}
