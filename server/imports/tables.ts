import type { ColumnType, Generated, Selectable } from 'kysely'
import type { SchoolStage, Sex, StudentStatus, StudentType, UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { ImportState, RowOutcome } from '#contract/core/import-states.ts'
import type { DateColumn, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'
import type { PersonalColumns } from '../students/tables.ts'

export type ImportTables = {
  importTask: {
    id: Generated<number>
    kind: CodeOf<typeof UploadTaskKind>
    orgId: number
    userId: number | null
    loginOrgId: number
    studentType: CodeOf<typeof StudentType> | null
    stage: CodeOf<typeof SchoolStage> | null
    classYear: number | null
    classId: number | null
    screeningTaskId: number | null
    fileName: string
    fileId: string | null
    fileHash: Buffer
    previewed: boolean
    state: Generated<ImportState>
    batchId: number | null
    round: Generated<number>
    layout: ColumnType<object | null, string | null | undefined, string | null>
    total: Generated<number>
    progress: Generated<number>
    counts: ColumnType<object | null, string | null | undefined, string | null>
    errorMsg: string | null
    cancelWanted: Generated<boolean>
    shown: Generated<boolean>
    createdAt: Timestamp
    startedAt: NullableTimestamp
    finishedAt: NullableTimestamp
    writtenAt: NullableTimestamp
    undoneAt: NullableTimestamp
    undoneBy: number | null
    expiresAt: Timestamp
  }
  importRow: PersonalColumns & {
    idCardHash: Buffer | null
    passportHash: Buffer | null
    studentNoHash: Buffer | null
    batchId: number
    rowNo: number
    round: Generated<number>
    outcome: CodeOf<typeof RowOutcome>
    issues: ColumnType<object | null, string | null | undefined, string | null>
    /** Where it is null the row stands in one of `importCells`. */
    cellsEnc: Buffer | null
    studentId: number | null
    studentVersion: number | null
    classId: number | null
    name: string | null
    sex: CodeOf<typeof Sex> | null
    birthDate: DateColumn | null
    studentType: CodeOf<typeof StudentType> | null
    status: CodeOf<typeof StudentStatus> | null
    changed: string[] | null
    before: ColumnType<object | null, string | null | undefined, string | null>
    recordId: number | null
    recordVersion: number | null
    reading: ColumnType<object | null, string | null | undefined, string | null>
    /** A row literal of what the record becomes; read by the database alone. */
    result: string | null
  }
  importCells: {
    batchId: number
    firstRow: number
    cellsEnc: Buffer
  }
}

export type ImportRowRecord = Selectable<ImportTables['importRow']>
