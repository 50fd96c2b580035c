import type { StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { RowOutcome } from '#contract/core/import-states.ts'
import type { CellValue } from '#contract/imports/cell-values.ts'
import type { Issue, RowCells } from '#contract/imports/row-check.ts'

/** A row as it was read: all its cells, and those of known columns by their keys. */
export type ParsedRow = { rowNo: number; cells: readonly CellValue[]; byKey: RowCells }

/** What is kept of a row: what stood there, what came of it, and what is written once it is confirmed. */
export type StagedRow = {
  rowNo: number
  outcome: CodeOf<typeof RowOutcome>
  issues: Issue[] | null
  cellsEnc: Buffer
  studentId: number | null
  studentVersion: number | null
  classId: number | null
  name: string | null
  sex: 1 | 2 | null
  birthDate: string | null
  studentType: CodeOf<typeof StudentType> | null
  status: CodeOf<typeof StudentStatus> | null
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
  changed: string[] | null
}

export type Verdict = Partial<StagedRow> & Pick<StagedRow, 'outcome'>

/** Field by field: spreading twice thirty of them takes longer than judging the row. */
export function stagedRow(rowNo: number, cellsEnc: Buffer, verdict: Verdict): StagedRow {
  return {
    rowNo,
    cellsEnc,
    outcome: verdict.outcome,
    issues: verdict.issues ?? null,
    studentId: verdict.studentId ?? null,
    studentVersion: verdict.studentVersion ?? null,
    classId: verdict.classId ?? null,
    name: verdict.name ?? null,
    sex: verdict.sex ?? null,
    birthDate: verdict.birthDate ?? null,
    studentType: verdict.studentType ?? null,
    status: verdict.status ?? null,
    idCardEnc: verdict.idCardEnc ?? null,
    idCardHash: verdict.idCardHash ?? null,
    idCardMask: verdict.idCardMask ?? null,
    passportEnc: verdict.passportEnc ?? null,
    passportHash: verdict.passportHash ?? null,
    passportMask: verdict.passportMask ?? null,
    studentNoEnc: verdict.studentNoEnc ?? null,
    studentNoHash: verdict.studentNoHash ?? null,
    studentNoMask: verdict.studentNoMask ?? null,
    nation: verdict.nation ?? null,
    nativePlace: verdict.nativePlace ?? null,
    parentName: verdict.parentName ?? null,
    parentPhoneEnc: verdict.parentPhoneEnc ?? null,
    parentPhoneMask: verdict.parentPhoneMask ?? null,
    changed: verdict.changed ?? null,
  }
}
