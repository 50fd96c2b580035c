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
  sampleRoster,
  sampleTable,
} from '../../testing/reports/sample-report.ts'
import { assertWellFormed, zipParts } from '../../testing/sheets/zip-parts.ts'
import { writeReportDocx } from './write-report-docx.ts'

async function write(...sections: Partial<Report['sections'][number]>[]) {
  const parts = await zipParts(await writeReportDocx(sampleReport(sections), { reader: SAMPLE_READER }))
  return { parts, text: (path: string) => parts.get(path)?.toString() ?? '' }
}

const rowsOf = (xml: string): string[] => xml.match(/<w:tr>.*?<\/w:tr>/gs) ?? []
const paragraphsOf = (xml: string, style: string): string[] =>
  xml.match(new RegExp(`<w:p><w:pPr><w:pStyle w:val="${style}"/>.*?</w:p>`, 'gs')) ?? []
/** For each run of pages, whether they lie across. */
const paperOf = (xml: string): boolean[] =>
  [...xml.matchAll(/<w:pgSz w:w="(\d+)" w:h="(\d+)"/g)].map(
    ([, width, height]) => Number(width) > Number(height),
  )
const pageOf = (text: (path: string) => string): string =>
  /<w:pgMar[^>]*>/.exec(text('word/document.xml'))?.[0] ?? ''
const wordsOf = (xml: string): string =>
  [...xml.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('')

describe('writeReportDocx', () => {
  it('has headings, sentences and page numbers', async () => {
    const { parts, text } = await write(
      { title: '概述', paragraphs: [`一句。${HOSTILE_NAME}`] },
      { title: '空的一节' },
      { title: '学校', paragraphs: ['二句\u0000。'] },
    )
    for (const [path, content] of parts) if (!path.endsWith('.png')) assertWellFormed(content.toString())
    const xml = text('word/document.xml')
    expect(paragraphsOf(xml, 'Heading1').map(wordsOf)).toEqual(['概述', '学校', '编制说明'])
    expect(xml).toContain(`一句。${escapeXml(HOSTILE_NAME)}`)
    expect(xml).toContain('二句。')
    expect(text('word/numbering.xml')).toContain('chineseCounting')
    expect(wordsOf(text('word/footer.xml').replace(/<w:t>1</, '<w:t x="">1<'))).toBe('— 1 —')
    expect(text('word/footer.xml')).toContain(' PAGE ')
  })

  it('is set as official documents are', async () => {
    const { text } = await write({ paragraphs: ['一句。'] })
    const fonts = text('word/fontTable.xml')
    const styles = text('word/styles.xml')
    const expected = [
      ['Title', '方正小标宋简体', 22],
      ['Heading1', '黑体', 16],
      ['Subtitle', '楷体', 14],
      ['BodyText', '仿宋', 16],
    ] as const
    for (const [style, font, size] of expected) {
      const found = new RegExp(`w:styleId="${style}">.*?</w:style>`).exec(styles)?.[0]
      expect(found).toContain(`w:eastAsia="${font}"`)
      expect(found).toContain(`<w:sz w:val="${size * 2}"/>`)
      expect(fonts).toMatch(new RegExp(`<w:font w:name="${font}"><w:altName w:val="[^"]+"/>`))
    }
    const millimetres = (side: string) =>
      Math.round((Number(new RegExp(`w:${side}="(\\d+)"`).exec(pageOf(text))?.[1]) / 1440) * 25.4)
    expect(['top', 'bottom', 'left', 'right'].map(millimetres)).toEqual([37, 35, 28, 26])
  })

  it('says below its title who made it when, about which days, and has lines to be signed', async () => {
    const { text } = await write({ paragraphs: ['一句。'] })
    const xml = text('word/document.xml')
    expect(paragraphsOf(xml, 'Title').map(wordsOf)).toEqual(['余杭区', '儿童青少年视力筛查报告'])
    expect(paragraphsOf(xml, 'Subtitle').map(wordsOf)).toEqual([
      '编制单位：余杭区教育局　　编制日期：2026年11月15日',
      '筛查计划：2026 年秋季筛查',
      '筛查时间：2026年10月24日至2026年12月8日',
    ])
    expect(paragraphsOf(xml, 'SignedBy').map(wordsOf).join()).toMatch(/编制：.*审核：.*签发：/)
  })

  it('names the account and the second only at its very end', async () => {
    const { text } = await write({ paragraphs: ['一句。'] })
    const paragraphs =
      text('word/document.xml')
        .match(/<w:p>.*?<\/w:p>/gs)
        ?.map(wordsOf) ?? []
    expect(paragraphs.filter((words) => /zhangsan|\d\d:\d\d:\d\d/.test(words))).toEqual([paragraphs.at(-1)])
    expect(paragraphs.at(-1)).toContain(
      '张三（zhangsan） 2026-11-15 10:20:30 导出；数据截至 2026-11-15 08:00:00',
    )
    expect(text('word/footer.xml')).not.toContain('zhangsan')
  })

  it('leaves out what has nothing in it', async () => {
    const empty = { ...sampleChart('bars'), series: [{ name: '近视率', values: [null, null] }] }
    const { text } = await write(
      {
        title: '概述',
        paragraphs: ['一句。'],
        charts: [empty],
        tables: [sampleTable({ rows: 0, columns: 2 })],
      },
      { title: '对比', paragraphs: ['没有可比较的上次计划。'], isEmpty: true },
    )
    const xml = text('word/document.xml')
    expect(paragraphsOf(xml, 'Heading1').map(wordsOf)).toEqual(['概述', '编制说明'])
    expect(xml).not.toMatch(/<w:tbl>|<w:drawing>|没有可比较/)
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

  it('has no row of totals alone on a page, nor a short table on two', async () => {
    const { text } = await write({
      tables: [sampleTable({ rows: 40, columns: 4 }), { ...sampleTable({ rows: 5, columns: 4 }), notes: [] }],
    })
    const [long = '', short = ''] = text('word/document.xml').match(/<w:tbl>.*?<\/w:tbl>/gs) ?? []
    const staysWithNext = (table: string) => rowsOf(table).map((row) => row.includes('<w:keepNext/>'))
    expect(rowsOf(long).every((row) => row.includes('<w:cantSplit/>'))).toBe(true)
    // Two rows of headings, the first rows, those in the middle, the last ones with the remark below them.
    expect(staysWithNext(long)).toEqual([
      ...Array(4).fill(true),
      ...Array(35).fill(false),
      ...Array(3).fill(true),
    ])
    expect(staysWithNext(short)).toEqual([...Array(6).fill(true), false])
  })

  it('attaches a list of students across the page; alone it is the document', async () => {
    const within = await write(
      { paragraphs: ['一句。'], tables: [sampleTable({ rows: 5, columns: 4 })] },
      { title: '学生', paragraphs: ['共3人。'], tables: [sampleRoster(3)] },
      { paragraphs: ['二句。'] },
    )
    const xml = within.text('word/document.xml')
    expect(paperOf(xml)).toEqual([false, true])
    expect(xml.indexOf('学生2')).toBeGreaterThan(xml.indexOf('签发'))
    expect(wordsOf(xml)).toMatch(/名单见附件.*附件.*学生2/)
    const alone = await write({ title: '学生', paragraphs: ['共3人。'], tables: [sampleRoster(3)] })
    expect(paperOf(alone.text('word/document.xml'))).toEqual([true])
  })

  it('parts what is wider than the page, which stays upright', async () => {
    const { text } = await write(
      { paragraphs: ['一句。'], tables: [sampleTable({ rows: 5, columns: 30 })] },
      { paragraphs: ['二句。'] },
    )
    const xml = text('word/document.xml')
    expect(paperOf(xml)).toEqual([false])
    const widths = [...xml.matchAll(/<w:tblW w:w="(\d+)"/g)].map(([, width]) => Number(width))
    expect(widths.length).toBeGreaterThan(1)
    for (const width of widths) expect(width).toBeLessThan(8850)
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
      expect({ format, width }).toEqual({ format: 'png', width: 1120 })
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
