import type { FileAnswer } from '#contract/core/endpoint.ts'
import { Refusal } from '#contract/core/error-codes.ts'
import { IMPORT_ROW_MESSAGE_SEPARATOR } from '#contract/core/import-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import type { OutCell, OutColumn, OutRow } from '../../core/sheets/write/write-model.ts'
import { writeWorkbook, XLSX_TYPE } from '../../core/sheets/write/write-workbook.ts'
import { cellText } from '../row-rules/cell-values.ts'
import { ERROR_COLUMNS } from '../row-rules/columns.ts'
import { type Issue, issueAdvice, issueMessage } from '../row-rules/row-check.ts'
import { type ImportRowFilter, selectRowsAfter } from '../rows/import-row-queries.ts'
import { openCells } from '../rows/row-cells.ts'
import { type ShownSheet, sheetOf } from '../rows/shown-cells.ts'
import { requireOwnImport } from './import-task.ts'

const BATCH = 500

/**
 * The user's own sheet, columns as they were, with the wrong cells marked and said what is wrong with them. Corrected
 * it can be uploaded as it is: the two columns that are ours mean nothing on the way back.
 */
export async function makeErrorWorkbook(
  ctx: UserCtx,
  { recordId, all }: { recordId: number; all: boolean },
): Promise<FileAnswer> {
  const task = await requireOwnImport(ctx, recordId)
  ctx.note({ objectType: 'import', objectId: recordId, detail: { all, rows: task.counts } })
  const unread = task.state === 'queued' || task.state === 'reading'
  if (unread || task.batchId === null || task.layout === null)
    throw new Refusal('notInThisState', '任务没有可以下载的行')
  const sheet = sheetOf(task)
  const rows = rowsOf(ctx, sheet, { batchId: task.batchId, failing: !all })
  const content = writeWorkbook([{ name: '名单', columns: columnsOf(sheet), rows }], {
    creator: ctx.caller.realName,
    title: '导入错误表',
  })
  const name = task.fileName.replace(/\.xlsx?$/i, '')
  return { fileName: `${name}-${all ? '全部行' : '错误行'}.xlsx`, contentType: XLSX_TYPE, content }
}

/** Without the columns that an earlier one of these added: they are written anew. */
const OURS: readonly string[] = Object.values(ERROR_COLUMNS)
const widthOf = (sheet: ShownSheet): number =>
  Math.max(0, ...sheet.columns.filter(({ title }) => !OURS.includes(title)).map(({ index }) => index + 1))

function columnsOf(sheet: ShownSheet): OutColumn[] {
  const byIndex = new Map(sheet.columns.map((column) => [column.index, column]))
  const own = Array.from({ length: widthOf(sheet) }, (_, index): OutColumn => {
    const column = byIndex.get(index)
    const known = column?.key ? sheet.known.get(column.key) : undefined
    return { title: column?.title ?? '', format: 'text', width: known?.width }
  })
  return [...own, { title: ERROR_COLUMNS.row, width: 8 }, { title: ERROR_COLUMNS.message, width: 60 }]
}

async function* rowsOf(ctx: UserCtx, sheet: ShownSheet, filter: ImportRowFilter): AsyncGenerator<OutRow[]> {
  const width = widthOf(sheet)
  let after = 0
  for (;;) {
    const rows = await selectRowsAfter(ctx.db, filter, after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)?.rowNo ?? after
    const cellsOf = await openCells(ctx, filter.batchId, rows)
    yield rows.map(({ rowNo, issues }) =>
      markedRow(sheet, width, rowNo, cellsOf(rowNo).map(cellText), (issues ?? []) as Issue[]),
    )
  }
}

function markedRow(
  sheet: ShownSheet,
  width: number,
  rowNo: number,
  texts: string[],
  issues: Issue[],
): OutCell[] {
  const wrong = new Set(issues.map(({ key }) => (key === null ? undefined : sheet.byKey.get(key)?.index)))
  const cells = Array.from({ length: width }, (_, index): OutCell => {
    const value = texts[index] ?? ''
    return wrong.has(index) ? { value, mark: 'error' } : value
  })
  const message = issues.map((issue) => `${issueMessage(issue)}，${issueAdvice(issue)}`)
  return [...cells, rowNo, message.join(IMPORT_ROW_MESSAGE_SEPARATOR)]
}
