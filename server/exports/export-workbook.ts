import type { Readable } from 'node:stream'
import { type ColumnKey, type ExportColumn, type ExportKey, itemOf } from '#contract/exports/catalogue.ts'
import type { Caller } from '../core/context.ts'
import { type OutRow, type OutSheet, writeWorkbook } from '../core/sheets/write-workbook.ts'
import type { Reader } from './export-source.ts'
import { type ExportRequest, sourceOf } from './export-sources.ts'
import type { ExportWords } from './export-words.ts'

export type WorkbookOrder<K extends ExportKey> = {
  caller: Caller
  reader: Reader
  request: ExportRequest<K>
  words: ExportWords
  /** Those of the item unless fewer are agreed. */
  columns?: readonly ExportColumn[]
  /** Told before rows are handed on how many have been so far; what it throws ends the file. */
  onRows?: (written: number) => Promise<void> | void
}

/** The file itself: it begins before the first row is read, and says at its end who took it out and why. */
export function exportWorkbook<K extends ExportKey>(order: WorkbookOrder<K>): Readable {
  const { caller, request } = order
  const item = itemOf(request.item)
  const columns = order.columns ?? item.columns
  const count = { rows: 0 }
  const data: OutSheet = {
    name: item.title,
    columns: columns.map(({ title, width, format }) => ({ title, width, format })),
    rows: countedRows(order, columns, count),
    filter: true,
  }
  const creator = [caller.realName, caller.org?.name].filter(Boolean).join(' ')
  return writeWorkbook([data, aboutSheet(order, count)], { creator, title: item.title })
}

async function* countedRows<K extends ExportKey>(
  { reader, request, onRows }: WorkbookOrder<K>,
  columns: readonly ExportColumn[],
  count: { rows: number },
): AsyncGenerator<readonly OutRow[], void, void> {
  const { item, filter, personal } = request
  const keys = columns.map(({ key }) => ({ key: key as ColumnKey<K> }))
  for await (const rows of sourceOf(item).read(reader, filter, { columns: keys, personal })) {
    count.rows += rows.length
    await onRows?.(count.rows)
    yield rows
  }
}

function aboutSheet<K extends ExportKey>(
  { caller, request, words }: WorkbookOrder<K>,
  count: { rows: number },
): OutSheet {
  // Written after the rows: only then is their number known.
  function* lines(): Generator<OutRow> {
    yield ['导出人', `${caller.realName}（${caller.account}）`]
    yield ['所在机构', caller.org?.name ?? '']
    yield ['导出时间', words.now]
    yield ['导出原因', request.reason]
    yield ['导出内容', itemOf(request.item).title]
    yield ['筛选条件', words.filters]
    yield ['证件号与电话', request.personal ? '完整' : '已脱敏']
    yield ['行数', String(count.rows)]
    yield ['说明', '本文件含个人信息，导出已登记，请勿外传，用毕请删除。']
  }
  return {
    name: '导出说明',
    columns: [
      { title: '项目', width: 16 },
      { title: '内容', width: 80, format: 'text' },
    ],
    rows: lines(),
  }
}
