import { describe, expect, test } from 'vitest'
import { JUDGEMENT_PROFILES, type JudgementProfile } from '../eyesight/judgement/profile.ts'
import {
  type ReasonFacts,
  type ReasonReading,
  reasonRule,
  reasonText,
  type StoredReason,
} from './reason-words.ts'

const reading = (change: Partial<ReasonReading> = {}): ReasonReading => ({
  on: '2026-09-20',
  stage: 2,
  age: 10,
  glasses: 1,
  nakedRight: 50,
  nakedLeft: 50,
  correctedRight: null,
  correctedLeft: null,
  sphereRight: 25,
  sphereLeft: 25,
  cylinderRight: 0,
  cylinderLeft: 0,
  myopia: false,
  highMyopia: false,
  anisometropia: false,
  ...change,
})
const both = (sphere: number, cylinder = 0): Partial<ReasonReading> => ({
  sphereRight: sphere,
  sphereLeft: sphere,
  cylinderRight: cylinder,
  cylinderLeft: cylinder,
})
const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
const facts = (change: Partial<ReasonFacts> = {}): ReasonFacts => ({
  now: reading(),
  from: null,
  rate: null,
  axial: null,
  letterPrinted: false,
  rules: { profile: JUDGEMENT_PROFILES.A, items: ITEMS },
  ...change,
})
const reason = (indicator: string, change: Partial<StoredReason> = {}): StoredReason => ({
  rule: indicator,
  indicator,
  level: 2,
  threshold: 0,
  value: null,
  eye: null,
  fromRecordId: null,
  ...change,
})
const earlier = (change: Partial<ReasonReading> = {}) => reading({ on: '2026-03-14', ...change })

describe('the level', () => {
  const because = (
    level: 1 | 2 | 3,
    change: Partial<ReasonReading>,
    profile: JudgementProfile = JUDGEMENT_PROFILES.A,
  ) =>
    reasonText(reason('level', { level }), facts({ now: reading(change), rules: { profile, items: ITEMS } }))
  test.each<[1 | 2 | 3, Partial<ReasonReading>, string]>([
    [3, { nakedRight: 44 }, '右眼裸眼视力 4.4 低于 4.5'],
    [2, { nakedRight: 46, nakedLeft: 46 }, '双眼裸眼视力 4.6 低于 4.7'],
    [1, { nakedLeft: 48 }, '左眼裸眼视力 4.8 低于 4.9'],
    [
      3,
      { nakedRight: 42, nakedLeft: 42, glasses: 2, correctedRight: 44, correctedLeft: 50 },
      '右眼戴镜视力 4.4 低于 4.5',
    ],
    [3, { glasses: 4, correctedRight: 50, correctedLeft: 43 }, '左眼戴镜视力 4.3 低于 4.5'],
    [3, { ...both(0), sphereLeft: -650, glasses: 2 }, '左眼等效球镜 −6.50 低于 −6.00'],
    [3, { ...both(650) }, '双眼等效球镜 +6.50 高于 +6.00'],
    [3, { ...both(212, -425) }, '双眼柱镜 −4.25 超过 4.00'],
    [2, { sphereRight: 200 }, '屈光参差（球镜 右 +2.00 左 +0.25，柱镜 右 0.00 左 0.00）'],
    [2, { ...both(100, -225) }, '未戴镜，双眼柱镜 −2.25 超过 2.00'],
    [1, { ...both(-100), nakedRight: 49, nakedLeft: 49 }, '近视未矫正（等效球镜 右 −1.00 左 −1.00）'],
    [1, { ...both(200) }, '建议就诊（等效球镜 右 +2.00 左 +2.00，柱镜 右 0.00 左 0.00）'],
    [1, { stage: 1, age: 5, ...both(375) }, '屈光不正（等效球镜 右 +3.75 左 +3.75，柱镜 右 0.00 左 0.00）'],
  ])('%s %j', (level, change, words) => {
    expect(because(level, change)).toBe(`筛查${['', '一', '二', '三'][level]}级预警：${words}`)
  })
  test('by poor vision alone', () => {
    const profile = { ...JUDGEMENT_PROFILES.A, warningGrades: 'poorVision' as const }
    expect(because(2, { nakedRight: 48, ...both(-325) }, profile)).toBe(
      '筛查二级预警：右眼裸眼视力 4.8 低于 4.9，双眼等效球镜 −3.25',
    )
  })
  test('is named alone where the readings give another one by now', () => {
    expect(because(3, {})).toBe('筛查三级预警')
  })
})

describe('changes', () => {
  test('of vision, with the lens where one is worn', () => {
    const fell = reason('visionFell', { value: 2000, eye: 1, threshold: 2000 })
    const given = facts({ now: reading({ nakedRight: 45 }), from: earlier({ nakedRight: 47 }) })
    expect(reasonText(fell, given)).toBe('右眼裸眼视力由 4.7 降到 4.5（2026-03-14 → 2026-09-20）')
    expect(reasonText(fell, { ...given, from: earlier({ nakedRight: 46 }) })).toBe('右眼视力下降 2行')
    expect(reasonText(fell, { ...given, from: null })).toBe('右眼视力下降 2行')
    expect(
      reasonText(fell, {
        ...given,
        now: reading({ glasses: 4, correctedRight: 48 }),
        from: earlier({ glasses: 4, correctedRight: 50 }),
      }),
    ).toBe('右眼戴镜视力由 5.0 降到 4.8（2026-03-14 → 2026-09-20）')
  })

  test('of refraction over the days between', () => {
    const fast = reason('progression', { value: 2401.3158, eye: 1, threshold: 1000, level: 3 })
    const given = facts({
      now: reading({ sphereRight: -225 }),
      from: earlier({ sphereRight: -100 }),
      rate: 2401.3158,
    })
    expect(reasonText(fast, given)).toBe(
      '右眼等效球镜由 −1.00 变为 −2.25，间隔 190 天，折合每年 −2.40 D（界限 1.00 D/年）',
    )
    expect(reasonText(fast, { ...given, rate: 2400 })).toBe('右眼近视进展快 2.40D/年')
    // Half a dioptre in less than half a year does not look like the next step.
    const half = reason('progression', { value: 997.2678, eye: 1, threshold: 750, level: 2 })
    const short = {
      now: reading({ sphereRight: -150 }),
      from: earlier({ sphereRight: -100, on: '2026-03-30' }),
    }
    expect(reasonText(half, facts({ ...short, rate: 997.2678 }))).toBe(
      '右眼等效球镜由 −1.00 变为 −1.50，间隔 174 天（不足半年按半年计），折合每年 −0.99 D（界限 0.75 D/年）',
    )
    expect(reasonText(half)).toBe('右眼近视进展快 0.99D/年')
    expect(reasonRule(fast)).toMatch(/^任一眼等效球镜.*（近视进展快≥1.00D\/年）$/)
  })

  test('to myopia, and to high myopia', () => {
    const given = facts({
      now: reading({ ...both(-650, -75), myopia: true, highMyopia: true }),
      from: earlier({ ...both(-25) }),
    })
    expect(reasonText(reason('newlyMyopic'), given)).toBe(
      '2026-03-14 不近视（等效球镜 右 −0.25 左 −0.25），2026-09-20 近视（等效球镜 右 −6.875 左 −6.875）',
    )
    expect(reasonText(reason('newlyHigh'), given)).toMatch(/^2026-03-14 不是高度近视.*2026-09-20 高度近视/)
    expect(reasonText(reason('newlyMyopic'))).toBe('新发近视')
  })

  test('of the length of an eye', () => {
    const grew = reason('axialGrowth', { value: 450, eye: 2, threshold: 300 })
    const axial = {
      eye: 2 as const,
      from: 2350,
      to: 2395,
      fromOn: '2025-09-20',
      toOn: '2026-09-20',
      rate: 450,
      margin: 100,
    }
    expect(reasonText(grew, facts({ axial }))).toBe(
      '左眼眼轴由 23.50 mm 增长到 23.95 mm，间隔 365 天，折合每年 0.45 mm（界限 0.40 mm/年）',
    )
    expect(reasonText(grew, facts())).toBe('左眼眼轴增长快 0.45mm/年')
  })
})

test('eyes that differ in vision, in refraction, or in both', () => {
  const apart = reason('eyesDiffer', { value: 3000, threshold: 2000 })
  const given = facts({ now: reading({ nakedLeft: 47 }) })
  expect(reasonText(apart, given)).toBe('双眼裸眼视力相差 3 行（右 5.0 左 4.7）')
  const unequal = { ...given, now: reading({ anisometropia: true, sphereRight: -175 }) }
  expect(reasonText({ ...apart, value: 0 }, unequal)).toBe(
    '屈光参差（球镜 右 −1.75 左 +0.25，柱镜 右 0.00 左 0.00）',
  )
  expect(reasonText({ ...apart, value: 0 })).toBe('两眼差异大')
})

test('days without a visit, since the letter or the screening', () => {
  const waiting = reason('notVisited', { value: 34_000, threshold: 30_000 })
  expect(reasonText(waiting, facts())).toBe('筛查后 34 天未复查')
  expect(reasonText(waiting, facts({ letterPrinted: true }))).toBe('告知书打印后 34 天未复查')
})

test('of units the figure', () => {
  expect(reasonText(reason('poorVisionRise', { value: 5200, threshold: 5000 }))).toBe(
    '视力不良率同比上升 5.2个百分点',
  )
})
