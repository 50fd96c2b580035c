import type { Generated } from 'kysely'
import type { HistoryStatus, Sex, StudentStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { DateColumn, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

/** What is known of a person; numbers sealed, and masked for showing. */
export type PersonalColumns = {
  idCardEnc: Buffer | null
  idCardMask: string | null
  passportEnc: Buffer | null
  passportMask: string | null
  studentNoEnc: Buffer | null
  studentNoMask: string | null
  nation: string | null
  nativePlace: string | null
  parentName: string | null
  parentPhoneEnc: Buffer | null
  parentPhoneMask: string | null
}

/** Students, their way through the classes, and promotions. */
export type StudentTables = {
  student: PersonalColumns & {
    idCardHash: Buffer | null
    passportHash: Buffer | null
    studentNoHash: Buffer | null
    id: Generated<number>
    orgId: number
    classId: number | null
    name: string
    sex: CodeOf<typeof Sex>
    birthDate: DateColumn
    studentType: CodeOf<typeof StudentType>
    status: Generated<CodeOf<typeof StudentStatus>>
    faceCollected: Generated<CodeOf<typeof YesNo>>
    faceConsent: Generated<boolean>
    leftAs: CodeOf<typeof HistoryStatus> | null
    leftOn: DateColumn | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  enrolment: {
    id: Generated<number>
    studentId: number
    orgId: number
    classId: number
    fromOn: DateColumn
    toOn: DateColumn | null
    gradeId: number | null
    historyType: CodeOf<typeof HistoryStatus> | null
    movedToOrgId: number | null
    reason: string | null
    endedBy: number | null
    recoveredAt: NullableTimestamp
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  /** A child as a school knew it on the day of leaving; written by the database. */
  leftStudent: PersonalColumns & {
    studentId: number
    orgId: number
    name: string
    sex: CodeOf<typeof Sex>
    birthDate: DateColumn
    studentType: CodeOf<typeof StudentType>
    status: CodeOf<typeof StudentStatus>
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
}
