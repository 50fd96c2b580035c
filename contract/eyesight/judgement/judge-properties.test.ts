// Whatever stands in a reading: it is judged, the sides do not matter, and what belongs together stands together.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Glasses, SchoolStage } from '../../core/codes.ts'
import {
  ColourVision,
  EMPTY_READING,
  EyePosition,
  isMeasured,
  PLAN_ITEMS,
  READING_NUMBER_KEYS,
  READING_NUMBERS,
  type ReadingNumber,
  SIDES,
  type StoredReading,
} from '../reading.ts'
import { compareRetest } from '../retest.ts'
import { adviceText, conclusionText, eyeSituations } from './conclusion-text.ts'
import { judge } from './judge.ts'
import { type Judgement, type JudgementRules, NO_FINDINGS, type Subject } from './judgement.ts'
import type { JudgementProfile } from './profile.ts'

/** Any whole number that can be stored in a field. */
const stored = (key: ReadingNumber): fc.Arbitrary<number> => {
  const { min, max, step, scale } = READING_NUMBERS[key]
  const between = (low: number, high: number) =>
    fc
      .integer({ min: Math.round(low / step), max: Math.round(high / step) })
      .map((index) => Math.round(index * step * scale) + 0)
  // Half of them where the limits are.
  if (key.startsWith('sphere')) return fc.oneof(between(min, max), between(-7, 4))
  if (key.startsWith('cylinder')) return fc.oneof(between(min, max), between(-2, 0))
  return between(min, max)
}
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 })
const codes = <T>(values: readonly T[]) => fc.constantFrom(...values)
const rarely = fc.integer({ min: 0, max: 30 }).map((value) => value === 0)

const numbers = Object.fromEntries(READING_NUMBER_KEYS.map((key) => [key, optional(stored(key))])) as Record<
  ReadingNumber,
  fc.Arbitrary<number | null>
>
const anyReading: fc.Arbitrary<StoredReading> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(EMPTY_READING) },
  {
    weight: 30,
    arbitrary: fc.record({
      glasses: optional(codes(Glasses.codes)),
      ...numbers,
      unableRight: rarely,
      unableLeft: rarely,
      uncooperative: rarely,
      position: optional(codes(EyePosition.codes)),
      colour: optional(codes(ColourVision.codes)),
    }),
  },
)
const anySubject: fc.Arbitrary<Subject> = fc.record({
  stage: codes(SchoolStage.codes),
  age: fc.integer({ min: 0, max: 30 }),
})
const operator = codes(['<', '<='] as const)
const anyProfile: fc.Arbitrary<JudgementProfile> = fc.record({
  name: fc.constant('任意'),
  myopiaOp: operator,
  midOp: operator,
  highOp: operator,
  degrees: codes([2, 3] as const),
  hyperopiaRule: codes(['age', 'fixed'] as const),
  orthoKPoor: fc.boolean(),
  warningGrades: codes(['risk', 'poorVision'] as const),
})
const mostly = { weight: 4, arbitrary: fc.constant(1 as const) }
const itemType = fc.oneof(mostly, { weight: 1, arbitrary: codes([0, 1, 2] as const) })
const anyRules: fc.Arbitrary<JudgementRules> = fc.record({
  profile: anyProfile,
  items: fc.record(
    Object.fromEntries(Object.keys(PLAN_ITEMS).map((item) => [item, itemType])) as Record<
      keyof typeof PLAN_ITEMS,
      typeof itemType
    >,
  ),
})
const allMandatory: JudgementRules['items'] = {
  naked: 1,
  corrected: 1,
  refraction: 1,
  position: 0,
  colour: 0,
  caries: 0,
  body: 0,
}
const flagged = (reading: StoredReading): boolean =>
  reading.unableRight || reading.unableLeft || reading.uncooperative

/** Both eyes changed for each other. */
function swapped(reading: StoredReading): StoredReading {
  const result = { ...reading, unableRight: reading.unableLeft, unableLeft: reading.unableRight }
  for (const key of ['naked', 'corrected', 'sphere', 'cylinder', 'axis', 'orthoK'] as const) {
    result[`${key}Right`] = reading[`${key}Left`]
    result[`${key}Left`] = reading[`${key}Right`]
  }
  return result
}

const check = (property: (reading: StoredReading, subject: Subject, rules: JudgementRules) => void) =>
  fc.assert(fc.property(anyReading, anySubject, anyRules, property), { numRuns: 1_000 })

describe('any reading', () => {
  test('is judged and has words', () => {
    const seen = new Set<number>()
    check((reading, subject, rules) => {
      const found = judge(reading, subject, rules)
      seen.add(found.state)
      expect(conclusionText(found, subject.stage, reading)).not.toBe('')
      expect(conclusionText(found, subject.stage)).not.toMatch(/undefined|康复|恢复|降低度数|治愈|克星|修复/)
      expect(adviceText(found, reading)).not.toBe('')
      for (const se of [found.seRight, found.seLeft]) expect(se === null || Number.isInteger(se)).toBe(true)
    })
    expect([...seen].toSorted()).toEqual([0, 2, 3])
  })

  test('is valid if nothing is missing and nothing is flagged, and concludes nothing otherwise', () => {
    check((reading, subject, rules) => {
      const { state, missing, seRight: _, seLeft: __, ...findings } = judge(reading, subject, rules)
      if (state === 0) {
        expect(findings).toEqual(NO_FINDINGS)
        return
      }
      expect(state === 2).toBe(missing.length === 0 && !flagged(reading))
      if (state === 3) expect(findings).toEqual({ ...NO_FINDINGS, category: 'incomplete' })
    })
  })

  test('is not screened where nothing is there', () => {
    check((reading, subject, { profile }) => {
      const all = { ...allMandatory, position: 1, colour: 1, caries: 1, body: 1 } as const
      expect(judge(reading, subject, { profile, items: all }).state === 0).toBe(!isMeasured(reading))
    })
  })

  test('means the same with the eyes changed for each other', () => {
    check((reading, subject, rules) => {
      const here = judge(reading, subject, rules)
      const there = judge(swapped(reading), subject, rules)
      const named = here.missing.map((name) =>
        name.replace(/（([右左])）/, (_, side) => (side === '右' ? '（左）' : '（右）')),
      )
      expect(there.missing.toSorted()).toEqual(named.toSorted())
      expect({ ...there, missing: [] }).toEqual({
        ...here,
        missing: [],
        seRight: here.seLeft,
        seLeft: here.seRight,
      })
    })
  })

  test('holds together', () => {
    check((reading, subject, rules) => {
      const found = judge(reading, subject, rules)
      if (found.myopiaDegree > 0) expect(found.myopia).toBe(true)
      if (found.myopia && !found.orthoK) expect(found.myopiaDegree).toBeGreaterThan(0)
      if (rules.profile.degrees === 2) expect(found.myopiaDegree).not.toBe(2)
      if (found.poorDegree > 0) expect(found.poorVision).toBe(true)
      if (found.hyperopiaDegree > 0) expect(found.hyperopia).toBe(true)
      expect(found.astigmatism).toBe(found.astigmatismDegree > 0)
      if (found.preMyopia) expect(found.myopia).toBe(false)
      if (found.highRisk) expect(found.myopia).toBe(false)
      if (found.reserveShort || found.refractiveError) expect(subject.stage).toBe(1)
      if (found.orthoK) expect([found.correction, found.preMyopia]).toEqual([0, false])
      if (found.orthoK && rules.profile.warningGrades === 'poorVision') expect(found.warningLevel).toBe(null)
      const situations = eyeSituations(found)
      if (situations.includes(1)) expect(situations).toEqual([1])
      expect(situations.includes(2)).toBe(found.myopia)
      expect(situations.includes(3)).toBe(found.hyperopia)
      expect(situations.includes(4)).toBe(found.astigmatism)
    })
  })

  test('agrees with itself when it is read again', () => {
    check((reading) => {
      expect(compareRetest(reading, reading).counts.errors).toBe(0)
    })
  })
})

describe('an eye that gets worse', () => {
  const complete = fc.record({
    ...(Object.fromEntries(READING_NUMBER_KEYS.map((key) => [key, stored(key)])) as Record<
      ReadingNumber,
      fc.Arbitrary<number>
    >),
    glasses: codes([1, 2, 3] as const),
  })
  const pair = (
    change: (reading: StoredReading, amount: number) => StoredReading,
    property: (before: Judgement, after: Judgement) => void,
  ) =>
    fc.assert(
      fc.property(complete, anySubject, anyProfile, fc.nat({ max: 8 }), (given, subject, profile, amount) => {
        const rules = { profile, items: allMandatory }
        const reading = { ...EMPTY_READING, ...given }
        property(judge(reading, subject, rules), judge(change(reading, amount), subject, rules))
      }),
      { numRuns: 1_000 },
    )
  const notLess = (before: number | boolean | null, after: number | boolean | null) =>
    expect(Number(after ?? -1)).toBeGreaterThanOrEqual(Number(before ?? -1))

  test('in vision is never judged milder', () => {
    // The worse eye: the better one may come nearer to the other, and eyes apart count in kindergarten.
    const change = (reading: StoredReading, amount: number): StoredReading => {
      const side = SIDES.reduce((a, b) =>
        (reading[`naked${a}`] ?? 0) <= (reading[`naked${b}`] ?? 0) ? a : b,
      )
      return { ...reading, [`naked${side}`]: Math.max(33, (reading[`naked${side}`] ?? 0) - amount) }
    }
    pair(change, (before, after) => {
      notLess(before.poorVision, after.poorVision)
      notLess(before.poorDegree, after.poorDegree)
      notLess(before.myopia, after.myopia)
      notLess(before.myopiaDegree, after.myopiaDegree)
      notLess(before.warningLevel, after.warningLevel)
    })
  })

  test('towards myopia is never judged less myopic', () => {
    const change = (reading: StoredReading, amount: number): StoredReading => ({
      ...reading,
      sphereRight: Math.max(-2000, (reading.sphereRight ?? 0) - amount * 25),
    })
    pair(change, (before, after) => {
      notLess(before.myopia, after.myopia)
      notLess(before.myopiaDegree, after.myopiaDegree)
      notLess(before.reserveShort, after.reserveShort)
      // From above zero it first becomes less hyperopic, and it may come nearer to the other eye.
      const nearer = before.anisometropia && !after.anisometropia
      if ((before.seRight ?? 0) <= 0 && !nearer) notLess(before.warningLevel, after.warningLevel)
    })
  })
})
