import { describe, expect, it } from 'vitest'
import type { AdvancePreview } from '#contract/students/schemas.ts'
import { goingOnOf, planOf } from './advance-plan.ts'

type Row = AdvancePreview['classes'][number]
const row = (prefix: Row['prefix'], fromGrade: string, toGrade: string | null, studentCount = 40): Row => ({
  classId: 1,
  className: '1班',
  prefix,
  fromGrade,
  toGrade,
  studentCount,
})
const CLASSES = [
  row(2, '五年级', '六年级', 41),
  row(2, '六年级', null, 42),
  row(3, '初二', '初三', 43),
  row(3, '初三', null, 44),
]

describe('stages that go on in the same school', () => {
  it('say from which grade to which', () => {
    expect(goingOnOf({ continuable: [2], classes: CLASSES })).toEqual([
      { stage: 2, from: '六年级', to: '初一' },
    ])
    expect(goingOnOf({ continuable: [3], classes: CLASSES })).toEqual([
      { stage: 3, from: '初三', to: '高一' },
    ])
    expect(goingOnOf({ continuable: [1], classes: [row(1, '大班', null)] })).toEqual([
      { stage: 1, from: '大班', to: '一年级' },
    ])
  })
  it('know the five-four system', () => {
    expect(goingOnOf({ continuable: [2], classes: [row(2, '五年级', null)] })).toEqual([
      { stage: 2, from: '五年级', to: '预初' },
    ])
  })
  it('are left out where nobody is in the last grade', () => {
    expect(goingOnOf({ continuable: [1], classes: CLASSES })).toEqual([])
  })
})

describe('the plan', () => {
  it('graduates every last grade', () => {
    expect(planOf(CLASSES, [])).toMatchObject({ promoted: 84, graduating: 86 })
  })
  it('keeps those who go on', () => {
    const plan = planOf(CLASSES, goingOnOf({ continuable: [2], classes: CLASSES }))
    expect(plan).toMatchObject({ promoted: 126, graduating: 44 })
    expect(plan.grades.map(({ from, to, people }) => [from, to, people])).toEqual([
      ['五年级', '六年级', 41],
      ['六年级', '初一', 42],
      ['初二', '初三', 43],
      ['初三', null, 44],
    ])
  })
  it('puts the classes of a grade together', () => {
    const plan = planOf([row(2, '一年级', '二年级', 30), row(2, '一年级', '二年级', 31)], [])
    expect(plan).toMatchObject({ classCount: 2, grades: [{ people: 61, classes: [{}, {}] }] })
  })
})
