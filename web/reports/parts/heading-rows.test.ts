import { expect, it } from 'vitest'
import type { ReportColumn } from '#contract/reports/report/report.ts'
import { headingRows, signsIn } from './heading-rows.ts'

const column = (key: string, group: string | null): ReportColumn => ({
  key,
  title: key,
  group,
  format: 'count',
})

it('one row of headings where nothing is grouped', () => {
  const { top, below } = headingRows([column('a', null), column('b', null)])
  expect(top.map(({ columns, rows }) => [columns, rows])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(below).toEqual([])
})

it('neighbours of one group share a heading, those apart do not', () => {
  const { top, below } = headingRows([
    column('a', null),
    column('b', '男'),
    column('c', '男'),
    column('d', '女'),
    column('e', '男'),
  ])
  expect(top.map(({ title, columns, rows }) => [title, columns, rows])).toEqual([
    ['a', 1, 2],
    ['男', 2, 1],
    ['女', 1, 1],
    ['男', 1, 1],
  ])
  expect(below.map(({ title }) => title)).toEqual(['b', 'c', 'd', 'e'])
  expect(new Set(top.map(({ key }) => key)).size).toBe(top.length)
})

it('explains the signs that occur, and no others', () => {
  expect(signsIn([{ values: [1, '甲'] }])).toEqual([])
  expect(signsIn([{ values: [null] }])).toHaveLength(1)
  expect(signsIn([{ values: [null] }, { values: ['*'] }])).toHaveLength(2)
})
