import { PHONE_PATTERN } from '#contract/core/fields.ts'
import { maskIdCard, maskPassport, maskPhone } from '#contract/core/mask.ts'
import type { RowIssue } from '#contract/imports/schemas.ts'
import { normalDocument, normalStudentNo } from '#contract/students/identity.ts'
import { maskStudentNo } from '../../students/sealed-student.ts'
import { IMPORT_KINDS } from '../kinds.ts'
import { type CellValue, cellText } from '../row-rules/cell-values.ts'
import type { ImportColumn } from '../row-rules/columns.ts'
import type { SheetLayout } from '../row-rules/layout.ts'
import { type Issue, issueAdvice, issueMessage } from '../row-rules/row-check.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'

/** Columns of a task's sheet: by their place in it, and by their key. */
export function sheetOf(task: ImportTaskRecord) {
  const layout = (task.layout ?? { headerRow: 1, columns: [], absent: [], unknown: [] }) as SheetLayout
  const known = new Map(IMPORT_KINDS[task.kind].columns(task).map((column) => [column.key, column]))
  const columns = layout.columns.map(({ index, title, key }) => ({
    index,
    title,
    key,
    personal: key === null ? undefined : known.get(key)?.personal,
  }))
  return {
    layout,
    known,
    columns,
    byKey: new Map(columns.flatMap((column) => (column.key ? [[column.key, column]] : []))),
  }
}
export type ShownSheet = ReturnType<typeof sheetOf>

type Mask = (text: string, idCard: string | null) => string

const MASKS: Record<NonNullable<ImportColumn['personal']>, Mask> = {
  idCard: maskIdCard,
  passport: maskPassport,
  studentNo: (text, idCard) =>
    text.length > 10 ? maskIdCard(text) : maskStudentNo(normalStudentNo(text), idCard),
  // In a sheet whose columns have slipped the last four signs are the end of an id number.
  phone: (text) => (PHONE_PATTERN.test(text.trim()) ? maskPhone(text.trim()) : maskIdCard(text)),
}

/** Cells as they may be shown in a list: what is nobody's column may hold anything, a number too. */
export function maskedCells(sheet: ShownSheet, cells: readonly CellValue[]): string[] {
  const shown = cells.map((cell) => maskNumbers(cellText(cell)))
  const idCardColumn = sheet.columns.find(({ personal }) => personal === 'idCard')
  const idCard = idCardColumn ? normalDocument(cellText(cells[idCardColumn.index])) : ''
  for (const { index, personal } of sheet.columns) {
    if (personal && shown[index]) shown[index] = MASKS[personal](cellText(cells[index]), idCard || null)
  }
  return shown
}

/** An id number, also written in full width or in groups: 330106 20150901 0011, 330106.20150901.0011. */
const ID_NUMBER = /\p{Nd}(?:[\s\p{P}\p{Cf}]{0,3}\p{Nd}){14,16}(?:[\s\p{P}\p{Cf}]{0,3}[\p{Nd}XxＸｘ])?/gu

const maskNumbers = (text: string): string =>
  text.replace(ID_NUMBER, (number) => maskIdCard(number)).replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskPhone)

export function shownIssues(
  sheet: ShownSheet,
  shown: readonly string[],
  issues: readonly Issue[],
): RowIssue[] {
  return issues.map((issue) => {
    const column = issue.key === null ? undefined : sheet.byKey.get(issue.key)
    const title = column?.title ?? (issue.key === null ? null : (sheet.known.get(issue.key)?.title ?? null))
    return {
      code: issue.code,
      column: title,
      value: (column && shown[column.index]) ?? '',
      message: issueMessage(issue),
      advice: issueAdvice(issue),
    }
  })
}

/** row,code,message (spec §3); one for each fault, joined by ； where they are shown. */
export const failInfo = (rowNo: number, issues: readonly Issue[]): string[] =>
  issues.map((issue) => `${rowNo},${issue.code},${issueMessage(issue)}`)
