// Every row of the grades by risk, on both sides of its limits.
import { describe, expect, test } from 'vitest'
import { EMPTY_READING, type Reading, toStored } from '../reading.ts'
import { judge } from './judge.ts'
import type { JudgementRules, Subject } from './judgement.ts'
import { JUDGEMENT_PROFILES } from './profile.ts'

const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
const pupil = (age: number): Subject => ({ stage: 2, age })
const child = (age: number): Subject => ({ stage: 1, age })

/** Both eyes good; SE +1.00 is inside every limit under eight years of age, +0.25 at every age. */
const GOOD: Reading = {
  ...EMPTY_READING,
  glasses: 1,
  nakedRight: 5,
  nakedLeft: 5,
  sphereRight: 0.25,
  sphereLeft: 0.25,
  cylinderRight: 0,
  cylinderLeft: 0,
}
const judged = (
  more: Partial<Reading>,
  subject: Subject = pupil(10),
  rules: Partial<JudgementRules> = {},
  base = GOOD,
) => judge(toStored({ ...base, ...more }), subject, { profile: JUDGEMENT_PROFILES.A, items: ITEMS, ...rules })
const both = (sphere: number, cylinder = 0): Partial<Reading> => ({
  sphereRight: sphere,
  sphereLeft: sphere,
  cylinderRight: cylinder,
  cylinderLeft: cylinder,
  axisRight: 90,
  axisLeft: 90,
})
const naked = (right: number, left = right): Partial<Reading> => ({ nakedRight: right, nakedLeft: left })
const wearing = (right: number, left = right): Partial<Reading> => ({
  glasses: 2,
  correctedRight: right,
  correctedLeft: left,
})

describe('warning by risk', () => {
  type Level = 0 | 1 | 2 | 3 | null
  test.each<[string, Partial<Reading>, Level]>([
    ['all good', {}, null],
    ['4.9 and no myopia', naked(4.9), null],
    ['one eye 4.8', naked(4.8, 5), 1],
    ['4.7', naked(4.7), 1],
    ['4.6', naked(4.6), 2],
    ['4.5', naked(4.5), 2],
    ['4.4', naked(4.4), 3],
    ['poor without, 5.0 with glasses', { ...naked(4.3), ...wearing(5) }, null],
    ['4.8 with glasses', { ...naked(4.3), ...wearing(4.8, 5) }, 1],
    ['4.6 with glasses', { ...naked(4.3), ...wearing(4.6) }, 2],
    ['4.4 with glasses', { ...naked(4.3), ...wearing(5, 4.4) }, 3],
    ['myopia, no glasses, 4.9', { ...naked(4.9), ...both(-1) }, 1],
    ['myopia, glasses too weak (4.9)', { ...naked(4.5), ...both(-2), ...wearing(4.9) }, 1],
    ['myopia, fully corrected', { ...naked(4.5), ...both(-2), ...wearing(5) }, 0],
    ['before myopia, SE below zero', both(-0.25), 0],
    ['before myopia, SE zero', both(0), null],
    ['SE -6.00', { ...naked(4.2), ...both(-6), ...wearing(5) }, 0],
    ['SE -6.25, whatever the glasses', { ...naked(4.2), ...both(-6.25), ...wearing(5) }, 3],
    ['SE +6.00 with glasses', { ...both(6), ...wearing(5) }, null],
    ['SE +6.25 with glasses', { ...both(6.25), ...wearing(5) }, 3],
    ['SE +2.00, referred for it', both(2), 1],
    ['cylinder -2.00 (referred)', both(1, -2), 1],
    ['cylinder -2.25 without glasses', both(1.125, -2.25), 2],
    ['cylinder -2.25 with glasses', { ...both(1.125, -2.25), ...wearing(5) }, null],
    ['cylinder -4.00 with glasses', { ...both(2, -4), ...wearing(5) }, null],
    ['cylinder -4.25 with glasses', { ...both(2.125, -4.25), ...wearing(5) }, 3],
    ['eyes unequal', { sphereRight: 2 }, 2],
    ['eyes unequal with glasses', { sphereRight: 2, ...wearing(5) }, 2],
  ])('pupil: %s', (_, more, level) => {
    expect(judged(more).warningLevel).toBe(level)
    expect(judged(more, pupil(17)).warningLevel).toBe(level)
  })

  test.each<[number, Partial<Reading>, Level]>([
    [5, naked(5), null],
    [5, naked(4.9), 1],
    [5, naked(4.8), 1],
    [5, naked(4.7), 2],
    [5, naked(4.6), 2],
    [5, naked(4.5), 3],
    [4, naked(4.9), null],
    [4, naked(4.8), 1],
    [4, naked(4.6), 2],
    [4, naked(4.4), 3],
    [3, naked(4.8), 1],
    [3, { ...naked(4.9) }, null],
    [5, { ...naked(4.6), ...wearing(5) }, null],
    [5, both(-0.25), 0],
    [5, both(3.75), 1],
    [4, both(1.25, -2.25), 1],
  ])('kindergarten at %s: %j', (age, more, level) => {
    expect(judged(more, child(age)).warningLevel).toBe(level)
  })

  test('an ortho-K wearer by vision with the lens alone', () => {
    const worn = (corrected: number) =>
      judged({ ...naked(4.2), ...both(-7), ...wearing(corrected), glasses: 4 }).warningLevel
    expect([5, 4.9, 4.8, 4.6, 4.4].map(worn)).toEqual([null, null, 1, 2, 3])
  })
})
