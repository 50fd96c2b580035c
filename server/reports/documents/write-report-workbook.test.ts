import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import {
  HOSTILE_NAME,
  LONG_NAME,
  SAMPLE_READER,
  sampleReport,
  sampleTable,
} from '../../testing/reports/sample-report.ts'
import { assertWellFormed, zipParts } from '../../testing/sheets/zip-parts.ts'
import { writeReportWorkbook } from './write-report-workbook.ts'

const write = (...tables: ReturnType<typeof sampleTable>[]) =>
  writeReportWorkbook(sampleReport([{ title: '概述', paragraphs: ['=1+1', '近视率 12.35%。'], tables }]), {
    reader: SAMPLE_READER,
  })

describe('writeReportWorkbook', () => {
  it('has a sheet for the sentences, for every table and for where it comes from', async () => {
    const { sheets } = await readXlsx(
      await write(sampleTable({ rows: 6, columns: 4 }), sampleTable({ rows: 6, columns: 4 })),
    )
    expect(sheets.map(({ name }) => name)).toEqual([
      '报告正文',
      '各校近视情况',
      '各校近视情况(2)',
      '编制说明',
    ])
    const about = sheets.at(-1)?.rows.map((row) => row.join('：')) ?? []
    expect(about).toContain('导出：余杭区教育局 张三（zhangsan） 2026-11-15 10:20:30 导出')
    expect(about).toContain('数据截至：2026-11-15 08:00:00')
    expect(about.filter((line) => line.startsWith('口径：'))).toHaveLength(2)
    const lines = sheets[0]?.rows.flat()
    expect(lines).toContain('近视率 12.35%。')
    expect(lines).toContain('编制单位：余杭区教育局　　编制日期：2026年11月15日')
    expect(lines?.at(-1)).toMatch(/编制：.*审核：.*签发：/)
  })

  it('writes numbers as numbers, and what is none as words', async () => {
    const table = sampleTable({ rows: 6, columns: 4 })
    const { sheets } = await readXlsx(await write(table))
    const [title, groups, titles, ...rows] = sheets[1]?.rows ?? []
    expect(title?.[0]).toBe(table.title)
    expect(groups?.filter(Boolean)).toEqual(['学校', '人数', '检出率', '视力不良'])
    expect(titles).toEqual(['学校', '人数', '检出率', '人数', '检出率'])
    for (const [index, { values }] of table.rows.entries())
      for (const [column, value] of values.entries()) {
        const cell = rows[index]?.[column + 1]
        if (typeof value === 'number') expect(cell).toBeCloseTo(column % 2 === 0 ? value : value / 100, 10)
        else expect(cell).toBe(value ?? '--')
      }
    expect(rows.map((row) => String(row[0]).trim())).toEqual(
      expect.arrayContaining([LONG_NAME, HOSTILE_NAME, '=cmd|calc', '@SUM(A1)']),
    )
  })

  it('carries no formula and no broken XML', async () => {
    const parts = await zipParts(await write(sampleTable({ rows: 300, columns: 30 })))
    for (const [path, content] of parts) {
      assertWellFormed(content.toString())
      if (path.startsWith('xl/worksheets')) expect(content.toString()).not.toMatch(/<f[ >]/)
    }
  })
})
