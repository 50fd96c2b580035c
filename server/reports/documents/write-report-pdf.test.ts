import { describe, expect, it } from 'vitest'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import {
  HOSTILE_NAME,
  LONG_NAME,
  SAMPLE_READER,
  sampleChart,
  sampleReport,
  sampleRoster,
  sampleTable,
} from '../../testing/reports/sample-report.ts'
import { type PdfPage, pdfPages } from '../../testing/sheets/pdf-text.ts'
import { writeReportPdf } from './write-report-pdf.ts'

async function write(...sections: Partial<Report['sections'][number]>[]): Promise<PdfPage[]> {
  return pdfPages(await writeReportPdf(sampleReport(sections), { reader: SAMPLE_READER }))
}

const textOf = (pages: readonly PdfPage[]): string =>
  pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n')

/** Letters of the font are at most as wide as the size says. */
function assertWithin({ width, height, texts }: PdfPage): void {
  for (const { text, x, y } of texts) {
    expect(x, text).toBeGreaterThanOrEqual(0)
    expect(x, text).toBeLessThan(width)
    expect(y, text).toBeGreaterThan(0)
    expect(y, text).toBeLessThan(height)
  }
}

describe('writeReportPdf', () => {
  it('has text that can be selected, on pages that say what they are', async () => {
    const pages = await write(
      { title: '概述', paragraphs: [`近视率 12.35%。${HOSTILE_NAME}\u0000\t`] },
      { title: '空' },
    )
    const text = textOf(pages)
    expect(text).toContain('一、概述')
    expect(text).toContain('编制说明')
    expect(text).toContain('编制单位：余杭区教育局　　编制日期：2026年11月15日')
    expect(text).toMatch(/编制：.*审核：.*签发：/)
    expect(text.replaceAll('\n', '')).toContain(`近视率 12.35%。${HOSTILE_NAME}`)
    expect(text).not.toContain('\uFFFD')
    for (const [index, page] of pages.entries())
      expect(textOf([page])).toContain(`第 ${index + 1} 页　共 ${pages.length} 页`)
  })

  it('has the texts of organisations under headings of their own, within the margins', async () => {
    const block = (orgName: string, text: string) => ({
      id: orgName,
      title: '存在问题',
      orgId: 1,
      orgName,
      paragraphs: [text],
    })
    const blocks = [
      block('余杭区教育局', 'w'.repeat(900)),
      block('余杭区卫生健康局', `${HOSTILE_NAME}\u0007${'字'.repeat(900)}`),
    ]
    const pages = await write({ title: '工作情况与建议', blocks })
    const text = textOf(pages)
    expect(text).toContain('（一）存在问题')
    expect(text).toContain('（二）存在问题（余杭区卫生健康局填写）')
    expect(text.replaceAll('\n', '')).toContain(HOSTILE_NAME)
    for (const page of pages) assertWithin(page)
  })

  it('names the account and the second only on its last page', async () => {
    const pages = await write({ tables: [sampleTable({ rows: 100, columns: 6 })] })
    const traced = pages.filter((page) => /zhangsan|\d\d:\d\d:\d\d/.test(textOf([page])))
    expect(pages.length).toBeGreaterThan(2)
    expect(traced).toEqual([pages.at(-1)])
  })

  it('has no row of totals alone on a page', async () => {
    const last = sampleTable({ rows: 1, columns: 4 }).rows
    for (const rows of [26, 27, 28, 29, 30, 31, 32, 33, 34]) {
      const table = sampleTable({ rows, columns: 4 })
      const pages = await write({ tables: [{ ...table, rows: [...table.rows.slice(1), ...last] }] })
      const holding = pages.find((page) => page.texts.some(({ text }) => text === '合计'))
      expect(textOf(holding ? [holding] : [])).toMatch(/第\d+小学/)
    }
  })

  it('attaches a list of students across the page', async () => {
    const pages = await write(
      { paragraphs: ['一句。'], tables: [sampleTable({ rows: 5, columns: 4 })] },
      { title: '学生', tables: [sampleRoster(3)] },
    )
    const across = pages.map(({ width, height }) => width > height)
    expect(across).toEqual([...across.slice(1).map(() => false), true])
    expect(textOf(pages.slice(-1))).toMatch(/附件[\s\S]*学生2/)
  })

  it('embeds only the letters it uses', async () => {
    const file = await writeReportPdf(sampleReport([{ paragraphs: ['一句。'] }]), { reader: SAMPLE_READER })
    expect(file.length).toBeLessThan(200_000)
    expect(file.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+NotoSansHans-Regular/)
  })

  it('repeats the heading of a long table on every page and loses no row', async () => {
    const table = sampleTable({ rows: 300, columns: 6 })
    const pages = await write({ tables: [table] })
    const holding = pages.filter((page) => /第\d+小学/.test(textOf([page])))
    expect(holding.length).toBeGreaterThan(4)
    for (const page of holding) {
      expect(page.texts.filter(({ text }) => text === '学校')).toHaveLength(1)
      expect(page.texts.filter(({ text }) => text === '视力不良')).toHaveLength(1)
      assertWithin(page)
    }
    const lines = new Set(textOf(pages).split('\n'))
    expect(table.rows.slice(6).filter(({ name }) => !lines.has(name))).toEqual([])
    expect(textOf(pages).replaceAll('\n', '')).toContain(LONG_NAME)
    expect(lines).toContain('*')
    expect(lines).toContain('--')
  })

  it('parts what is wider than the page, with the names before every part', async () => {
    const pages = await write(
      { paragraphs: ['一句。'], tables: [sampleTable({ rows: 20, columns: 30 })] },
      { paragraphs: ['二句。'] },
    )
    expect(pages.every(({ width, height }) => width < height)).toBe(true)
    for (const page of pages) assertWithin(page)
    const text = textOf(pages)
    const parts = text.match(/（\d\/\d）/g) ?? []
    expect(parts.length).toBeGreaterThan(1)
    expect(text.match(/^第19小学$/gm)).toHaveLength(parts.length)
    expect(text.match(/^[\d.]+%$/gm)?.length).toBe(20 * 15 - 1)
  })

  it('goes on over pages where a single cell is longer than one', async () => {
    const base = sampleTable({ rows: 2, columns: 2 })
    const words = Array.from({ length: 900 }, (_, index) => `第${index}句话。`).join('')
    const table: ReportTable = { ...base, rows: base.rows.map((row) => ({ ...row, note: words })) }
    const pages = await write({ tables: [table] })
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) assertWithin(page)
    expect(textOf(pages).replaceAll('\n', '')).toContain('第899句话。')
  })

  it('draws charts whose words can be found', async () => {
    const pages = await write({
      charts: [
        sampleChart('bars'),
        sampleChart('ranking', 100, 1),
        sampleChart('lines'),
        sampleChart('stacked'),
      ],
    })
    const text = textOf(pages)
    expect(text).toContain('图 1-1　各校近视率（bars）')
    expect(text).toMatch(/图 1-2　各校近视率（ranking）（1\/\d）/)
    expect(text).toContain('第100小学')
    expect(text).toContain('2025 年秋季')
  })
})
