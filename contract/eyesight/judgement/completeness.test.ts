// Which readings make a record complete, valid or not screened at all.
import { expect, test } from 'vitest'
import { EMPTY_READING, type Reading, toStored } from '../reading.ts'
import { judge } from './judge.ts'
import type { JudgementRules, Subject } from './judgement.ts'
import { JUDGEMENT_PROFILES } from './profile.ts'

const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
const pupil = (age: number): Subject => ({ stage: 2, age })

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

const missing = (more: Partial<Reading>, items: Partial<JudgementRules['items']> = {}) =>
  judged(more, undefined, { items: { ...ITEMS, ...items } }).missing

test.each<[Partial<Reading>, string[]]>([
  [{}, []],
  [{ glasses: null }, ['戴镜类型']],
  [{ nakedLeft: null }, ['裸眼视力（左）']],
  [{ sphereRight: null, cylinderRight: null }, ['球镜（右）', '柱镜（右）']],
  [{ cylinderRight: -0.25 }, ['轴位（右）']],
  [{ cylinderRight: -0.25, axisRight: 0 }, []],
  [{ glasses: 2 }, ['戴镜视力（右）', '戴镜视力（左）']],
  [{ glasses: 3, correctedRight: 5 }, ['戴镜视力（左）']],
  [{ glasses: 3, correctedRight: 5, correctedLeft: 5 }, []],
  [{ glasses: 4, ...wearing(5), ...naked(5) }, []],
  [{ ...wearing(5), ...naked(5), glasses: 4, cylinderRight: -0.25 }, []],
])('%j', (more, names) => {
  const expected = more.glasses === 4 ? { ...more, glasses: 4 as const } : more
  expect(missing(expected)).toEqual(names)
  expect(judged(expected).state).toBe(names.length === 0 ? 2 : 3)
})

test('only mandatory items count', () => {
  const bare = { ...both(0), sphereLeft: null, cylinderLeft: null }
  expect(missing(bare, { refraction: 2 })).toEqual([])
  expect(missing({ cylinderLeft: -0.25 }, { refraction: 2 })).toEqual(['轴位（左）'])
  expect(missing({ cylinderLeft: -0.25 }, { refraction: 0 })).toEqual([])
  expect(missing({ glasses: 2 }, { corrected: 2 })).toEqual([])
  expect(missing({ glasses: 2 }, { corrected: 0 })).toEqual([])
  expect(missing({ glasses: null }, { naked: 2, corrected: 2, refraction: 2 })).toEqual([])
  expect(missing({}, { position: 1, colour: 1, caries: 1, body: 1 })).toEqual([
    '眼位',
    '色觉',
    '龋齿',
    '身高',
    '体重',
  ])
  const rest = { position: 1, colour: 1, decayed: 0, height: 140.5, weight: 35 } as const
  expect(missing(rest, { position: 1, colour: 1, caries: 1, body: 1 })).toEqual([])
  expect(missing({}, { position: 2, colour: 2, caries: 2, body: 2 })).toEqual([])
})

test('what the plan leaves out is not looked at, what is optional is used', () => {
  const myopic = { ...naked(4.5), ...both(-2) }
  const without = judged(myopic, undefined, { items: { ...ITEMS, refraction: 0 } })
  expect(without).toMatchObject({ state: 2, seRight: null, myopia: false, poorVision: true })
  const optional = judged(myopic, undefined, { items: { ...ITEMS, refraction: 2 } })
  expect(optional).toMatchObject({ state: 2, seRight: -2000, myopia: true })
  const worn = { ...naked(4.5), ...both(-2), glasses: 2, correctedRight: 5 } as const
  const items = { ...ITEMS, corrected: 2 } as const
  expect(judged(worn, undefined, { items })).toMatchObject({
    correction: 0,
    referral: false,
    category: 'myopiaRecheck',
  })
  expect(judged({ ...worn, correctedRight: 4.8 }, undefined, { items })).toMatchObject({
    correction: 2,
    referral: true,
  })
  const teeth = { ...EMPTY_READING, decayed: 2 }
  expect(judged({}, undefined, {}, teeth).state).toBe(0)
  expect(judged({}, undefined, { items: { ...ITEMS, caries: 2 } }, teeth).state).toBe(3)
  const only = { ...ITEMS, naked: 0, corrected: 0, refraction: 0, caries: 1 } as const
  expect(judged({}, undefined, { items: only }, teeth)).toMatchObject({ state: 2, category: null })
})

test('flags', () => {
  expect(judged({ unableLeft: true })).toMatchObject({ state: 3, missing: [], category: 'incomplete' })
  expect(judged({ unableRight: true }, undefined, {}, EMPTY_READING).state).toBe(3)
  expect(judged({ uncooperative: true })).toMatchObject({ state: 3, missing: [], poorVision: false })
  expect(judged({ uncooperative: true }, undefined, {}, EMPTY_READING).state).toBe(0)
  expect(judged({ glasses: 1 }, undefined, {}, EMPTY_READING).state).toBe(0)
})
