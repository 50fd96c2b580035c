// A workbook for each school in one zip, as the platform that receives them takes them: school by school.
import type { Readable } from 'node:stream'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { type ZipPart, zipStream } from '../core/sheets/write/write-zip.ts'
import { type ExportOrder, ExportTally, exportWorkbook, orderLines, PRIVATE_NOTE } from './export-workbook.ts'
import type { ExportSchool } from './sources/export-source.ts'
import { sourceOf } from './sources/export-sources.ts'

/** Windows opens text with a mark as what it is, whatever its system's encoding. */
const UTF8_MARK = '\uFEFF'
const LINE_END = '\r\n'
/** A workbook is compressed already. */
const STORED = 0
const SMALL_FILE = 6
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu

type SchoolTally = ExportSchool & { fileName: string; tally: ExportTally }

export async function exportSchoolFiles<K extends ExportKey>(order: ExportOrder<K>): Promise<Readable> {
  const { item, filter } = order.request
  const found = (await sourceOf(item).schools?.(order.reader, filter)) ?? []
  const names = fileNamesOf(found)
  const schools = found.map((school, index): SchoolTally => {
    return { ...school, fileName: names[index] ?? '', tally: new ExportTally() }
  })
  const rowsOfAll = runningSum(order.onRows)
  return zipStream([
    ...schools.map((school) => schoolPart({ ...order, onRows: rowsOfAll() }, school)),
    { path: '导出说明.txt', level: SMALL_FILE, content: () => [Buffer.from(aboutText(order, schools))] },
  ])
}

/** Schools of one name stand in different areas. */
function fileNamesOf(schools: readonly ExportSchool[]): string[] {
  const uses = new Map<string, number>()
  for (const { name } of schools) uses.set(name, (uses.get(name) ?? 0) + 1)
  return schools.map(({ name, areaName }) => {
    const shown = (uses.get(name) ?? 0) > 1 ? `${name}（${areaName}）` : name
    return `${shown.replaceAll(NOT_IN_FILE_NAMES, '_')}.xlsx`
  })
}

type OnRows = NonNullable<ExportOrder<ExportKey>['onRows']>

/** Every file counts its own rows; progress is that of all files so far. */
function runningSum(onRows: OnRows | undefined): () => OnRows {
  let sum = 0
  return () => {
    let before = 0
    return (rows) => {
      sum += rows - before
      before = rows
      return onRows?.(sum)
    }
  }
}

function schoolPart<K extends ExportKey>(
  order: ExportOrder<K>,
  { orgId, name, fileName, tally }: SchoolTally,
): ZipPart {
  const { request, words } = order
  const part: ExportOrder<K> = {
    ...order,
    request: { ...request, filter: { ...request.filter, orgId } as ExportFilter<K> },
    words: { ...words, filters: `${words.filters}；学校：${name}` },
  }
  return { path: fileName, level: STORED, content: () => exportWorkbook(part, tally) }
}

const sumOf = (schools: readonly SchoolTally[], of: (tally: ExportTally) => number): number =>
  schools.reduce((sum, { tally }) => sum + of(tally), 0)

/** Who took it out and why, and for each school how many rows its file has and why others are missing. */
function aboutText<K extends ExportKey>(order: ExportOrder<K>, schools: readonly SchoolTally[]): string {
  const lines: [string, string][] = [
    ...orderLines(order),
    ['学校数', String(schools.length)],
    ['行数', String(sumOf(schools, ({ rows }) => rows))],
    ['未列入', `${sumOf(schools, ({ leftOut }) => leftOut)} 行`],
    PRIVATE_NOTE,
    ...schools.map(({ fileName, tally }): [string, string] => [fileName, schoolWords(tally)]),
  ]
  return UTF8_MARK + lines.map(([name, words]) => `${name}：${words}${LINE_END}`).join('')
}

function schoolWords(tally: ExportTally): string {
  const [left, blank] = [tally.leftWords(), tally.blankWords()]
  return [`${tally.rows} 行`, left && `未列入 ${left}`, blank && `有内容留空 ${blank}`]
    .filter(Boolean)
    .join('；')
}
