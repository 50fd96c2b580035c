import type { Readable } from 'node:stream'
import { type ColumnKey, itemOf } from '#contract/exports/catalogue.ts'
import type { ExportColumn } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { type OutRow, type OutSheet, writeWorkbook } from '../core/sheets/write/write-workbook.ts'
import { type NamesShown, namesShownTo, nameWriter } from './export-names.ts'
import type { ExportWords } from './export-words.ts'
import type { ExportReader } from './sources/export-source.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

export type ExportOrder<K extends ExportKey> = {
  reader: ExportReader
  request: ExportRequest<K>
  words: ExportWords
  /** Those of the item unless fewer are agreed. */
  columns?: readonly ExportColumn[]
  /** Called before rows are handed on with how many have been so far; what it throws ends the file. */
  onRows?: (written: number) => Promise<void> | void
}

/** What is known once all rows are written: how many, why others were left out, and what is empty in some. */
export class ExportTally {
  rows = 0
  leftOut = 0
  blank = 0
  readonly #left = new Map<string, number>()
  readonly #gaps = new Map<string, number>()

  leave(reasons: readonly string[]): void {
    this.leftOut += 1
    count(this.#left, reasons)
  }

  miss(gaps: readonly string[]): void {
    this.blank += 1
    count(this.#gaps, gaps)
  }

  /** 3 行：缺学籍号 3 行、… */
  leftWords(): string | null {
    return this.leftOut > 0 ? `${this.leftOut} 行：${rowsOf(this.#left)}` : null
  }

  blankWords(): string | null {
    return this.blank > 0 ? `${this.blank} 行：${rowsOf(this.#gaps)}` : null
  }
}

function count(counts: Map<string, number>, reasons: readonly string[]): void {
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
}
const rowsOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([reason, rows]) => `${reason} ${rows} 行`).join('、')

export const orderedColumns = <K extends ExportKey>({ request, columns }: ExportOrder<K>) =>
  columns ?? sourceOf(request.item).columns?.(request.filter) ?? itemOf(request.item).columns

const creatorOf = ({ reader: { caller } }: Pick<ExportOrder<ExportKey>, 'reader'>): string =>
  [caller.realName, caller.org?.name].filter(Boolean).join(' ')

/** The file itself: it begins before the first row is read, and says at its end who took it out and why. */
export function exportWorkbook<K extends ExportKey>(
  order: ExportOrder<K>,
  tally = new ExportTally(),
): Readable {
  const { title } = itemOf(order.request.item)
  const data: OutSheet = {
    name: title,
    columns: orderedColumns(order).map(({ title: name, width, format }) => ({ title: name, width, format })),
    rows: talliedRows(order, tally),
    filter: true,
  }
  return writeWorkbook([data, aboutSheet(order, tally)], { creator: creatorOf(order), title })
}

export async function* talliedRows<K extends ExportKey>(
  order: ExportOrder<K>,
  tally: ExportTally,
): AsyncGenerator<readonly OutRow[], void, void> {
  const { reader, request, onRows } = order
  const { item, filter, personal } = request
  const columns = orderedColumns(order).map(({ key }) => ({ key: key as ColumnKey<K> }))
  const onLeftOut = (reasons: readonly string[]) => tally.leave(reasons)
  const onBlank = (gaps: readonly string[]) => tally.miss(gaps)
  const nameOf = nameWriter(namesShownTo(reader, request))
  const options = { columns, personal, nameOf, onLeftOut, onBlank }
  for await (const rows of sourceOf(item).read(reader, filter, options)) {
    tally.rows += rows.length
    await onRows?.(tally.rows)
    yield rows
  }
}

const NAMES_IN_WORDS: Record<NamesShown, string> = { full: '完整', masked: '已脱敏', none: '不含姓名' }

/** Who took it out, when, why and what. */
export function* orderLines<K extends ExportKey>({
  reader,
  request,
  words,
}: ExportOrder<K>): Generator<[string, string]> {
  const { caller } = reader
  yield ['导出人', `${caller.realName}（${caller.account}）`]
  yield ['所在机构', caller.org?.name ?? '']
  yield ['导出时间', words.now]
  yield ['导出原因', request.reason]
  yield ['导出内容', itemOf(request.item).title]
  yield ['筛选条件', words.filters]
  yield ['证件号与电话', request.personal ? '完整' : '已脱敏']
  yield ['姓名', NAMES_IN_WORDS[namesShownTo(reader, request)]]
}

export const PRIVATE_NOTE: [string, string] = ['说明', '本文件含个人信息，导出已登记，请勿外传，用毕请删除。']

/** To be asked for after the rows, whose number is not known before. */
export function* aboutLines<K extends ExportKey>(
  order: ExportOrder<K>,
  tally: ExportTally,
): Generator<[string, string]> {
  yield* orderLines(order)
  yield ['行数', String(tally.rows)]
  const [left, blank] = [tally.leftWords(), tally.blankWords()]
  if (left) yield ['未列入', left]
  if (blank) yield ['有内容留空', blank]
  for (const [about, meaning] of itemOf(order.request.item).legend ?? []) yield [about, meaning]
  yield PRIVATE_NOTE
}

function aboutSheet<K extends ExportKey>(order: ExportOrder<K>, tally: ExportTally): OutSheet {
  return {
    name: '导出说明',
    columns: [
      { title: '项目', width: 16 },
      { title: '内容', width: 80, format: 'text' },
    ],
    rows: aboutLines(order, tally),
  }
}
