import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CountedLeaf } from './indicators.ts'
import { DEFAULT_GRADES, gradeFault, gradeOf, isOutlier, placesOf, spreadOf, totalOf } from './totals.ts'

const leaf = (key: string, points: number, bonus = false): CountedLeaf => ({
  key,
  name: key,
  points,
  rule: '',
  computed: null,
  filesRequired: false,
  bonus,
})
const given = (leafKey: string, score: number | null, leftOut = false) => ({ leafKey, score, leftOut })

describe('a total', () => {
  const leaves = [leaf('a', 60), leaf('b', 30), leaf('c', 10), leaf('z', 5, true)]

  test('is the sum of the scores and of what comes on top', () => {
    const scores = [given('a', 50.5), given('b', 25), given('c', 10), given('z', 3)]
    expect(totalOf(leaves, scores, 10)).toEqual({ total: 88.5, counted: 100, earned: 85.5, bonus: 3 })
  })

  test('is made up to one hundred for what is left out', () => {
    const scores = [given('a', 50), given('b', 25), given('c', null, true), given('z', 0)]
    expect(totalOf(leaves, scores, 10)).toEqual({ total: 83.33, counted: 90, earned: 75, bonus: 0 })
  })

  test('holds no more on top than the plan allows, and nothing for what is left out', () => {
    const scores = [given('a', 60), given('b', 30), given('c', 10), given('z', 5)]
    expect(totalOf(leaves, scores, 2)?.total).toBe(102)
    expect(totalOf(leaves, [...scores.slice(0, 3), given('z', null, true)], 2)?.total).toBe(100)
  })

  test('is unknown as long as a score is, or nothing counts', () => {
    expect(totalOf(leaves, [given('a', 60), given('b', 30), given('z', 5)], 2)).toBeNull()
    expect(totalOf([leaf('a', 100)], [given('a', null, true)], 2)).toBeNull()
  })

  test('of tenths is exact', () => {
    const tenths = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(tenths, (scores) => {
        const total = totalOf(
          scores.map((_, at) => leaf(`l${at}`, 10)),
          scores.map((score, at) => given(`l${at}`, score / 10)),
          0,
        )
        const sum = scores.reduce((all, score) => all + score, 0)
        expect(total?.total).toBe(Math.round((sum * 10_000) / (scores.length * 100)) / 100)
      }),
    )
  })
})

describe('places', () => {
  test('are shared by equal totals, and the next one is left free', () => {
    expect(placesOf([90, 95.5, 90, 80])).toEqual([2, 1, 2, 4])
    expect(placesOf([88.504, 88.5])).toEqual([1, 1])
    expect(placesOf([])).toEqual([])
  })

  test('never depend on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }), (totals) => {
        const places = placesOf(totals)
        const sorted = [...totals].sort((one, other) => other - one)
        expect(places).toEqual(totals.map((total) => sorted.indexOf(total) + 1))
      }),
    )
  })
})

test('a grade is the highest whose line is reached', () => {
  expect([100, 90, 89.99, 80, 60, 59.99, 0].map((total) => gradeOf(total, DEFAULT_GRADES))).toEqual([
    '优秀',
    '优秀',
    '良好',
    '良好',
    '合格',
    '不合格',
    '不合格',
  ])
  expect(gradeFault(DEFAULT_GRADES)).toBeNull()
  expect(gradeFault([{ name: '合格', least: 0 }])).toContain('至少')
  expect(
    gradeFault([
      { name: '合格', least: 60 },
      { name: '差', least: 10 },
    ]),
  ).toContain('0分')
  expect(
    gradeFault([
      { name: '甲', least: 60 },
      { name: '乙', least: 60 },
      { name: '丙', least: 0 },
    ]),
  ).toContain('由高到低')
  expect(
    gradeFault([
      { name: '甲', least: 60 },
      { name: '甲', least: 0 },
    ]),
  ).toContain('重复')
})

test('a score stands out beyond two deviations, among at least five', () => {
  const scores = [8, 8, 8, 8, 8, 8, 8, 2]
  const spread = spreadOf(scores)
  expect(spread).toEqual({ mean: 7.25, deviation: 1.98, least: 2, most: 8, count: 8 })
  expect(scores.map((score) => isOutlier(score, spread))).toEqual([...Array(7).fill(false), true])
  expect(isOutlier(2, spreadOf([8, 8, 2]))).toBe(false)
  expect(isOutlier(8, spreadOf([8, 8, 8, 8, 8]))).toBe(false)
  expect(spreadOf([])).toBeNull()
})
