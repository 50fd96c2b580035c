import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { escapeXml } from '#contract/reports/chart/escape-xml.ts'
import type { Report } from '#contract/reports/report/report.ts'
import {
  HOSTILE_NAME,
  LONG_NAME,
  SAMPLE_READER,
  sampleChart,
  sampleReport,
  sampleTable,
} from '../../testing/reports/sample-report.ts'
import { assertWellFormed, zipParts } from '../../testing/sheets/zip-parts.ts'
import { writeReportDocx } from './write-report-docx.ts'

async function write(...sections: Partial<Report['sections'][number]>[]) {
  const parts = await zipParts(await writeReportDocx(sampleReport(sections), { reader: SAMPLE_READER }))
  return { parts, text: (path: string) => parts.get(path)?.toString() ?? '' }
}

const rowsOf = (xml: string): string[] => xml.match(/<w:tr>.*?<\/w:tr>/gs) ?? []
const wordsOf = (xml: string): string =>
  [...xml.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')

describe('writeReportDocx', () => {
  it('has headings, sentences, edges and page numbers', async () => {
    const { parts, text } = await write(
      { title: '概述', paragraphs: [`一句。${HOSTILE_NAME}`] },
      { title: '空的一节' },
      { title: '学校', paragraphs: ['二句\u0000。'] },
    )
    for (const [path, content] of parts) if (!path.endsWith('.png')) assertWellFormed(content.toString())
    const xml = text('word/document.xml')
    const headings = xml.match(/<w:p><w:pPr><w:pStyle w:val="Heading1"\/>.*?<\/w:p>/gs) ?? []
    expect(headings.map(wordsOf)).toEqual(['概述', '学校', '统计口径与说明'])
    expect(xml).toContain(`一句。${escapeXml(HOSTILE_NAME)}`)
    expect(xml).toContain('二句。')
    expect(text('word/numbering.xml')).toContain('chineseCounting')
    expect(text('word/footer.xml')).toMatch(
      /余杭区　2026 年秋季筛查　数据截至 2026-11-15 08:00:00.* PAGE .* NUMPAGES /,
    )
    expect(text('word/header.xml')).toContain('张三（zhangsan）')
  })

  it('has tables whose heading is repeated and whose figures stand at the right', async () => {
    const { text } = await write({ tables: [sampleTable({ rows: 300, columns: 6 })] })
    const rows = rowsOf(text('word/document.xml'))
    expect(rows).toHaveLength(302)
    expect(rows.filter((row) => row.includes('<w:tblHeader/>'))).toEqual(rows.slice(0, 2))
    expect(rows[0]).toMatch(/<w:gridSpan w:val="2"\/>/)
    expect(rows[0]).toMatch(/<w:vMerge w:val="restart"\/>/)
    const [total, long] = rows.slice(2)
    expect(total?.match(/<w:b\/>/g)).toHaveLength(7)
    expect(long).not.toContain('<w:b/>')
    expect(long?.match(/<w:jc w:val="right"\/>/g)).toHaveLength(6)
    expect(wordsOf(long ?? '')).toContain(LONG_NAME)
    expect(wordsOf(rows[5] ?? '')).toContain('*')
    expect(wordsOf(rows[6] ?? '')).toContain('--')
  })

  it('turns the paper for wide tables and parts what is wider still', async () => {
    const { text } = await write(
      { paragraphs: ['一句。'], tables: [sampleTable({ rows: 5, columns: 30 })] },
      { paragraphs: ['二句。'] },
    )
    const xml = text('word/document.xml')
    const paper = [...xml.matchAll(/<w:pgSz w:w="(\d+)" w:h="(\d+)"/g)].map(
      ([, width, height]) => Number(width) > Number(height),
    )
    expect(paper).toEqual([false, true, false])
    const widths = [...xml.matchAll(/<w:tblW w:w="(\d+)"/g)].map(([, width]) => Number(width))
    expect(widths.length).toBeGreaterThan(1)
    for (const width of widths) expect(width).toBeLessThan(16838 - 2 * 1100)
    const seen = rowsOf(xml).filter((row) => wordsOf(row).includes('第') || wordsOf(row).includes('普通小学'))
    const cells = seen.map((row) => (row.match(/<w:tc>/g)?.length ?? 0) - 1)
    expect(cells.reduce((sum, count) => sum + count, 0) % 30).toBe(0)
  })

  it('has its charts as pictures with words for those who cannot see them', async () => {
    const { parts, text } = await write({ charts: [sampleChart('bars'), sampleChart('ranking', 100, 1)] })
    const pictures = [...parts].filter(([path]) => path.startsWith('word/media/'))
    expect(pictures.length).toBeGreaterThan(2)
    const xml = text('word/document.xml')
    for (const [index, [path, content]] of pictures.entries()) {
      const { format, width } = await sharp(content).metadata()
      expect({ format, width }).toEqual({ format: 'png', width: 1280 })
      const [, relation] =
        new RegExp(`Id="(rId\\d+)"[^>]*Target="${path.slice(5)}"`).exec(
          text('word/_rels/document.xml.rels'),
        ) ?? []
      expect(xml).toContain(`<a:blip r:embed="${relation}"/>`)
      expect(xml).toMatch(
        new RegExp(`<wp:docPr id="${index + 1}" name="图 ${index + 1}" descr="各校近视率[^"]+"`),
      )
    }
    const { dominant } = await sharp(pictures[0]?.[1]).stats()
    expect(dominant.r + dominant.g + dominant.b).toBeGreaterThan(600)
  })

  it('draws letters without any font of the machine', async () => {
    const [one, other] = await Promise.all(
      ['一', '二'].map(async (unit) => {
        const { parts } = await write({ charts: [{ ...sampleChart('bars'), unit }] })
        return parts.get('word/media/image1.png')
      }),
    )
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
  })
})
