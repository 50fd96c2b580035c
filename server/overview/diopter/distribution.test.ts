import { expect, test } from 'vitest'
import { barsOf, distributionsBy, percentBelow, quantileOf } from './distribution.ts'

const of = (...rows: [se: number, records: number][]) => {
  const found = distributionsBy(
    rows.map(([se, records]) => ({ se, records })),
    () => 'all',
  ).get('all')
  if (!found) throw new Error('no rows')
  return found
}

test('the quarters stand between two children in proportion', () => {
  expect(quantileOf(of([-1000, 1]), 0.5)).toBe(-1)
  expect(quantileOf(of([-1000, 1], [500, 1]), 0.5)).toBe(-0.25)
  const many = of([500, 2], [-3000, 1], [-125, 3])
  // −3, −0.125, −0.125, −0.125, 0.5, 0.5
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantileOf(many, share))).toEqual([
    ...[-3, -0.125, -0.125, 0.34375, 0.5],
  ])
})

test('rows with the same equivalent are one', () => {
  expect(of([-500, 2], [-500, 3])).toEqual({ values: [{ se: -500, records: 5 }], records: 5 })
})

test('a limit itself is not below it', () => {
  const values = of([-625, 1], [-500, 1], [-375, 2])
  expect(percentBelow(values, -0.5)).toBe(25)
})

test('bars hold their lower edge, the ends all that lies beyond, and are split where a degree ends', () => {
  const bars = barsOf(
    of(
      [-25_000, 1],
      [-9_500, 1],
      [-6_000, 1],
      [-6_125, 1],
      [-3_000, 1],
      [-500, 1],
      [750, 1],
      [875, 1],
      [9_000, 2],
    ),
  )
  expect(bars).toHaveLength(27)
  expect([bars[0]?.from, bars.at(-1)?.from]).toEqual([-10, 3])
  const filled = bars.flatMap(({ from, parts }) =>
    parts.map(({ degree, share }) => `${from} ${degree} ${share}`),
  )
  expect(filled).toEqual([
    ...['-10 high 10', '-9.5 high 10', '-6.5 high 10', '-6 mid 10', '-3 low 10', '-0.5 pre 10'],
    ...['0.5 pre 10', '0.5 far 10', '3 far 20'],
  ])
})
