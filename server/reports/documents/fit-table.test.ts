import { describe, expect, it } from 'vitest'
import { estimateWidth } from '#contract/reports/chart/wrap-text.ts'
import { sampleTable } from '../../testing/reports/sample-report.ts'
import { wordWidth } from './docx-width.ts'
import { fitTable } from './fit-table.ts'
import { headRows, tableGrid } from './table-grid.ts'

const ROOM = { width: 442, padding: 8, measure: estimateWidth }
const fitted = (columns: number) => fitTable(tableGrid(sampleTable({ rows: 8, columns })), ROOM)

describe('fitTable', () => {
  it.each([2, 6, 10, 14, 30, 60])('gives %i columns a place on the paper', (columns) => {
    const { blocks } = fitted(columns)
    for (const { widths } of blocks)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(ROOM.width, 5)
    expect(blocks.flatMap((block) => block.columns.slice(1))).toEqual(
      Array.from({ length: columns }, (_, index) => index + 1),
    )
    expect(blocks.every((block) => block.columns[0] === 0)).toBe(true)
  })

  it('is set smaller before it is cut', () => {
    expect(fitted(2)).toMatchObject({ size: 10.5, blocks: [{}] })
    expect(fitted(8).size).toBeLessThan(10.5)
    expect(fitted(8).blocks).toHaveLength(1)
    expect(fitted(14).blocks.length).toBeGreaterThan(1)
  })

  it('is cut into parts of about the same width, groups together', () => {
    const { blocks } = fitted(30)
    const counts = blocks.map(({ columns }) => columns.length - 1)
    for (const count of counts) expect(count % 2).toBe(0)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4)
  })

  it('never parts a number from its rate', () => {
    const title = (index: number) => `第${Math.floor(index / 2) + 1}项${index % 2 === 0 ? '人数' : '率'}`
    const table = sampleTable({ rows: 3, columns: 16 })
    const columns = table.columns.map((column, index) => ({ ...column, group: null, title: title(index) }))
    const { blocks } = fitTable(tableGrid({ ...table, columns }), ROOM)
    expect(blocks.length).toBeGreaterThan(1)
    for (const block of blocks) expect(block.columns[1] ?? 0).toSatisfy((first: number) => first % 2 === 1)
  })
})

it('a name with figures has room for what Word puts between them and the letters', () => {
  expect(wordWidth('一年级1班', 10)).toBe(50)
  expect(wordWidth('12.5%', 10)).toBe(27.5)
})

describe('headRows', () => {
  it('puts groups over their columns', () => {
    const { columns } = tableGrid(sampleTable({ rows: 1, columns: 4 }))
    expect(headRows(columns)).toEqual([
      [
        { title: '学校', from: 0, span: 1, deep: true },
        { title: '人数', from: 1, span: 1, deep: true },
        { title: '检出率', from: 2, span: 1, deep: true },
        { title: '视力不良', from: 3, span: 2, deep: false },
      ],
      [
        { title: '人数', from: 3, span: 1, deep: false },
        { title: '检出率', from: 4, span: 1, deep: false },
      ],
    ])
    expect(headRows(columns.slice(0, 3))).toHaveLength(1)
  })
})
