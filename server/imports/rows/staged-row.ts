import type { CellValue } from '../row-rules/cell-values.ts'
import type { Issue, RowCells } from '../row-rules/row-check.ts'
import type { ImportRowRecord } from '../tables.ts'

/** A row as it was read: all its cells, and those of known columns by their keys. */
export type ParsedRow = { rowNo: number; cells: readonly CellValue[]; byKey: RowCells }

/** What is stored of a row: its cells, the verdict, and the values that are written once it is confirmed. */
export type StagedRow = Omit<ImportRowRecord, 'batchId' | 'round' | 'before' | 'issues' | 'reading'> & {
  issues: Issue[] | null
  reading: object | null
}

export type Verdict = Partial<StagedRow> & Pick<StagedRow, 'outcome'>

/** Field by field: spreading twice thirty of them takes longer than judging the row. */
export function stagedRow(rowNo: number, verdict: Verdict, cellsEnc: Buffer | null = null): StagedRow {
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
    recordId: verdict.recordId ?? null,
    recordVersion: verdict.recordVersion ?? null,
    reading: verdict.reading ?? null,
    result: verdict.result ?? null,
  }
}
