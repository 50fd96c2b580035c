import { expect, it } from 'vitest'
import { NOTHING_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percent } from '#contract/reports/report/measure.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import { gradeTracks } from './grade-tracks.ts'
import { tracksChart } from './report-chart.ts'
import type { Line } from './report-table.ts'
import { gradeKey, type Stage } from './stage-tree.ts'

const grade = (stage: Stage, gradeNo: number, name: string): Line => ({
  key: gradeKey(stage, gradeNo),
  name,
  unit: null,
  note: null,
  now: { tally: tallyOf([]), suppression: NOTHING_SUPPRESSED },
  last: null,
  parts: [],
})
const GRADES = [
  grade(1, 3, '大班'),
  grade(2, 1, '一年级'),
  grade(3, 1, '初一'),
  grade(4, 1, '高一'),
  grade(4, 2, '高二'),
  grade(5, 1, '职高一'),
  grade(6, 1, '大专一年级'),
  grade(6, 2, '大专二年级'),
  grade(7, 1, '本科一年级'),
]

it('a line leads from grade to grade on one way through school only', () => {
  const tracks = gradeTracks(GRADES)
  expect(tracks.map(({ name }) => name)).toEqual(['幼儿园至普通高中', '职业高中', '大专', '本科'])
  expect(tracks.map(({ lines }) => lines.length)).toEqual([5, 1, 2, 1])
  const chart = { id: 'c', title: '各年级近视率', lines: GRADES, tracks, column: percent('myopia', '近视率') }
  const { series, categories, kind } = tracksChart(chart)
  expect({ kind, categories: categories.length }).toEqual({ kind: 'lines', categories: 9 })
  expect(series.every(({ values }) => values.length === 9)).toBe(true)
})

it('a stage that is left out parts the line', () => {
  expect(gradeTracks([grade(2, 6, '六年级'), grade(4, 1, '高一')])).toHaveLength(2)
})
