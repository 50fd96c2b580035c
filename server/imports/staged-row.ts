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
  reading: object | null
}

const NOTHING = {
  studentId: null,
  studentVersion: null,
  classId: null,
  name: null,
  sex: null,
  birthDate: null,
  studentType: null,
  status: null,
  idCardEnc: null,
  idCardHash: null,
  idCardMask: null,
  passportEnc: null,
  passportHash: null,
  passportMask: null,
  studentNoEnc: null,
  studentNoHash: null,
  studentNoMask: null,
  nation: null,
  nativePlace: null,
  parentName: null,
  parentPhoneEnc: null,
  parentPhoneMask: null,
  changed: null,
  reading: null,
}

export type Verdict = Partial<StagedRow> & Pick<StagedRow, 'outcome'>

export const stagedRow = (rowNo: number, cellsEnc: Buffer, verdict: Verdict): StagedRow => ({
  ...NOTHING,
  issues: null,
  ...verdict,
  rowNo,
  cellsEnc,
})
