// Every row of every table of the rules, on both sides of its limits.
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

describe('poor vision', () => {
  test.each<[Subject, number, boolean]>([
    [pupil(6), 5, false],
    [pupil(6), 4.9, true],
    [pupil(5), 4.9, true],
    [{ stage: 7, age: 20 }, 4.9, true],
    [child(7), 4.9, true],
    [child(6), 4.9, true],
    [child(5), 5, false],
    [child(5), 4.9, true],
    [child(4), 4.9, false],
    [child(4), 4.8, true],
    [child(3), 4.8, false],
    [child(3), 4.7, true],
    [child(2), 4.7, false],
    [child(2), 4.6, true],
  ])('%j with %s', (subject, value, poor) => {
    expect(judged(naked(value), subject).poorVision).toBe(poor)
    const other = value + 0.1
    expect(judged(naked(value, other), subject).poorVision, 'either eye').toBe(poor)
    expect(judged(naked(other, value), subject).poorVision, 'either eye').toBe(poor)
  })

  test.each([
    [5, 0],
    [4.9, 1],
    [4.8, 2],
    [4.6, 2],
    [4.5, 3],
    [3.3, 3],
  ] as const)('degree of %s', (value, degree) => {
    expect(judged(naked(value, 5)).poorDegree).toBe(degree)
    expect(judged(naked(value, 5), pupil(5)).poorDegree, 'a pupil under six').toBe(degree)
    expect(judged(naked(value, 5), child(6)).poorDegree, 'from six on').toBe(degree)
    expect(judged(naked(value, 5), child(5)).poorDegree, 'not under six').toBe(0)
  })

  test('two rows between the eyes, in kindergarten only', () => {
    expect(judged(naked(5, 5.1), child(5)).poorVision).toBe(false)
    expect(judged(naked(5, 5.2), child(5))).toMatchObject({ poorVision: true, poorDegree: 0 })
    expect(judged(naked(5, 5.2), child(6))).toMatchObject({ poorVision: true, poorDegree: 0 })
    expect(judged(naked(5, 5.2), pupil(6)).poorVision).toBe(false)
  })
})

describe('refraction', () => {
  test.each<[Subject, number]>([
    [child(2), 3],
    [child(3), 3],
    [child(4), 2],
    [child(5), 2],
    [child(6), 1.5],
    [pupil(5), 1.5],
    [pupil(7), 1.5],
    [pupil(8), 0.5],
    [pupil(15), 0.5],
  ])('hyperopia of %j above %s', (subject, limit) => {
    expect(judged(both(limit), subject).hyperopia).toBe(false)
    expect(judged(both(limit + 0.25, -0.25), subject).hyperopia).toBe(true)
    expect(judged({ sphereRight: limit + 0.25 }, subject).hyperopia, 'either eye').toBe(true)
  })

  test('hyperopia by the fixed limit', () => {
    const rules = { profile: { ...JUDGEMENT_PROFILES.A, hyperopiaRule: 'fixed' as const } }
    for (const subject of [child(3), child(5), pupil(7), pupil(15)]) {
      expect(judged(both(1.75), subject, rules).hyperopia).toBe(false)
      expect(judged(both(2), subject, rules).hyperopia).toBe(true)
    }
    expect(judged(both(2), pupil(15), rules).hyperopiaDegree).toBe(1)
    expect(judged(both(1.75), pupil(15), rules).hyperopiaDegree).toBe(0)
  })

  test.each([
    [0.5, 0],
    [0.75, 1],
    [3, 1],
    [3.25, 2],
    [6, 2],
    [6.25, 3],
  ] as const)('degree of hyperopia at %s, from twelve years on', (sphere, degree) => {
    expect(judged({ sphereLeft: sphere }, { stage: 3, age: 12 }).hyperopiaDegree).toBe(degree)
    expect(judged({ sphereLeft: sphere }, pupil(11)).hyperopiaDegree).toBe(0)
  })

  test.each([
    [0, 0],
    [-0.25, 0],
    [-0.5, 1],
    [-2, 1],
    [-2.25, 2],
    [-4, 2],
    [-4.25, 3],
  ] as const)('astigmatism of %s', (cylinder, degree) => {
    const found = judged({ cylinderRight: cylinder, axisRight: 10 })
    expect(found).toMatchObject({ astigmatism: degree > 0, astigmatismDegree: degree })
  })

  test.each([
    [{ sphereRight: 1.75 }, false],
    [{ sphereRight: 2 }, true],
    [{ sphereRight: -1.5 }, true],
    [{ cylinderLeft: -1, axisLeft: 5 }, false],
    [{ cylinderLeft: -1.25, axisLeft: 5 }, true],
  ])('anisometropia with %j', (more, expected) => {
    expect(judged(more).anisometropia).toBe(expected)
    expect(judged(more, child(4)).anisometropia).toBe(expected)
  })

  test.each([
    [1, 4.5, -3.5, -2],
    [2, 4.5, -3.5, -2],
    [3, 4, -3, -2],
    [4, 4, -3, -2],
    [5, 3.5, -1.5, -1.5],
    [6, 3.5, -1.5, -1.5],
  ])('what can cause amblyopia at %i years', (age, above, below, cylinder) => {
    const found = (more: Partial<Reading>, subject = child(age)) => judged(more, subject).refractiveError
    expect(found({ sphereRight: above })).toBe(false)
    expect(found({ sphereRight: above + 0.25 })).toBe(true)
    expect(found({ sphereLeft: below })).toBe(false)
    expect(found({ sphereLeft: below - 0.25 })).toBe(true)
    expect(found({ cylinderLeft: cylinder, axisLeft: 9 })).toBe(false)
    expect(found({ cylinderLeft: cylinder - 0.25, axisLeft: 9 })).toBe(true)
    expect(found({ sphereRight: above + 0.25 }, pupil(age)), 'kindergarten only').toBe(false)
  })

  test('reserve and risk', () => {
    expect(judged(both(0), child(5))).toMatchObject({ reserveShort: false, highRisk: false })
    expect(judged({ sphereLeft: 0, cylinderLeft: -0.25, axisLeft: 9 }, child(5)).reserveShort).toBe(true)
    expect(judged({ sphereLeft: -0.25 }, pupil(7))).toMatchObject({ reserveShort: false, highRisk: true })
    expect(judged({ sphereLeft: -0.25, nakedLeft: 4.9 }, pupil(7)).highRisk).toBe(true)
    expect(judged({ sphereLeft: -0.25, nakedLeft: 4.8 }, pupil(7)).highRisk).toBe(false)
    expect(judged({ sphereLeft: -0.75, nakedLeft: 4.9 }, pupil(7)).highRisk).toBe(false)
    expect(judged(both(0), pupil(7)).highRisk).toBe(false)
  })

  test.each<[Subject, Partial<Reading>, 0 | 1 | 2 | 3]>([
    [pupil(10), naked(5), 0],
    [pupil(10), naked(4.9, 5), 1],
    [pupil(10), { ...naked(4.9), ...wearing(5) }, 3],
    [pupil(10), { ...naked(4.9), ...wearing(5, 4.9) }, 2],
    [pupil(10), { ...naked(5), ...wearing(4.9) }, 0],
    [pupil(10), { ...naked(4.8), ...wearing(5), glasses: 3 }, 3],
    [child(5), naked(4.9), 1],
    [child(4), naked(4.9), 0],
    [child(4), naked(4.8), 1],
  ])('correction of %j with %j', (subject, more, correction) => {
    expect(judged(more, subject).correction).toBe(correction)
  })
})

describe('advice on refraction', () => {
  test.each<[Subject, Partial<Reading>, boolean]>([
    [pupil(10), both(1.75), false],
    [pupil(10), both(2), true],
    [pupil(10), both(0.5, -1.25), false],
    [pupil(10), both(0.5, -1.5), true],
    [child(4), both(1, -1.5), false],
    [child(4), both(1, -1.75), true],
    [pupil(10), { sphereRight: 1.75 }, false],
    [pupil(10), { sphereRight: -1.5 }, true],
    [child(5), both(-1.75), true],
    [pupil(7), both(-1.75), false],
  ])('%j with %j', (subject, more, large) => {
    expect(judged(more, subject).category === 'refractive').toBe(large)
  })
})

describe('referral', () => {
  test.each<[string, Partial<Reading>, boolean]>([
    ['low, glasses no longer help', { ...naked(4.8), ...wearing(4.8, 5) }, true],
    ['low, glasses help', { ...naked(4.8), ...wearing(4.9) }, false],
    ['low, little refraction', { ...naked(4.8), ...both(1) }, true],
    ['low, much refraction', { ...naked(4.8), ...both(-3) }, true],
    ['low in one eye', naked(5, 4.8), true],
    ['good', naked(4.9), false],
    ['good, high hyperopia', { ...naked(4.9), sphereLeft: 2 }, true],
    ['good, less hyperopia', { ...naked(4.9), sphereLeft: 1.75 }, false],
    ['good, below zero', { ...naked(5), ...both(-1) }, false],
    ['good, large cylinder', { ...naked(5), ...both(0.5, -1.5) }, true],
    ['good, cylinder less large', { ...naked(5), ...both(0.5, -1.25) }, false],
    ['good, eyes of different sphere', { ...naked(5), sphereLeft: 2 }, true],
    ['good, glasses help, large cylinder', { ...naked(5), ...both(0.5, -2), ...wearing(4.9) }, false],
    ['low, glasses help, eyes differ', { ...naked(4.5), sphereLeft: -4, ...wearing(5) }, false],
    ['good, weak glasses, large cylinder', { ...naked(5), ...both(0.5, -2), ...wearing(4.8) }, true],
    ['good, weak glasses', { ...naked(4.9), ...wearing(4.8) }, false],
  ])('%s', (_, more, referral) => {
    expect(judged(more).referral).toBe(referral)
    expect(judged(more, { stage: 3, age: 13 }).referral).toBe(referral)
    expect(judged(more, pupil(5)).referral).toBe(referral)
  })

  test.each<[string, number, Partial<Reading>, boolean]>([
    ['four, good', 4, naked(4.9), false],
    ['four, low', 4, naked(4.8), true],
    ['five, good', 5, naked(5), false],
    ['five, low', 5, naked(4.9), true],
    ['seven, low', 7, naked(4.9), true],
    ['eyes apart', 5, naked(5, 5.2), true],
    ['four, glasses help', 4, { ...naked(4.7), ...wearing(4.9) }, false],
    ['four, glasses do not', 4, { ...naked(4.7), ...wearing(4.8, 4.9) }, true],
    ['five, glasses do not', 5, { ...naked(4.7), ...wearing(4.9, 5) }, true],
    ['five, low, short reserve', 5, { ...naked(4.9), ...both(-1) }, true],
    ['five, low, much refraction', 5, { ...naked(4.9), ...both(3, -2) }, true],
    ['five, good, short reserve', 5, both(-1), false],
    ['three, low', 3, naked(4.8), true],
    ['five, good, cylinders differ', 5, { cylinderLeft: -1.25, axisLeft: 5 }, true],
    ['five, good, cylinders differ less', 5, { cylinderLeft: -1, axisLeft: 5 }, false],
    ['five, good, spheres differ', 5, { sphereLeft: -1.5 }, true],
    ['five, glasses help, spheres differ', 5, { sphereLeft: -1.5, ...wearing(5) }, false],
    ['five, glasses help, large cylinder', 5, { ...both(0.5, -3), ...wearing(5) }, false],
    ['five, weak glasses, large cylinder', 5, { ...both(0.5, -3), ...wearing(4.9) }, true],
  ])('kindergarten: %s', (_, age, more, referral) => {
    expect(judged(more, child(age)).referral).toBe(referral)
  })
})

describe('warning by poor vision', () => {
  const graded = (more: Parameters<typeof judged>[0], subject?: Subject) =>
    judged(more, subject, { profile: { ...JUDGEMENT_PROFILES.A, warningGrades: 'poorVision' } })

  type Level = 0 | 1 | 2 | 3 | null
  test.each<[Subject, number, Level]>([
    [pupil(10), 5, null],
    [pupil(10), 4.9, 1],
    [pupil(10), 4.8, 2],
    [pupil(10), 4.7, 3],
    [pupil(4), 4.9, 1],
    [child(5), 5, null],
    [child(5), 4.9, 1],
    [child(5), 4.7, 3],
    [child(4), 5, null],
    [child(4), 4.9, 0],
    [child(4), 4.8, 1],
    [child(4), 4.7, 2],
    [child(4), 4.6, 3],
    [child(3), 4.9, null],
    [child(3), 4.8, 0],
    [child(3), 4.7, 1],
    [child(3), 4.6, 2],
    [child(3), 4.5, 3],
    [child(2), 4.8, 0],
  ])('%j sees %s', (subject, value, level) => {
    expect(graded(naked(value, value + 0.1), subject).warningLevel).toBe(level)
  })

  test.each<[number, Level]>([
    [0, null],
    [-0.25, 0],
    [-0.5, 0],
    [-0.75, 1],
    [-3, 1],
    [-3.25, 2],
    [-6, 2],
    [-6.25, 3],
  ])('SE %s of a pupil', (sphere, level) => {
    expect(graded({ sphereLeft: sphere }).warningLevel).toBe(level)
    expect(graded({ sphereLeft: sphere }, child(5)).warningLevel, 'a short reserve').toBe(
      sphere < 0 ? 0 : null,
    )
  })

  test.each<[number, Level]>([
    [0, null],
    [-0.25, 0],
    [-0.5, 1],
    [-2, 1],
    [-2.25, 2],
    [-4, 2],
    [-4.25, 3],
  ])('cylinder %s', (cylinder, level) => {
    // SE stays at zero.
    const more = { sphereRight: -cylinder / 2, cylinderRight: cylinder, axisRight: 1 }
    expect(graded(more).warningLevel).toBe(level)
    expect(graded(more, child(5)).warningLevel).toBe(level)
  })

  test.each<[Subject, [number, number, number]]>([
    [pupil(8), [0.5, 3, 6]],
    [pupil(15), [0.5, 3, 6]],
    [pupil(7), [1.5, 4.5, 7.5]],
    [child(6), [1.5, 4.5, 7.5]],
    [child(5), [2, 5, 8]],
    [child(4), [2, 5, 8]],
    [child(3), [3, 5, 8]],
    [child(1), [3, 5, 8]],
  ])('hyperopia of %j', (subject, limits) => {
    const level = (sphere: number) => graded({ sphereRight: sphere }, subject).warningLevel
    expect(limits.map(level)).toEqual([null, 1, 2])
    expect(limits.map((limit) => level(limit + 0.25))).toEqual([1, 2, 3])
  })

  test('the highest of all', () => {
    expect(graded({ ...naked(4.9), ...both(-3.5, -0.5) }).warningLevel).toBe(2)
    expect(graded({ ...naked(4.7), ...both(-0.5, -0.5) }).warningLevel).toBe(3)
  })
})
