// What is entered is judged by the plan's own rules and stored with its conclusion.
import { beforeAll, describe, expect, test } from 'vitest'
import { JUDGEMENT_PROFILES, type ProfileKey } from '#contract/eyesight/judgement/profile.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { must } from '../../testing/people.ts'
import { changesTo, giveAge, recordOf, type Typed } from '../../testing/readings.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'

const node = useApp()

/** Naked vision, sphere, cylinder. */
type Eye = [naked?: number, sphere?: number, cylinder?: number]
const eyes = (right: Eye, left: Eye, more: Typed = {}): Typed => ({
  glasses: 1,
  nakedRight: right[0] ?? null,
  sphereRight: right[1] ?? null,
  cylinderRight: right[2] ?? null,
  axisRight: right[2] ? 90 : null,
  nakedLeft: left[0] ?? null,
  sphereLeft: left[1] ?? null,
  cylinderLeft: left[2] ?? null,
  axisLeft: left[2] ? 90 : null,
  ...more,
})
const worn = (right: number | null, left: number | null): Typed => ({
  glasses: 2,
  correctedRight: right,
  correctedLeft: left,
})
const given = (fields: Typed): Typed =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

type Stored = Record<string, unknown>
type Vector = {
  age: number
  fields: Typed
  stored: Stored
  /** Where a profile draws the line elsewhere. */
  under?: Partial<Record<ProfileKey, Stored>>
}
const valid = (findings: Stored = {}): Stored => ({ state: 2, myopia: false, myopia_degree: 0, ...findings })

const SCHOOL: Vector[] = [
  {
    age: 8,
    fields: eyes([5, 0.5, -0.25], [5.1, 0.25, 0]),
    stored: valid({ se_right: 375, se_left: 250, poor_vision: false, pre_myopia: true }),
  },
  {
    age: 9,
    fields: eyes([4.9, -0.5, 0], [5, 0, 0]),
    stored: valid({ poor_vision: true, poor_degree: 1, myopia: false }),
    under: { B: { myopia: true, myopia_degree: 1 } },
  },
  {
    age: 9,
    fields: eyes([4.9, -0.5, -0.25], [5, -0.25, 0]),
    stored: valid({ se_right: -625, myopia: true, myopia_degree: 1 }),
  },
  { age: 10, fields: eyes([5, -0.75, 0], [5, -0.75, 0]), stored: valid({ high_risk: true }) },
  { age: 10, fields: eyes([4.8, 0, 0], [5, -1, 0]), stored: valid({ poor_vision: true, poor_degree: 2 }) },
  {
    age: 14,
    fields: eyes([4.2, -3, 0], [4.3, -2.5, 0], worn(5, 5)),
    stored: valid({ myopia: true, myopia_degree: 1, correction: 3 }),
    under: { N: { myopia_degree: 2 } },
  },
  {
    age: 16,
    fields: eyes([4, -6, 0], [4.1, -5, -1], worn(4.9, 5)),
    stored: valid({ myopia: true, myopia_degree: 2, correction: 2 }),
    under: { B: { myopia_degree: 3 } },
  },
  {
    age: 16,
    fields: eyes([4, -6, -0.25], [4.1, -5, 0], worn(5, 5)),
    stored: valid({ se_right: -6125, myopia: true, myopia_degree: 3 }),
  },
  {
    age: 12,
    fields: { glasses: 4, correctedRight: 5, correctedLeft: 5 },
    stored: valid({ myopia: true, myopia_degree: 0, glasses: 4, category: 'orthoK', poor_vision: false }),
  },
  {
    age: 12,
    fields: eyes([4.5, -2, 0], [4.5, -2, 0], worn(5, null)),
    stored: { state: 3, myopia: false, category: 'incomplete' },
  },
  { age: 12, fields: eyes([4.5, -2, 0], [4.6]), stored: { state: 3, myopia: false, category: 'incomplete' } },
  {
    age: 11,
    fields: eyes([4.6, -1, 0], [4.4, -2.75, 0]),
    stored: valid({ myopia: true, myopia_degree: 1, anisometropia: true, poor_degree: 3 }),
  },
]
const KINDERGARTEN: Vector[] = [
  { age: 4, fields: eyes([4.9, 1, 0], [4.9, 1, 0]), stored: valid({ poor_vision: false }) },
  { age: 4, fields: eyes([4.8, 1, 0], [4.9, 1, 0]), stored: valid({ poor_vision: true, poor_degree: 0 }) },
  {
    age: 5,
    fields: eyes([5, -0.25, 0], [5, 0, 0]),
    stored: valid({ reserve_short: true, high_risk: false }),
  },
]

describe.each(Object.keys(JUDGEMENT_PROFILES) as ProfileKey[])('under profile %s', (key) => {
  const answers: { vector: Vector; text: string; row: Stored; shown: Stored }[] = []

  beforeAll(async () => {
    for (const [stage, vectors] of [
      [2, SCHOOL],
      [1, KINDERGARTEN],
    ] as const) {
      const { admin, taskId, records } = await taskAtWork(node.current, {
        plan: { profile: JUDGEMENT_PROFILES[key], stages: [stage] },
        roster: { stages: [stage], classes: 1, studentsPerClass: vectors.length },
      })
      for (const [index, { age }] of vectors.entries()) {
        await giveAge(node.current, records[index]?.studentId ?? 0, age)
      }
      const rows = vectors.map(({ fields }, index) => ({
        recordId: records[index]?.recordId ?? 0,
        changes: changesTo(given(fields)),
      }))
      const saved = await must(admin.call(recordEndpoints.saveRecords, { taskId, rows }))
      for (const [index, vector] of vectors.entries()) {
        const answer = saved[index]
        expect(answer?.saved).toBe(true)
        answers.push({
          vector,
          text: answer?.row.conclusion.text ?? '',
          shown: { ...answer?.row.conclusion, age: answer?.row.age },
          row: await recordOf(node.current, answer?.recordId ?? 0),
        })
      }
    }
  })

  test('every agreed case is stored as it is to be', () => {
    expect(answers).toHaveLength(SCHOOL.length + KINDERGARTEN.length)
    for (const { vector, row } of answers) {
      expect(row).toMatchObject({ age: vector.age, ...vector.stored, ...vector.under?.[key] })
    }
  })

  test('the answer says the same, in dioptres and in words', () => {
    for (const { row, shown } of answers) {
      const dioptres = (value: unknown) => (value === null ? null : Number(value) / 1000)
      expect(shown).toMatchObject({
        age: row.age,
        state: row.state,
        myopia: row.myopia,
        myopiaDegree: row.myopia_degree,
        seRight: dioptres(row.se_right),
        seLeft: dioptres(row.se_left),
        warningLevel: row.warning_level,
        referral: row.referral,
      })
    }
    const said = answers.map(({ text }) => text)
    expect(said[0]).toBe('视力正常、近视前期')
    expect(said[9]).toBe('数据不完整：缺戴镜视力（左）')
    expect(said[8]).toBe('近视（角膜塑形镜）')
    expect(said[6]).toBe(key === 'B' ? '高度近视、散光' : '中度近视、散光')
  })
})
