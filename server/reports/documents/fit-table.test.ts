import { describe, expect, it } from 'vitest'
import { estimateWidth } from '#contract/reports/chart/wrap-text.ts'
import { sampleTable } from '../../testing/reports/sample-report.ts'
import { fitTable } from './fit-table.ts'
import { headRows, tableGrid } from './table-grid.ts'

const ROOM = { portrait: 500, landscape: 750, padding: 8, measure: estimateWidth }
const fitted = (columns: number) => fitTable(tableGrid(sampleTable({ rows: 8, columns })), ROOM)

describe('fitTable', () => {
  it.each([2, 6, 10, 14, 30, 60])('gives %i columns a place on the paper', (columns) => {
    const { isWide, blocks } = fitted(columns)
    for (const { widths } of blocks)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(isWide ? 750 : 500, 5)
    expect(blocks.flatMap((block) => block.columns.slice(1))).toEqual(
      Array.from({ length: columns }, (_, index) => index + 1),
    )
    expect(blocks.every((block) => block.columns[0] === 0)).toBe(true)
  })

  it('turns the paper only when it must and keeps groups together', () => {
    expect(fitted(4).isWide).toBe(false)
    expect(fitted(14).isWide).toBe(true)
    const { blocks } = fitted(30)
    expect(blocks.length).toBeGreaterThan(1)
    for (const { columns } of blocks) expect(columns.length % 2).toBe(1)
  })
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
