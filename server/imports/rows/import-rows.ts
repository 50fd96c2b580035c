import { Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import type { ImportRow, ImportRowsQuery } from '#contract/imports/schemas.ts'
import type { UserCtx } from '../../core/context.ts'
import { nameFor } from '../../core/private-names.ts'
import { RECORD_FIELDS } from '../../eyesight/records/record-fields.ts'
import { fieldLabel, wireWord } from '../../eyesight/records/record-words.ts'
import { gradeNameOf } from '../../schools/roster.ts'
import type { RowReading } from '../readings/reading-judge.ts'
import { cellText } from '../row-rules/cell-values.ts'
import type { Issue } from '../row-rules/row-check.ts'
import type { ImportRowRecord } from '../tables.ts'
import { requireOwnImport } from '../task/import-task.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'
import { countImportRows, selectRowPage, selectRowsByNo } from './import-row-queries.ts'
import { openCells } from './row-cells.ts'
import { maskedCells, type ShownSheet, sheetOf, shownIssues } from './shown-cells.ts'
import { type ChangedStudent, selectChangedStudents, selectClassNames } from './shown-row-queries.ts'

const { insert, update, back } = RowOutcome.code

export async function listRows(ctx: UserCtx, query: ImportRowsQuery) {
  const task = await requireOwnImport(ctx, query.recordId)
  const sheet = sheetOf(task)
  const columns = sheet.columns.map(({ personal, ...column }) => ({
    ...column,
    personal: personal !== undefined,
  }))
  const page = { columns, pageNum: query.pageNum, pageSize: query.pageSize }
  // While it is being read nobody can say yet which rows there are.
  if (task.batchId === null || task.state === 'queued' || task.state === 'reading') {
    return { ...page, list: [], total: 0 }
  }
  const filter = { batchId: task.batchId, outcome: query.outcome, failing: query.failing }
  const offset = (query.pageNum - 1) * query.pageSize
  const rows = await selectRowPage(ctx.db, filter, query.pageSize, offset)
  const total =
    rows.length < query.pageSize && query.pageNum === 1 ? rows.length : await countImportRows(ctx.db, filter)
  return { ...page, list: await showRows(ctx, task, sheet, rows), total }
}

/** One row in full, for the person who corrects it; on record like every look at a number. */
export async function findRowCells(ctx: UserCtx, { recordId, row }: { recordId: number; row: number }) {
  const task = await requireOwnImport(ctx, recordId)
  ctx.note({ objectType: 'import', objectId: recordId, detail: { row } })
  const [found] = await selectRowsByNo(ctx.db, task.batchId ?? 0, [row])
  if (!found) throw new BizError(650)
  const cellsOf = await openCells(ctx, found.batchId, [found])
  return { cells: cellsOf(row).map((cell) => cellText(cell)) }
}

export async function showRows(
  ctx: UserCtx,
  task: ImportTaskRecord,
  sheet: ShownSheet,
  rows: readonly ImportRowRecord[],
): Promise<ImportRow[]> {
  const changedRows = rows.filter(
    ({ outcome, reading }) => reading === null && (outcome === update || outcome === back),
  )
  const students = await studentsBefore(ctx, changedRows)
  const classIds = [
    ...changedRows.map(({ classId }) => classId),
    ...[...students.values()].map((s) => s.classId),
  ]
  const classes = await classNames(ctx, task, classIds)
  const cellsOf = await openCells(ctx, task.batchId ?? 0, rows)
  return rows.map((row) => {
    const cells = maskedCells(sheet, cellsOf(row.rowNo))
    const before = row.studentId === null ? undefined : students.get(row.studentId)
    const reading = row.reading as RowReading | null
    return {
      row: row.rowNo,
      outcome: row.outcome,
      cells,
      issues: shownIssues(sheet, cells, (row.issues ?? []) as Issue[]),
      changes: reading
        ? readingChanges(reading, row.outcome)
        : before
          ? changesOf(ctx, row, before, classes)
          : [],
      conclusion: reading?.conclusion ?? null,
      written:
        task.state !== 'undone' &&
        row.round < task.round &&
        [insert, update, back].some((written) => written === row.outcome),
      studentId: row.outcome === insert && row.round >= task.round ? null : row.studentId,
      name: row.name,
      sex: row.sex,
    }
  })
}

/** A new value is in the sheet itself; of a changed value the old one is shown. */
function readingChanges({ changes }: RowReading, outcome: number): ImportRow['changes'] {
  if (outcome === insert) return []
  const word = (field: RecordField, value: unknown) => (value === null ? '' : wireWord(field, value))
  return RECORD_FIELDS.flatMap((field) => {
    const pair = changes[field]
    return pair ? [{ field: fieldLabel(field), from: word(field, pair[0]), to: word(field, pair[1]) }] : []
  })
}

/** As they were before the writing, or are as long as nothing is written. */
async function studentsBefore(ctx: UserCtx, rows: readonly ImportRowRecord[]) {
  const students = new Map<number, ChangedStudent>()
  const unwritten = rows.flatMap(({ before, studentId }) => (before || studentId === null ? [] : [studentId]))
  for (const student of await selectChangedStudents(ctx.db, unwritten)) students.set(student.id, student)
  for (const { before, studentId } of rows) {
    if (before && studentId !== null) students.set(studentId, camelCased(before) as ChangedStudent)
  }
  return students
}

const camelCased = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
      value,
    ]),
  )

async function classNames(ctx: UserCtx, task: ImportTaskRecord, classIds: readonly (number | null)[]) {
  const wanted = [...new Set(classIds.filter((id) => id !== null))]
  const rows = await selectClassNames(ctx.db, task.orgId, wanted)
  return new Map(rows.map((row) => [row.classId, `${gradeNameOf(row)}${row.className}`]))
}

const FIELDS: Record<string, string> = {
  classId: '班级',
  name: '姓名',
  sex: '性别',
  birthDate: '出生日期',
  studentType: '学生类型',
  status: '状态',
  idCard: '身份证号',
  passport: '护照号',
  studentNo: '学籍号',
  nation: '民族',
  nativePlace: '籍贯',
  parentName: '家长姓名',
  parentPhone: '家长联系方式',
}

const NAMES = ['name', 'parentName']

function changesOf(ctx: UserCtx, row: ImportRowRecord, before: ChangedStudent, classes: Map<number, string>) {
  // Somebody who comes back only says where to.
  const changed = row.changed ?? ['classId']
  const text = (of: ChangedStudent | ImportRowRecord, field: string): string => {
    switch (field) {
      case 'classId':
        return of.classId === null ? '不在校' : (classes.get(of.classId) ?? '')
      case 'sex':
        return Sex.label(of.sex)
      case 'studentType':
        return StudentType.label(of.studentType)
      case 'status':
        return StudentStatus.label(of.status)
      case 'nation':
        return EthnicGroup.label(of.nation)
      case 'idCard':
      case 'passport':
      case 'studentNo':
      case 'parentPhone':
        return of[`${field}Mask`] ?? ''
      default:
        return String(of[field as 'name'] ?? '')
    }
  }
  return changed.map((field) => ({
    field: FIELDS[field] ?? field,
    // The new name is the file's; the one on file is not for everybody to read.
    from: NAMES.includes(field) ? nameFor(ctx, text(before, field)) : text(before, field),
    to: text(row, field),
  }))
}
