// Both ways of grading warnings by one table, written by hand from the rules, on both sides of every limit.
import { describe, expect, test } from 'vitest'
import { SchoolStage } from '../../core/codes.ts'
import { EMPTY_READING, type Reading, toStored } from '../reading.ts'
import { judge } from './judge.ts'
import type { Subject } from './judgement.ts'
import { JUDGEMENT_PROFILES } from './profile.ts'

const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
type Level = 0 | 1 | 2 | 3 | null
/** Of one eye or of both alike. */
type Pair = number | [right: number, left: number]
type Eyes = { naked: Pair; sphere?: Pair; cylinder?: Pair; corrected?: Pair; lens?: boolean }
/** What was found, the level by risk and the level by poor vision. */
type Vector = [Eyes, risk: Level, poorVision: Level]

const both = (pair: Pair): [number, number] => (typeof pair === 'number' ? [pair, pair] : pair)

function readingOf({ naked, sphere = 0.25, cylinder = 0, corrected, lens = false }: Eyes): Reading {
  const [nakedRight, nakedLeft] = both(naked)
  const [sphereRight, sphereLeft] = both(sphere)
  const [cylinderRight, cylinderLeft] = both(cylinder)
  const [correctedRight, correctedLeft] = corrected === undefined ? [null, null] : both(corrected)
  return {
    ...EMPTY_READING,
    glasses: lens ? 4 : corrected === undefined ? 1 : 2,
    ...{ nakedRight, nakedLeft, correctedRight, correctedLeft, sphereRight, sphereLeft },
    ...{ cylinderRight, cylinderLeft, axisRight: 90, axisLeft: 90 },
  }
}

function expectLevels(subject: Subject, vectors: readonly Vector[]): void {
  const levelBy = (eyes: Eyes, warningGrades: 'risk' | 'poorVision') =>
    judge(toStored(readingOf(eyes)), subject, {
      profile: { ...JUDGEMENT_PROFILES.A, warningGrades },
      items: ITEMS,
    }).warningLevel
  const found = vectors.map(([eyes]) => [eyes, levelBy(eyes, 'risk'), levelBy(eyes, 'poorVision')])
  expect(found).toEqual(vectors)
}

const { kindergarten, primary, juniorHigh } = SchoolStage.code
const pupil = (age: number): Subject => ({ stage: age < 12 ? primary : juniorHigh, age })
const child = (age: number): Subject => ({ stage: kindergarten, age })

describe('pupils', () => {
  test.each([8, 10, 13])('vision at %i', (age) => {
    expectLevels(pupil(age), [
      [{ naked: 5 }, null, null],
      [{ naked: 4.9 }, null, 1],
      [{ naked: 4.8 }, 1, 2],
      [{ naked: 4.7 }, 1, 3],
      [{ naked: 4.6 }, 2, 3],
      [{ naked: 4.5 }, 2, 3],
      [{ naked: 4.4 }, 3, 3],
      [{ naked: [5, 4.4] }, 3, 3],
      [{ naked: [4.8, 5.1] }, 1, 2],
    ])
  })

  test('vision with glasses: what the child sees, and whether they suffice', () => {
    expectLevels(pupil(10), [
      [{ naked: 4, sphere: -2, corrected: 5 }, 0, 3],
      [{ naked: 4, sphere: -2, corrected: [5, 4.9] }, 1, 3],
      [{ naked: 4, sphere: -2, corrected: 4.8 }, 1, 3],
      [{ naked: 4, sphere: -2, corrected: 4.7 }, 1, 3],
      [{ naked: 4, sphere: -2, corrected: 4.6 }, 2, 3],
      [{ naked: 4, sphere: -2, corrected: 4.5 }, 2, 3],
      [{ naked: 4, sphere: -2, corrected: 4.4 }, 3, 3],
      [{ naked: 4.9, sphere: -0.75 }, 1, 1],
      [{ naked: 4.9, sphere: -0.75, corrected: 5 }, 0, 1],
    ])
  })

  test('myopic refraction', () => {
    expectLevels(pupil(10), [
      [{ naked: 5, sphere: 0 }, null, null],
      [{ naked: 5, sphere: -0.25 }, 0, 0],
      [{ naked: 5, sphere: -0.5 }, 0, 0],
      [{ naked: 5, sphere: -0.5, cylinder: -0.25 }, null, 1],
      [{ naked: 5, sphere: -3 }, null, 1],
      [{ naked: 5, sphere: -3.25 }, null, 2],
      [{ naked: 5, sphere: -6 }, null, 2],
      [{ naked: 5, sphere: -6, cylinder: -0.25 }, 3, 3],
      [{ naked: 5, sphere: -6.25 }, 3, 3],
      [{ naked: 4, sphere: [-6, -5.25], corrected: 5 }, 0, 3],
      [{ naked: 4, sphere: [-6.25, -5.25], corrected: 5 }, 3, 3],
    ])
  })

  test('hyperopic refraction by age', () => {
    expectLevels(pupil(8), [
      [{ naked: 5, sphere: 0.5 }, null, null],
      [{ naked: 5, sphere: 0.75 }, null, 1],
      [{ naked: 5, sphere: 1.75 }, null, 1],
      [{ naked: 5, sphere: 2 }, 1, 1],
      [{ naked: 5, sphere: 3 }, 1, 1],
      [{ naked: 5, sphere: 3.25 }, 1, 2],
      [{ naked: 5, sphere: 6 }, 1, 2],
      [{ naked: 5, sphere: 6, corrected: 5 }, null, 2],
      [{ naked: 5, sphere: 6.25 }, 3, 3],
      [{ naked: 5, sphere: 6.25, corrected: 5 }, 3, 3],
    ])
    expectLevels(pupil(7), [
      [{ naked: 5, sphere: 1.5 }, null, null],
      [{ naked: 5, sphere: 1.75 }, null, 1],
      [{ naked: 5, sphere: 4.5 }, 1, 1],
      [{ naked: 5, sphere: 4.75 }, 1, 2],
      [{ naked: 5, sphere: 7.5 }, 3, 2],
      [{ naked: 5, sphere: 7.75 }, 3, 3],
    ])
  })

  test('cylinder, with and without correction', () => {
    expectLevels(pupil(10), [
      [{ naked: 5, cylinder: -0.25 }, null, 0],
      [{ naked: 5, cylinder: -0.5 }, null, 1],
      [{ naked: 5, sphere: 0.75, cylinder: -1.25 }, null, 1],
      [{ naked: 5, sphere: 0.75, cylinder: -1.5 }, 1, 1],
      [{ naked: 5, sphere: 1, cylinder: -2 }, 1, 1],
      [{ naked: 5, sphere: 1, cylinder: -2, corrected: 5 }, null, 1],
      [{ naked: 5, sphere: 1.25, cylinder: -2.25 }, 2, 2],
      [{ naked: 5, sphere: 1.25, cylinder: -2.25, corrected: 5 }, null, 2],
      [{ naked: 5, sphere: 2, cylinder: -4 }, 2, 2],
      [{ naked: 5, sphere: 2, cylinder: -4, corrected: 5 }, null, 2],
      [{ naked: 5, sphere: 2.25, cylinder: -4.25, corrected: 5 }, 3, 3],
    ])
  })

  test('two eyes that differ in refraction', () => {
    expectLevels(pupil(10), [
      [{ naked: 5, sphere: [0.25, 1.75] }, null, 1],
      [{ naked: 5, sphere: [0.25, 2] }, 2, 1],
      [{ naked: 5, sphere: [0.25, 2], corrected: 5 }, 2, 1],
      [{ naked: 5, sphere: [0.25, 0.5], cylinder: [0, -1] }, null, 1],
      [{ naked: 5, sphere: [0.25, 0.75], cylinder: [0, -1.25] }, 2, 1],
    ])
  })
})

describe('in kindergarten', () => {
  const seen = (...vectors: [naked: Pair, risk: Level, poorVision: Level][]): Vector[] =>
    vectors.map(([naked, risk, poorVision]) => [{ naked, sphere: 1 }, risk, poorVision])

  test('vision against the limit of the age', () => {
    expectLevels(
      child(5),
      seen(
        [5, null, null],
        [4.9, 1, 1],
        [4.8, 1, 2],
        [4.7, 2, 3],
        [4.6, 2, 3],
        [4.5, 3, 3],
        [[5.1, 4.9], 1, 1],
      ),
    )
    expectLevels(
      child(4),
      seen(
        [4.9, null, 0],
        [4.8, 1, 1],
        [4.7, 1, 2],
        [4.6, 2, 3],
        [4.5, 2, 3],
        [4.4, 3, 3],
        [[5.1, 4.9], 1, 0],
      ),
    )
    expectLevels(
      child(3),
      seen([4.9, null, null], [4.8, 1, 0], [4.7, 1, 1], [4.6, 1, 2], [4.5, 2, 3], [4.4, 2, 3], [4.3, 3, 3]),
    )
  })

  test('a short reserve, and refraction that may make an eye weak', () => {
    expectLevels(child(5), [
      [{ naked: 5, sphere: 0 }, null, null],
      [{ naked: 5, sphere: -0.25 }, 0, 0],
      [{ naked: 5, sphere: 2 }, 1, null],
      [{ naked: 5, sphere: 3.5, corrected: 5 }, null, 1],
      [{ naked: 5, sphere: 3.75, corrected: 5 }, 1, 1],
      [{ naked: 5, sphere: -1.5, corrected: 5 }, 0, 0],
      [{ naked: 5, sphere: -1.75, corrected: 5 }, 1, 0],
      [{ naked: 5, sphere: 1, cylinder: -1.5 }, null, 1],
      [{ naked: 5, sphere: 1, cylinder: -1.75 }, 1, 1],
    ])
    expectLevels(child(4), [
      [{ naked: 5, sphere: 4, corrected: 5 }, null, 1],
      [{ naked: 5, sphere: 4.25, corrected: 5 }, 1, 1],
      [{ naked: 5, sphere: 1.25, cylinder: -2, corrected: 5 }, null, 1],
      [{ naked: 5, sphere: 1.25, cylinder: -2.25, corrected: 5 }, 1, 2],
    ])
  })
})

test('a lens worn overnight: vision with it alone, and no level by poor vision', () => {
  const worn = (corrected: Pair, risk: Level): Vector => [
    { naked: 4, sphere: -7, corrected, lens: true },
    risk,
    null,
  ]
  expectLevels(pupil(12), [
    worn(5, null),
    worn(4.9, null),
    worn([5, 4.8], 1),
    worn(4.7, 1),
    worn(4.6, 2),
    worn(4.5, 2),
    worn(4.4, 3),
  ])
})
