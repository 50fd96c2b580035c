import { expect, test } from 'vitest'
import { heightOfRow, scaleOfRows } from './row-heights.ts'

test('rows on one scale fill the height, and none is lower than its numbers', () => {
  const peaks = [36, 24, 14, 9]
  const scale = scaleOfRows(peaks, 700, 110)
  const heights = peaks.map((peak) => heightOfRow(peak, scale, 110))
  expect(heights.reduce((sum, each) => sum + each, 0)).toBeCloseTo(700, 1)
  expect(heights[3]).toBe(110)
  expect((heights[0] ?? 0) / 36).toBeCloseTo((heights[1] ?? 0) / 24, 6)
})

test('where there is too little room the scale goes down to nothing, not below', () => {
  expect(scaleOfRows([10, 10], 100, 110)).toBeCloseTo(0, 3)
  expect(scaleOfRows([], 100, 110)).toBeGreaterThan(0)
})
