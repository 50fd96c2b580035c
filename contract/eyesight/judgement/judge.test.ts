// Whole readings: the agreed cases under each profile, the lines in dispute, what makes a record complete, the words.
import { describe, expect, test } from 'vitest'
import { EMPTY_READING, type Reading, toStored } from '../reading.ts'
import { ADVICE } from './advice-texts.ts'
import { adviceText, conclusionText, eyeSituations } from './conclusion-text.ts'
import { judge } from './judge.ts'
import { type Judgement, type JudgementRules, NO_FINDINGS, type Subject } from './judgement.ts'
import { JUDGEMENT_PROFILES, type JudgementProfile, type Operator } from './profile.ts'

const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
type Items = JudgementRules['items']
/** Naked vision, sphere, cylinder. */
type EyeCase = [naked: number | null, sphere?: number | null, cylinder?: number]

const eyes = (right: EyeCase, left: EyeCase = right, more: Partial<Reading> = {}): Reading => ({
  ...EMPTY_READING,
  glasses: 1,
  nakedRight: right[0],
  sphereRight: right[1] ?? null,
  cylinderRight: right[2] ?? null,
  axisRight: right[2] ? 180 : null,
  nakedLeft: left[0],
  sphereLeft: left[1] ?? null,
  cylinderLeft: left[2] ?? null,
  axisLeft: left[2] ? 180 : null,
  ...more,
})
const judged = (
  reading: Reading,
  subject: Subject = { stage: 2, age: 10 },
  profile: JudgementProfile = JUDGEMENT_PROFILES.A,
  items: Items = ITEMS,
) => judge(toStored(reading), subject, { profile, items })

const A = JUDGEMENT_PROFILES.A
const INCLUSIVE: JudgementProfile = { ...A, myopiaOp: '<=', midOp: '<=', highOp: '<=' }
const glasses = (right: number, left: number | null): Partial<Reading> => ({
  glasses: 2,
  correctedRight: right,
  correctedLeft: left,
})
const orthoK = (more: Partial<Reading> = {}): Reading => ({
  ...EMPTY_READING,
  glasses: 4,
  correctedRight: 5,
  correctedLeft: 5,
  ...more,
})

describe('agreed cases', () => {
  type Case = {
    subject: Subject
    reading: Reading
    expected: Partial<Judgement>
    under?: [JudgementProfile, Partial<Judgement>][]
    text: string
  }
  const cases: Record<string, Case> = {
    '1 normal, in the band before myopia': {
      subject: { stage: 2, age: 8 },
      reading: eyes([5, 0.5, -0.25], [5.1, 0.25, 0]),
      expected: { state: 2, seRight: 375, seLeft: 250, poorVision: false, myopia: false, preMyopia: true },
      text: '视力正常、近视前期',
    },
    '2 on the line of myopia': {
      subject: { stage: 2, age: 9 },
      reading: eyes([4.9, -0.5, 0], [5, 0, 0]),
      expected: { poorVision: true, poorDegree: 1, myopia: false, myopiaDegree: 0, preMyopia: true },
      under: [
        [INCLUSIVE, { myopia: true, myopiaDegree: 1, preMyopia: false, poorDegree: 1 }],
        [JUDGEMENT_PROFILES.N, { myopia: false, preMyopia: true }],
        [JUDGEMENT_PROFILES.B, { myopia: true, myopiaDegree: 1, preMyopia: false }],
      ],
      text: '轻度视力不良、近视前期',
    },
    '3 half a step of cylinder beyond it': {
      subject: { stage: 2, age: 9 },
      reading: eyes([4.9, -0.5, -0.25], [5, -0.25, 0]),
      expected: { seRight: -625, seLeft: -250, myopia: true, myopiaDegree: 1, category: 'myopiaRecheck' },
      under: [
        [INCLUSIVE, { myopia: true, myopiaDegree: 1 }],
        [JUDGEMENT_PROFILES.N, { myopia: true, myopiaDegree: 1 }],
        [JUDGEMENT_PROFILES.B, { myopia: true, myopiaDegree: 1 }],
      ],
      text: '低度近视',
    },
    '4 refraction without low vision': {
      subject: { stage: 2, age: 10 },
      reading: eyes([5, -0.75, 0]),
      expected: { poorVision: false, myopia: false, preMyopia: false, highRisk: true, category: 'risk' },
      text: '视力正常、可能存在近视高危因素',
    },
    '5 the conditions in different eyes': {
      subject: { stage: 2, age: 10 },
      reading: eyes([4.8, 0, 0], [5, -1, 0]),
      expected: { myopia: false, poorVision: true, poorDegree: 2, category: 'poorVision', referral: true },
      text: '中度视力不良',
    },
    '6 on the line of moderate': {
      subject: { stage: 3, age: 14 },
      reading: eyes([4.2, -3, 0], [4.3, -2.5, 0], glasses(5, 5)),
      expected: { myopia: true, myopiaDegree: 1, correction: 3, referral: false, category: 'fullyCorrected' },
      under: [
        [INCLUSIVE, { myopiaDegree: 2 }],
        [JUDGEMENT_PROFILES.N, { myopiaDegree: 2 }],
        [JUDGEMENT_PROFILES.B, { myopiaDegree: 1 }],
      ],
      text: '低度近视',
    },
    '7 on the line of high': {
      subject: { stage: 4, age: 16 },
      reading: eyes([4, -6, 0], [4.1, -5, -1], glasses(4.9, 5)),
      expected: {
        seLeft: -5500,
        myopiaDegree: 2,
        correction: 2,
        referral: false,
        category: 'underCorrectedRecheck',
      },
      under: [
        [INCLUSIVE, { myopiaDegree: 3, category: 'highMyopiaRecheck' }],
        [JUDGEMENT_PROFILES.N, { myopiaDegree: 2 }],
        [JUDGEMENT_PROFILES.B, { myopiaDegree: 3, category: 'highMyopiaRecheck' }],
      ],
      text: '中度近视、散光',
    },
    '8 beyond the line of high': {
      subject: { stage: 4, age: 16 },
      reading: eyes([4, -6, -0.25], [4.1, -5, 0], glasses(5, 5)),
      expected: {
        seRight: -6125,
        myopiaDegree: 3,
        correction: 3,
        category: 'highMyopiaRecheck',
        warningLevel: 3,
      },
      under: [[JUDGEMENT_PROFILES.B, { myopiaDegree: 3 }]],
      text: '高度近视',
    },
    '9 ortho-K': {
      subject: { stage: 3, age: 12 },
      reading: orthoK(),
      expected: { ...NO_FINDINGS, state: 2, missing: [], orthoK: true, myopia: true, category: 'orthoK' },
      under: [[JUDGEMENT_PROFILES.B, { myopia: true, myopiaDegree: 0 }]],
      text: '近视（角膜塑形镜）',
    },
    '10 vision with glasses missing': {
      subject: { stage: 3, age: 12 },
      reading: eyes([4.5, -2, 0], [4.5, -2, 0], glasses(5, null)),
      expected: {
        ...NO_FINDINGS,
        state: 3,
        missing: ['戴镜视力（左）'],
        seRight: -2000,
        category: 'incomplete',
      },
      text: '数据不完整：缺戴镜视力（左）',
    },
    '11 refraction of one eye missing': {
      subject: { stage: 3, age: 12 },
      reading: eyes([4.5, -2, 0], [4.6]),
      expected: { ...NO_FINDINGS, state: 3, seRight: -2000, seLeft: null, category: 'incomplete' },
      text: '数据不完整：缺球镜（左）、柱镜（左）',
    },
    '12 kindergarten, four years': {
      subject: { stage: 1, age: 4 },
      reading: eyes([4.9, 1, 0]),
      expected: { state: 2, poorVision: false, poorDegree: 0, category: 'normal', referral: false },
      text: '视力正常',
    },
    '12 kindergarten, four years, low': {
      subject: { stage: 1, age: 4 },
      reading: eyes([4.8, 1, 0], [4.9, 1, 0]),
      expected: { poorVision: true, poorDegree: 0, category: 'poorVision', referral: true },
      text: '视力低常',
    },
    '13 kindergarten, reserve': {
      subject: { stage: 1, age: 5 },
      reading: eyes([5, -0.25, 0], [5, 0, 0]),
      expected: { reserveShort: true, highRisk: false, poorVision: false, category: 'reserveShort' },
      text: '视力正常、远视储备不足',
    },
    '14 eyes far apart': {
      subject: { stage: 2, age: 11 },
      reading: eyes([4.6, -1, 0], [4.4, -2.75, 0]),
      expected: { myopia: true, myopiaDegree: 1, anisometropia: true, poorDegree: 3 },
      text: '低度近视、屈光参差',
    },
  }

  test.each(Object.entries(cases))('%s', (_, { subject, reading, expected, under = [], text }) => {
    expect(judged(reading, subject)).toMatchObject(expected)
    expect(conclusionText(judged(reading, subject), subject.stage)).toBe(text)
    for (const [profile, other] of under) expect(judged(reading, subject, profile)).toMatchObject(other)
  })
})

describe('lines in dispute', () => {
  const operators: Operator[] = ['<', '<=']
  const combinations = operators.flatMap((myopiaOp) =>
    operators.flatMap((midOp) =>
      operators.flatMap((highOp) =>
        ([2, 3] as const).map((degrees): JudgementProfile => ({ ...A, myopiaOp, midOp, highOp, degrees })),
      ),
    ),
  )

  test.each(combinations)('$myopiaOp $midOp $highOp, $degrees degrees', (profile) => {
    const degree = (sphere: number, cylinder = 0) =>
      judged(eyes([4.5, sphere, cylinder], [5, 0, 0]), { stage: 3, age: 13 }, profile).myopiaDegree
    const mid = profile.degrees === 3 ? 2 : 1
    expect(degree(-0.25, -0.25)).toBe(0)
    expect(degree(-0.5)).toBe(profile.myopiaOp === '<=' ? 1 : 0)
    expect(degree(-0.5, -0.25)).toBe(1)
    expect(degree(-2.75, -0.25)).toBe(1)
    expect(degree(-3)).toBe(profile.midOp === '<=' ? mid : 1)
    expect(degree(-3, -0.25)).toBe(mid)
    expect(degree(-5.75, -0.25)).toBe(mid)
    expect(degree(-6)).toBe(profile.highOp === '<=' ? 3 : mid)
    expect(degree(-6, -0.25)).toBe(3)
  })

  test.each(operators)('with %s myopia begins where the band before it ends', (myopiaOp) => {
    const profile = { ...A, myopiaOp }
    for (let sphere = -1; sphere <= 1.5; sphere += 0.25)
      for (const cylinder of [0, -0.25]) {
        const found = judged(eyes([4.8, sphere, cylinder]), undefined, profile)
        const se = sphere + cylinder / 2
        expect([found.myopia, found.preMyopia, se > 0.75].filter(Boolean), `SE ${se}`).toHaveLength(1)
      }
  })

  test.each(['A', 'B'] as const)('under six years in kindergarten the profile %s does not matter', (key) => {
    const found = (age: number, naked: number, sphere: number) =>
      judged(eyes([naked, sphere, 0]), { stage: 1, age }, JUDGEMENT_PROFILES[key])
    expect(found(5, 4.8, -0.5)).toMatchObject({ myopia: true, myopiaDegree: 1, preMyopia: false })
    expect(found(5, 4.9, -0.5)).toMatchObject({ myopia: false, preMyopia: false })
    expect(found(5, 4.8, -0.25)).toMatchObject({ myopia: false, preMyopia: true })
    expect(found(6, 4.9, -0.5).myopia).toBe(key === 'B')
    expect(found(6, 4.9, -0.75).myopia).toBe(true)
  })

  test('a pupil of five years is judged as a pupil', () => {
    const pupil = judged(eyes([4.9, -0.75, 0]), { stage: 2, age: 5 })
    expect(pupil).toMatchObject({ myopia: true, poorVision: true, poorDegree: 1, reserveShort: false })
  })

  test('degree is that of a myopic eye, not of the other one', () => {
    const found = judged(eyes([4.9, -1, 0], [5, -4, 0]))
    expect(found).toMatchObject({ myopia: true, myopiaDegree: 1 })
  })
})

describe('ortho-K', () => {
  test.each([
    [null, null, 0, 0],
    [0, 0, 0, 0],
    [25, null, 1, 1],
    [300, 200, 1, 1],
    [300, 325, 2, 1],
    [600, 100, 2, 1],
    [100, 625, 3, 3],
  ])('lenses of %s and %s', (orthoKRight, orthoKLeft, three, two) => {
    const reading = orthoK({ orthoKRight, orthoKLeft })
    expect(judged(reading)).toMatchObject({ myopia: true, myopiaDegree: three })
    expect(judged(reading, undefined, JUDGEMENT_PROFILES.B).myopiaDegree).toBe(two)
  })

  test('what is measured in addition is not judged', () => {
    const found = judged({ ...eyes([4.3, 5, -3], [4.9, 0, 0]), ...glasses(5, 5), glasses: 4 })
    expect(found).toEqual({
      ...NO_FINDINGS,
      state: 2,
      missing: [],
      seRight: 3500,
      seLeft: 0,
      orthoK: true,
      myopia: true,
      category: 'orthoK',
    })
  })

  test('counts for poor vision where the plan says so and naked vision is there', () => {
    const profile = { ...A, orthoKPoor: true }
    expect(judged(orthoK(), undefined, profile)).toMatchObject({ poorVision: false, poorDegree: 0 })
    const found = judged(orthoK({ nakedRight: 4.7, nakedLeft: 5 }), undefined, profile)
    expect(found).toMatchObject({ poorVision: true, poorDegree: 2 })
    expect(conclusionText(found, 2)).toBe('近视（角膜塑形镜）、中度视力不良')
  })

  test('is referred by vision now, by the limit of the own age', () => {
    expect(judged(orthoK({ correctedLeft: 4.9 }))).toMatchObject({ referral: false, category: 'orthoK' })
    const weak = { referral: true, category: 'orthoKReferred' }
    expect(judged(orthoK({ correctedLeft: 4.8 }))).toMatchObject(weak)
    const small = (age: number, correctedLeft: number) =>
      judged(orthoK({ correctedLeft }), { stage: 1, age }).referral
    expect([small(4, 4.9), small(4, 4.8), small(5, 5), small(5, 4.9)]).toEqual([false, true, false, true])
  })

  test('needs vision of both eyes where the plan asks for it', () => {
    const lens = { ...EMPTY_READING, glasses: 4 as const }
    const some = { ...lens, correctedRight: 5 }
    expect(judged(lens).state).toBe(0)
    expect(judged(some).missing).toEqual(['戴镜视力（左）'])
    expect(judged(some, undefined, A, { ...ITEMS, corrected: 2 })).toMatchObject({ state: 2, myopia: true })
    expect(judged(some, undefined, A, { ...ITEMS, corrected: 0 })).toMatchObject({ state: 2, myopia: true })
    expect(judged(lens, undefined, A, { ...ITEMS, corrected: 0 })).toMatchObject({ state: 2, myopia: true })
  })
})

describe('words', () => {
  test.each<[string, Reading, Subject, string]>([
    ['normal', eyes([5, 1, 0]), { stage: 2, age: 7 }, '视力正常'],
    ['hyperopia', eyes([5, 1, 0]), { stage: 2, age: 9 }, '远视'],
    ['hyperopia of some degree', eyes([4.8, 4, 0]), { stage: 3, age: 13 }, '中度视力不良、中度远视'],
    ['hyperopia in the band', eyes([5, 0.75, 0]), { stage: 2, age: 9 }, '远视'],
    ['astigmatism', eyes([5, 1.25, -0.5]), { stage: 2, age: 6 }, '散光'],
    ['much astigmatism', eyes([5, 1.5, -2.25]), { stage: 2, age: 6 }, '中度散光、近视前期'],
    ['myopia and astigmatism', eyes([4.5, -1, -0.75]), { stage: 2, age: 10 }, '低度近视、散光'],
    ['poor vision alone', eyes([4.5, 1, 0]), { stage: 2, age: 7 }, '重度视力不良'],
    ['reserve', eyes([4.8, -0.25, 0]), { stage: 1, age: 5 }, '视力低常、远视储备不足'],
    ['low for a referral only', eyes([4.8, 1, 0]), { stage: 1, age: 3 }, '视力偏低'],
    ['amblyogenic', eyes([5, 3.75, 0]), { stage: 1, age: 5 }, '远视、屈光不正'],
  ])('%s', (_, reading, subject, text) => {
    expect(conclusionText(judged(reading, subject), subject.stage)).toBe(text)
  })

  test('without a conclusion', () => {
    const text = (more: Partial<Reading>, reading = eyes([4.9, 0, 0])) =>
      conclusionText(judged({ ...reading, ...more }), 2, { ...reading, ...more })
    expect(text({}, EMPTY_READING)).toBe('未筛查')
    expect(text({ uncooperative: true }, EMPTY_READING)).toBe('未筛查（不配合）')
    expect(text({ nakedRight: null, nakedLeft: null })).toBe('数据不完整：缺裸眼视力（双眼）')
    expect(text({ glasses: null })).toBe('数据不完整：缺戴镜类型')
    expect(text({ unableRight: true })).toBe('数据无效：右眼无法检查')
    expect(text({ unableRight: true, unableLeft: true, uncooperative: true })).toBe(
      '数据无效：双眼无法检查，不配合',
    )
    expect(conclusionText(judged({ ...eyes([5, 0, 0]), uncooperative: true }), 2)).toBe('数据无效')
  })

  test('the type of glasses is needed wherever an eye is examined', () => {
    const none = { ...ITEMS, naked: 2, corrected: 2, refraction: 2 } as const
    for (const item of ['naked', 'corrected', 'refraction'] as const) {
      const found = judged(eyes([5, 1, 0], undefined, { glasses: null }), undefined, A, {
        ...none,
        [item]: 1,
      })
      expect(found.missing).toEqual(['戴镜类型'])
    }
  })

  test('without vision nothing is said about vision', () => {
    const found = judged(eyes([null, 0.5, 0]), undefined, A, { ...ITEMS, naked: 0, refraction: 2 })
    expect([conclusionText(found, 2), adviceText(found), eyeSituations(found)]).toEqual([
      '近视前期',
      null,
      [],
    ])
    const teeth = judged({ ...eyes([null]), decayed: 1 }, undefined, A, {
      ...ITEMS,
      naked: 0,
      refraction: 0,
      caries: 1,
    })
    expect([teeth.state, conclusionText(teeth, 2), adviceText(teeth)]).toEqual([2, '未测视力', null])
  })

  test('eye situations', () => {
    const codes = (reading: Reading, subject?: Subject) => eyeSituations(judged(reading, subject))
    expect(codes(EMPTY_READING)).toEqual([])
    expect(codes(eyes([5]))).toEqual([])
    expect(codes(eyes([5, 0.25, 0]))).toEqual([1])
    expect(codes(eyes([4.8, 0.25, 0]))).toEqual([])
    expect(codes(eyes([4.5, -2, -1]))).toEqual([2, 4])
    expect(codes(eyes([4.5, -2, 0], [5, 2.5, -1]))).toEqual([2, 3, 4])
    expect(codes(orthoK())).toEqual([2])
  })

  test('advice', () => {
    const advice = (reading: Reading, subject?: Subject) => adviceText(judged(reading, subject), reading)
    expect(advice(EMPTY_READING)).toBeNull()
    expect(advice(eyes([5, 1, 0]), { stage: 2, age: 7 })).toBe(ADVICE.normal.text)
    expect(advice(eyes([5, 0.25, 0]))).toBe(ADVICE.risk.text)
    expect(advice(eyes([5, 0.25, -1.5]))).toBe(ADVICE.refractive.text)
    expect(advice(eyes([5, 2, 0]))).toBe(ADVICE.refractive.text)
    expect(advice(eyes([4.8, 0.5, -0.5]))).toBe(ADVICE.poorVision.text)
    expect(advice(eyes([4.8, 3, 0], undefined, glasses(5, 5)))).toBe(ADVICE.fullyCorrected.text)
    expect(advice(eyes([5, 0, 0], [4.9]))).toBe(
      '本次检查未完成（原因：缺球镜（左）、柱镜（左）），请参加补检或自行到医疗机构检查。',
    )
    expect(advice({ ...eyes([5, 0, 0], [5]), uncooperative: true })).toContain('（原因：不配合）')
    expect(adviceText(judged({ ...eyes([5, 0, 0]), uncooperative: true }))).toBe(ADVICE.incomplete.text)
  })

  test('promise nothing', () => {
    const forbidden = /康复|恢复|降低度数|治愈|克星|度数修复/
    for (const { text } of Object.values(ADVICE)) expect(text).not.toMatch(forbidden)
  })
})
