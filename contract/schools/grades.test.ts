import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SchoolStage, SchoolSystem } from '../core/codes.ts'
import {
  advanceYearOf,
  classNoOf,
  entryYearOf,
  gradeName,
  gradesOf,
  isFinalGrade,
  normalClassName,
  parseGradeNo,
  schoolYearOf,
  unusedClassNames,
  yearsOf,
} from './grades.ts'

const { fiveFour, sixThree } = SchoolSystem.code

describe('grades', () => {
  it('last as long as the spec says', () => {
    expect(SchoolStage.codes.map((stage) => yearsOf(stage))).toEqual([3, 6, 3, 3, 3, 3, 4])
  })

  it.each([
    [1, ['托班', '小班', '中班', '大班']],
    [2, ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级']],
    [3, ['初一', '初二', '初三']],
    [4, ['高一', '高二', '高三']],
    [5, ['职高一', '职高二', '职高三']],
    [6, ['大一', '大二', '大三']],
    [7, ['大一', '大二', '大三', '大四']],
  ])('of stage %i have their usual names', (stage, names) => {
    expect(gradesOf(stage).map(({ gradeName }) => gradeName)).toEqual(names)
  })

  it('of the five-four system have five years and four', () => {
    expect(gradesOf(2, fiveFour).map(({ gradeName }) => gradeName)).toEqual([
      '一年级',
      '二年级',
      '三年级',
      '四年级',
      '五年级',
    ])
    expect(gradesOf(3, fiveFour).map(({ gradeName }) => gradeName)).toEqual(['预初', '初一', '初二', '初三'])
    expect(isFinalGrade(2, 5, fiveFour)).toBe(true)
    expect(isFinalGrade(2, 5, sixThree)).toBe(false)
    expect(isFinalGrade(3, 4, fiveFour)).toBe(true)
  })

  it.each([
    ['初一', 3, 1],
    ['七年级', 3, 1],
    ['7年级', 3, 1],
    ['９年级', 3, 3],
    ['一年级', 2, 1],
    ['1年级', 2, 1],
    [' 六 年级', 2, 6],
    ['小学三年级', 2, 3],
    ['高中二年级', 4, 2],
    ['高2', 4, 2],
    ['职高三', 5, 3],
    ['大班', 1, 3],
    ['托班', 1, 0],
  ])('%s is understood', (text, stage, gradeNo) => {
    expect(parseGradeNo(text, stage)).toBe(gradeNo)
  })

  it.each([
    ['七年级', 2],
    ['一年级', 3],
    ['四年级一', 2],
    ['', 2],
    ['初四', 3],
  ])('%s is no grade of stage %i', (text, stage) => {
    expect(parseGradeNo(text, stage)).toBeUndefined()
  })

  it('of the five-four system are understood too', () => {
    expect(parseGradeNo('六年级', 3, fiveFour)).toBe(1)
    expect(parseGradeNo('初四', 3, fiveFour)).toBe(4)
    expect(parseGradeNo('九年级', 3, fiveFour)).toBe(4)
    expect(parseGradeNo('六年级', 2, fiveFour)).toBeUndefined()
  })

  it('are found again by their own name, whatever the stage', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SchoolStage.codes),
        fc.constantFrom(...SchoolSystem.codes),
        (stage, system) => {
          for (const { gradeNo } of gradesOf(stage, system))
            expect(parseGradeNo(gradeName(stage, gradeNo, system), stage, system)).toBe(gradeNo)
        },
      ),
    )
  })
})

describe('class names', () => {
  it.each([
    ['1班', '1班'],
    ['(1)班', '1班'],
    ['（１２）班', '12班'],
    ['一班', '1班'],
    ['十班', '10班'],
    ['十二班', '12班'],
    ['二十三班', '23班'],
    [' 3 班', '3班'],
    ['3', '3班'],
    ['火箭班', '火箭班'],
    ['零班', '零班'],
    ['0班', '0班'],
  ])('%s becomes %s', (text, name) => {
    expect(normalClassName(text)).toBe(name)
  })

  it('are normal once and for all', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const once = normalClassName(text)
        expect(normalClassName(once)).toBe(once)
      }),
    )
  })

  it('are offered in order without those in use', () => {
    expect(unusedClassNames(['1班', '3班']).slice(0, 3)).toEqual(['2班', '4班', '5班'])
    expect(classNoOf('10班')).toBeGreaterThan(classNoOf('2班'))
    expect(classNoOf('火箭班')).toBe(999)
  })
})

describe('school years', () => {
  it('start on 1 September', () => {
    expect(schoolYearOf('2026-08-31')).toBe(2025)
    expect(schoolYearOf('2026-09-01')).toBe(2026)
    expect(schoolYearOf('2027-02-28')).toBe(2026)
  })
  it('are promoted into once, however late', () => {
    expect(advanceYearOf('2026-06-30')).toBe(2025)
    expect(advanceYearOf('2026-07-01')).toBe(2026)
    expect(advanceYearOf('2026-09-01')).toBe(2026)
    expect(advanceYearOf('2027-03-01')).toBe(2026)
  })
  it('give the year of entry', () => {
    expect(entryYearOf(2025, 1)).toBe(2025)
    expect(entryYearOf(2025, 6)).toBe(2020)
    expect(entryYearOf(2025, 0)).toBe(2025)
  })
})
