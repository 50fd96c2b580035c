import { BizError } from '#contract/core/error-codes.ts'
import type { SheetRow } from '../../core/sheets/read/sheet-row.ts'
import { type CellValue, cellText } from '../row-rules/cell-values.ts'
import type { ImportColumn } from '../row-rules/columns.ts'
import { findLayout, HEADER_WITHIN, type SheetLayout } from '../row-rules/layout.ts'
import type { ParsedRow } from './staged-row.ts'

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join('、')

/** Finds the header among the first rows and gives the rows below it by their columns. */
export async function* parseRows(
  batches: AsyncIterable<readonly SheetRow[]>,
  columns: readonly ImportColumn[],
  onLayout: (layout: SheetLayout) => Promise<void>,
): AsyncGenerator<ParsedRow[]> {
  const head: SheetRow[] = []
  let layout: SheetLayout | undefined
  for await (const batch of batches) {
    if (layout) {
      yield parseBatch(batch, layout)
      continue
    }
    head.push(...batch)
    if (head.length < HEADER_WITHIN) continue
    layout = requireLayout(head, columns)
    await onLayout(layout)
    yield parseBatch(head, layout)
  }
  if (layout) return
  layout = requireLayout(head, columns)
  await onLayout(layout)
  yield parseBatch(head, layout)
}

function requireLayout(head: readonly SheetRow[], columns: readonly ImportColumn[]): SheetLayout {
  const rows = head
    .slice(0, HEADER_WITHIN)
    .map(({ row, cells }) => ({ row, texts: cells.map((cell) => cellText(cell)) }))
  const required = columns.filter((column) => column.required).map(({ title }) => title)
  if (rows.length === 0) throw new BizError(700, '文件是空的，请使用模板填写后上传')
  const layout = findLayout(rows, columns)
  if (!layout) {
    const named = quoted(required.slice(0, 4))
    throw new BizError(700, `没有找到表头：前 ${HEADER_WITHIN} 行中应有一行写着${named}等列名，请使用模板`)
  }
  const missing = required.filter((title) => layout.absent.includes(title))
  if (missing.length > 0) throw new BizError(700, `缺少必填的列${quoted(missing)}，请补上后重新上传`)
  assertWho(layout, columns)
  return layout
}

/** Without a number nobody can say who a row means; in a sheet that says the class already a name may do. */
function assertWho(layout: SheetLayout, columns: readonly ImportColumn[]) {
  const numbers = columns.filter(({ personal }) => personal && personal !== 'phone')
  if (numbers.some(({ required }) => required) || !columns.some(({ key }) => key === 'newClass')) return
  if (numbers.every(({ title }) => layout.absent.includes(title))) {
    throw new BizError(700, `${quoted(numbers.map(({ title }) => title))}至少要有一列，请补上后重新上传`)
  }
}

function parseBatch(rows: readonly SheetRow[], layout: SheetLayout): ParsedRow[] {
  return rows.flatMap(({ row, cells }) =>
    row > layout.headerRow ? (parsedRow(row, cells, layout) ?? []) : [],
  )
}

/** Undefined for a row that says nothing in any known column. */
export function parsedRow(
  rowNo: number,
  cells: readonly CellValue[],
  layout: SheetLayout,
): ParsedRow | undefined {
  const byKey = new Map<string, CellValue>()
  for (const { index, key } of layout.columns) {
    const cell = cells[index]
    if (key !== null && cell !== null && cell !== undefined && cell !== '') byKey.set(key, cell)
  }
  return byKey.size === 0 ? undefined : { rowNo, cells, byKey }
}
