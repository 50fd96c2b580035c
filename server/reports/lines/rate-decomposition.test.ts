import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decomposeRate, placesInOnePlan, type StratumRow } from './rate-decomposition.ts'

type Group = { place: string; stratum: string; counted: number; found: number }
const group = fc
  .record({
    place: fc.constantFrom('甲', '乙', '丙', '丁'),
    stratum: fc.constantFrom('一', '二', '三'),
    counted: fc.integer({ min: 0, max: 400 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...own }): Group => ({ ...own, found: Math.round(own.counted * share) }))
const groups = fc.array(group, { minLength: 1, maxLength: 20 })

/** As the server makes them: marked where a place has nobody in the other plan. */
function rowsOf(now: readonly Group[], last: readonly Group[]): StratumRow[] {
  const both = [
    ...now.map((each) => ({ ...each, when: 'now' as const, valid: each.counted })),
    ...last.map((each) => ({ ...each, when: 'last' as const, valid: each.counted })),
  ]
  const inOnePlan = placesInOnePlan(both)
  return both.map(({ place, ...row }) => ({ ...row, inOnePlan: inOnePlan.has(place) }))
}
const decomposition = (now: readonly Group[], last: readonly Group[]) => decomposeRate(rowsOf(now, last))
const points = (value: number | null) => value ?? 0
const close = (value: number | null, wanted: number) =>
  expect(Math.abs(points(value) - wanted)).toBeLessThan(1e-9)
const people = (list: readonly Group[]) => list.reduce((sum, { counted }) => sum + counted, 0)

describe('a change of a rate', () => {
  test('is what its parts add up to, exactly', () => {
    fc.assert(
      fc.property(groups, groups, (now, last) => {
        const { change, withinEffect, mixEffect, coverageEffect } = decomposition(now, last)
        if (people(now) === 0 || people(last) === 0) expect(change).toBeNull()
        else close(points(withinEffect) + points(mixEffect) + points(coverageEffect), points(change))
      }),
    )
  })

  test('is the same to the last digit in whatever order the rows come', () => {
    fc.assert(
      fc.property(groups, groups, (now, last) => {
        const rows = rowsOf(now, last)
        expect(decomposeRate([...rows].reverse())).toEqual(decomposeRate(rows))
      }),
    )
  })

  test('is nothing between a plan and itself', () => {
    fc.assert(
      fc.property(groups, (same) => {
        const { change, withinEffect, mixEffect, coverageEffect } = decomposition(same, same)
        for (const part of [change, withinEffect, mixEffect, coverageEffect]) close(part, 0)
      }),
    )
  })

  test('by another mix alone is no real change', () => {
    fc.assert(
      fc.property(
        groups,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
        (now, by) => {
          // Everybody of a kind counts so many times: rates stay, weights move.
          const times = (stratum: string) => by[['一', '二', '三'].indexOf(stratum)] ?? 1
          const last = now.map((each) => ({
            ...each,
            counted: each.counted * times(each.stratum),
            found: each.found * times(each.stratum),
          }))
          const { withinEffect, mixEffect, coverageEffect, change } = decomposition(now, last)
          close(withinEffect, 0)
          close(coverageEffect, 0)
          close(mixEffect, points(change))
        },
      ),
    )
  })

  test('at the same weights is no change of mix', () => {
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat({ max: 400 })),
        (now, times, found) => {
          const last = now.map((each, nth) => ({
            ...each,
            counted: each.counted * times,
            found: Math.min(found[nth] ?? 0, each.counted * times),
          }))
          const { withinEffect, mixEffect, coverageEffect, change } = decomposition(now, last)
          close(mixEffect, 0)
          close(coverageEffect, 0)
          close(withinEffect, points(change))
        },
      ),
    )
  })

  test('by new places alone is coverage alone', () => {
    fc.assert(
      fc.property(groups, groups, (same, added) => {
        const places = new Set(same.map(({ place }) => place))
        const others = added.map((each) => ({ ...each, place: `新${each.place}` }))
        const { withinEffect, mixEffect, coverageEffect, change } = decomposition([...same, ...others], same)
        expect([...others].some(({ place }) => places.has(place))).toBe(false)
        close(withinEffect, 0)
        close(mixEffect, 0)
        close(coverageEffect, points(change))
        const gone = decomposition(same, [...same, ...others])
        close(gone.coverageEffect, points(gone.change))
      }),
    )
  })
})

test('worked out by hand', () => {
  // 甲 in both plans: 40 of 100 and 60 of 100 → 20 of 100 and 90 of 150; 乙 is new with 10 of 50.
  const last = [
    { place: '甲', stratum: '一', counted: 100, found: 40 },
    { place: '甲', stratum: '二', counted: 100, found: 60 },
  ]
  const now = [
    { place: '甲', stratum: '一', counted: 100, found: 20 },
    { place: '甲', stratum: '二', counted: 150, found: 90 },
    { place: '乙', stratum: '一', counted: 50, found: 10 },
  ]
  const {
    last: before,
    now: after,
    change,
    withinEffect,
    mixEffect,
    coverageEffect,
  } = decomposition(now, last)
  close(before, 50)
  close(after, 40)
  close(change, -10)
  // (0.4 + 0.5) / 2 × (20 − 40); 二 stays at 60%.
  close(withinEffect, -9)
  // (20 + 40) / 2 × (0.4 − 0.5) + 60 × (0.6 − 0.5)
  close(mixEffect, 3)
  // (40 − 44) − (50 − 50)
  close(coverageEffect, -4)
})

test('pupils that only one plan has are another mix', () => {
  const last = [{ place: '甲', stratum: '一', counted: 100, found: 40 }]
  const now = [...last, { place: '甲', stratum: '二', counted: 100, found: 80 }]
  const { withinEffect, mixEffect, coverageEffect } = decomposition(now, last)
  close(withinEffect, 0)
  close(mixEffect, 20)
  close(coverageEffect, 0)
})

test('without a place in both plans all of it is coverage, without results there is nothing', () => {
  const one = [{ place: '甲', stratum: '一', counted: 10, found: 5 }]
  const other = [{ place: '乙', stratum: '一', counted: 10, found: 8 }]
  expect(decomposition(one, other)).toEqual({
    last: 80,
    now: 50,
    change: -30,
    withinEffect: null,
    mixEffect: null,
    coverageEffect: -30,
  })
  const nothing = { change: null, withinEffect: null, mixEffect: null, coverageEffect: null }
  expect(decomposition(one, [])).toEqual({ last: null, now: 50, ...nothing })
  expect(decomposition([], [])).toEqual({ last: null, now: null, ...nothing })
})
