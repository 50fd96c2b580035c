// Reports as files: each contains what the page shows, and nobody downloads what they may not read.
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { ROSTER_TABLE, shownSections } from '#contract/reports/report/report-layout.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { useApp } from '../testing/app.ts'
import { must, signedIn } from '../testing/people.ts'
import { tablesOf } from '../testing/reports/report-tables.ts'
import { makeTenStudents } from '../testing/reports/ten-students.ts'
import { rowsOf } from '../testing/rows.ts'
import { pdfPages } from '../testing/sheets/pdf-text.ts'
import { assertWellFormed, zipParts } from '../testing/sheets/zip-parts.ts'

const { downloadReport, schoolReport } = reportEndpoints
const node = useApp()
let made: Awaited<ReturnType<typeof makeTenStudents>>
let report: Report
beforeAll(async () => {
  made = await makeTenStudents(node.current)
  report = await must(made.admin.call(schoolReport, { planId: made.planId }))
})

type Order = InputOf<typeof downloadReport>
const ofSchool = (): Order['report'] => ({ kind: 'school', query: { planId: made.planId } })

async function fileOf(format: Order['format'], by = made.admin): Promise<Buffer> {
  const { content } = await must(by.call(downloadReport, { report: ofSchool(), format }))
  return content as Buffer
}

const cellsOf = ({ columns }: ReportTable, { values }: ReportTable['rows'][number]): string[] =>
  columns.map(({ format }, nth) => formatValue(values[nth] ?? null, format))

/** Those that begin with the name; of one that takes two lines those without it as well. */
function linesOf(lines: readonly string[][], name: string): string[][] {
  const named = lines.filter(([first]) => first?.trim() === name)
  if (named.length > 0) return named
  return lines.flatMap((line) => [line, ['', ...line]])
}

/** A wide table is parted, with the names before each part. */
function expectEveryCell(lines: readonly string[][]) {
  for (const table of tablesOf(report)) {
    for (const row of table.rows) {
      const named = linesOf(lines, row.name)
      let left = cellsOf(table, row)
      while (left.length > 0) {
        const next = named
          .map(([, ...cells]) => cells.filter((cell) => cell !== row.note))
          .find((cells) => cells.length > 0 && cells.every((cell, nth) => cell === left[nth]))
        expect(next, `${table.title} ${row.name}: ${left.join(' ')}`).toBeDefined()
        left = left.slice(next?.length ?? left.length)
      }
    }
  }
}

test('Excel holds every number of the report as a number', async () => {
  const { sheets } = await readXlsx(await fileOf('xlsx'))
  const tables = tablesOf(report)
  expect(sheets.map(({ name }) => name).slice(1, -1)).toHaveLength(tables.length)
  for (const [nth, table] of tables.entries()) {
    const heads = table.columns.some(({ group }) => group !== null) ? 3 : 2
    const rows = sheets[nth + 1]?.rows.slice(heads) ?? []
    for (const [at, { name, values }] of table.rows.entries()) {
      expect(String(rows[at]?.[0]).trim()).toBe(name)
      for (const [column, { format }] of table.columns.entries()) {
        const value = values[column] ?? null
        const shown = rows[at]?.[column + 1]
        if (typeof value !== 'number') expect(shown).toBe(value ?? '--')
        else
          expect(shown, `${table.title} ${name}`).toBeCloseTo(format === 'percent' ? value / 100 : value, 9)
      }
    }
  }
})

test('Word holds every cell and every sentence', async () => {
  const parts = await zipParts(await fileOf('docx'))
  const xml = parts.get('word/document.xml')?.toString() ?? ''
  assertWellFormed(xml)
  const words = (piece: string) =>
    [...piece.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')
  const rows = xml.match(/<w:tr>.*?<\/w:tr>/gs) ?? []
  expectEveryCell(rows.map((row) => (row.match(/<w:tc>.*?<\/w:tc>/gs) ?? []).map(words)))
  const all = words(xml)
  for (const sentence of shownSections(report).flatMap(({ paragraphs }) => paragraphs))
    expect(all).toContain(sentence.replaceAll('<', '&lt;'))
})

test('PDF holds every cell and every sentence', async () => {
  const pages = pdfPages(await fileOf('pdf'))
  const lines = pages.flatMap(({ texts }) => {
    const heights = [...new Set(texts.map(({ y }) => y))]
    return heights.map((height) =>
      texts
        .filter(({ y }) => y === height)
        .sort((one, other) => one.x - other.x)
        .map(({ text }) => text),
    )
  })
  expectEveryCell(lines)
  const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('')
  for (const sentence of shownSections(report).flatMap(({ paragraphs }) => paragraphs))
    expect(all).toContain(sentence)
})

describe('a single table', () => {
  test('of a class is its list of students, in every format', async () => {
    const [classId = 0] = made.classIds
    const ofClass: Order['report'] = { kind: 'class', query: { planId: made.planId, classId } }
    const file = async (format: Order['format']) =>
      must(made.admin.call(downloadReport, { report: ofClass, format, tableId: ROSTER_TABLE }))
    const { content, fileName } = await file('docx')
    expect(fileName).toMatch(/结果名单_学生名单_/)
    const xml = (await zipParts(content as Buffer)).get('word/document.xml')?.toString() ?? ''
    expect(xml.match(/<w:tbl>/g)).toHaveLength(1)
    expect(xml).toContain('w:orient="landscape"')
    const { sheets } = await readXlsx((await file('xlsx')).content as Buffer)
    expect(sheets.map(({ name }) => name)).toEqual(['报告正文', '学生名单', '编制说明'])
    const pages = pdfPages((await file('pdf')).content as Buffer)
    expect(pages.every(({ width, height }) => width > height)).toBe(true)
  })

  test('is a sheet of its own, and on record', async () => {
    const [table] = tablesOf(report)
    const order = { report: ofSchool(), format: 'xlsx', tableId: table?.id } as const
    const { sheets } = await readXlsx((await must(made.admin.call(downloadReport, order))).content as Buffer)
    expect(sheets.map(({ name }) => name)).toEqual([table?.title, '编制说明'])
    const [row] = await rowsOf(
      node.current,
      `select detail from audit_log where action = 'report.download' order by id desc limit 1`,
    )
    expect(row).toMatchObject({ detail: { tableId: table?.id } })
  })

  test('that the report does not have is refused', async () => {
    const order = { report: ofSchool(), format: 'xlsx', tableId: ROSTER_TABLE } as const
    expect((await made.admin.call(downloadReport, order)).code).toBe(650)
  })
})

describe('a download', () => {
  test('is named after the report and recorded in the audit trail', async () => {
    const { fileName } = await must(made.admin.call(downloadReport, { report: ofSchool(), format: 'xlsx' }))
    expect(fileName).toMatch(/\d{4}-\d{4}学年[春秋]季儿童青少年视力筛查报告_.+_\d{12}\.xlsx$/)
    const [row] = await rowsOf(
      node.current,
      `select action, success, object_id, detail from audit_log where action = 'report.download'
       order by id desc limit 1`,
    )
    expect(row).toMatchObject({ success: true, object_id: String(made.planId), detail: { format: 'xlsx' } })
  })

  test('of a kind that the reader has no permission for is refused', async () => {
    const teacher = await signedIn(node.current, 'teacher01')
    for (const format of ['docx', 'xlsx', 'pdf'] as const)
      expect((await teacher.call(downloadReport, { report: ofSchool(), format })).code).toBe(602)
  })

  test('of what lies outside the range, or in no known form, is refused', async () => {
    const region = await signedIn(node.current, 'region01')
    const query = { planId: made.planId, areaId: '330205' }
    const foreign = await region.call(downloadReport, { report: { kind: 'region', query }, format: 'pdf' })
    expect(foreign.code).toBe(616)
    const odd = { report: ofSchool(), format: 'exe' } as unknown as Order
    expect((await made.admin.call(downloadReport, odd)).success).toBe(false)
  })

  test('at the same time as another of the same reader waits its turn; of two readers both come', async () => {
    const other = await signedIn(node.current, 'province01')
    const order: Order = { report: ofSchool(), format: 'xlsx' }
    const [first, second] = await Promise.all([
      made.admin.call(downloadReport, order),
      made.admin.call(downloadReport, order),
    ])
    expect([first.code, second.code].sort()).toEqual([200, 429])
    const both = await Promise.all([
      made.admin.call(downloadReport, order),
      other.call(downloadReport, {
        report: { kind: 'province', query: { planId: made.planId } },
        format: 'xlsx',
      }),
    ])
    expect(both.map(({ code }) => code)).toEqual([200, 200])
  })
})
