import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FINDING_WHOLES,
  hideSmall,
  isSuppressed,
  NOTHING_SUPPRESSED,
  ownSuppression,
  suppressionAmongParts,
} from './figure-small-cells.ts'
import { determinedUnknowns } from './linear-equations.ts'
import { isSmallCell, SMALL_CELL } from './rates.ts'

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
/** Often small, often nobody, sometimes many. */
const people = fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 400 }))
const single = (counts: readonly number[]) => hideSmall(counts.map((count) => [count]))

describe('cells of a whole', () => {
  test.each([
    ['nothing small', [5, 0, 80], [false, false, false], false],
    ['one small: the next smallest goes with it', [3, 90, 20, 0], [true, false, true, false], false],
    ['two small ones that are enough together', [3, 2, 90], [true, true, false], false],
    ['two small ones that are a handful together', [1, 2, 90, 70], [true, true, false, true], false],
    ['nobody else: the whole is the same handful', [3, 0], [true, false], true],
    ['nothing at all', [], [], false],
  ])('%s', (_name, counts, parts, whole) => {
    expect(single(counts)).toEqual({ parts, whole })
  })

  test('nothing hidden is derivable from the shown whole and its other parts', () => {
    fc.assert(
      fc.property(fc.array(people, { maxLength: 12 }), (counts) => {
        const { parts, whole } = single(counts)
        const hidden = counts.filter((_, nth) => parts[nth])
        for (const [nth, count] of counts.entries()) {
          if (isSmallCell(count)) expect(parts[nth]).toBe(true)
          if (count === 0) expect(parts[nth]).toBe(false)
        }
        // A whole is withheld only where it is a handful itself, and nothing without need.
        expect(whole).toBe(isSmallCell(sum(counts)))
        if (!counts.some(isSmallCell)) expect(hidden).toEqual([])
        if (whole || hidden.length === 0) return
        expect(hidden.length).toBeGreaterThan(1)
        expect(sum(hidden)).toBeGreaterThanOrEqual(SMALL_CELL)
        expect(determinedUnknowns([hidden.map(() => 1)]).size).toBe(0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('places with boys and girls', () => {
  const place = fc.record({ boys: people, girls: people })
  const wholesOf = ({ boys, girls }: { boys: number; girls: number }) => ({
    0: { rated: boys + girls },
    1: { rated: boys },
    2: { rated: girls },
  })

  /** Every cell of a table of rates whose value can be derived from the shown cells. */
  function derivable(places: readonly { boys: number; girls: number }[]) {
    const boys = sum(places.map((each) => each.boys))
    const girls = sum(places.map((each) => each.girls))
    const whole = ownSuppression(wholesOf({ boys, girls }))
    const parts = suppressionAmongParts(places.map(wholesOf), whole)
    const unknowns: { key: string; count: number }[] = []
    const hide = (key: string, count: number, hidden: boolean | undefined) => {
      if (hidden && count > 0) unknowns.push({ key, count })
    }
    for (const [nth, { boys, girls }] of places.entries()) {
      const suppression = parts[nth] ?? NOTHING_SUPPRESSED
      hide(`all ${nth}`, boys + girls, isSuppressed(suppression, 'myopia'))
      hide(`boys ${nth}`, boys, isSuppressed(suppression, 'myopia', 1))
      hide(`girls ${nth}`, girls, isSuppressed(suppression, 'myopia', 2))
    }
    hide('all', boys + girls, isSuppressed(whole, 'myopia'))
    hide('boys', boys, isSuppressed(whole, 'myopia', 1))
    hide('girls', girls, isSuppressed(whole, 'myopia', 2))
    const equation = (plus: string[], minus: string) =>
      unknowns.map(({ key }) => (plus.includes(key) ? 1 : key === minus ? -1 : 0))
    const every = (what: string) => places.map((_, nth) => `${what} ${nth}`)
    const equations = [
      ...places.map((_, nth) => equation([`boys ${nth}`, `girls ${nth}`], `all ${nth}`)),
      equation(['boys', 'girls'], 'all'),
      ...['all', 'boys', 'girls'].map((what) => equation(every(what), what)),
    ]
    const determined = determinedUnknowns(equations)
    return unknowns.filter((_, nth) => determined.has(nth))
  }

  test('no small cell can be derived from the table, by rows or by columns', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (places) => {
        expect(derivable(places).filter(({ count }) => isSmallCell(count))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('one small sex suppresses the other, and both of another place', () => {
    const parts = suppressionAmongParts(
      [wholesOf({ boys: 2, girls: 30 }), wholesOf({ boys: 20, girls: 20 }), wholesOf({ boys: 50, girls: 9 })],
      NOTHING_SUPPRESSED,
    )
    expect(parts.map((suppression) => [...suppression])).toEqual([['sexes'], ['sexes'], []])
  })

  test('what is suppressed for a place is suppressed for all its parts', () => {
    const parts = suppressionAmongParts([wholesOf({ boys: 90, girls: 90 })], new Set(['rated', 'sexes']))
    expect(parts.map((suppression) => [...suppression])).toEqual([['rated', 'sexes']])
  })

  test('a place by itself is judged by itself', () => {
    expect([...ownSuppression(wholesOf({ boys: 2, girls: 2 }))]).toEqual(['rated', 'sexes'])
    expect([...ownSuppression(wholesOf({ boys: 2, girls: 9 }))]).toEqual(['sexes'])
    expect([...ownSuppression(wholesOf({ boys: 5, girls: 0 }))]).toEqual([])
  })
})

test('progress is never suppressed, findings are by their denominator', () => {
  const all = new Set([...FINDING_WHOLES, 'sexes' as const])
  for (const counter of ['expected', 'screened', 'valid', 'rated', 'byHand', 'absent'] as const)
    expect(isSuppressed(all, counter)).toBe(false)
  expect(isSuppressed(new Set(['rated']), 'myopia')).toBe(true)
  expect(isSuppressed(new Set(['rated']), 'poor')).toBe(false)
  // 未矫, 欠矫 and 足矫 add up to 视力不良: where that is hidden they are.
  expect(isSuppressed(new Set(['poor']), 'uncorrected')).toBe(true)
  expect(isSuppressed(new Set(['valid']), 'uncorrected')).toBe(true)
  expect(isSuppressed(new Set(['poor']), 'poor')).toBe(false)
  expect(isSuppressed(new Set(['sexes']), 'myopia')).toBe(false)
  expect(isSuppressed(new Set(['sexes']), 'myopia', 2)).toBe(true)
})
