import { describe, expect, it } from 'vitest'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { findPlace, peopleOf, placeNames, searchGrades, stagesOf } from './roster-place.ts'

const grade = (gradeId: number, prefix: 2 | 3, gradeName: string, classes: string[]): GradeNode => ({
  gradeId,
  gradeNo: gradeId,
  gradeName,
  prefix,
  prefixName: prefix === 2 ? '小学' : '初中',
  classCount: classes.length,
  studentCount: classes.length * 40,
  version: 1,
  classes: classes.map((className, index) => ({
    classId: gradeId * 10 + index,
    className,
    classYear: 2025,
    studentCount: 40,
    maleCount: 20,
    version: 1,
  })),
})
const GRADES = [
  grade(1, 2, '一年级', ['1班', '2班']),
  grade(2, 2, '二年级', []),
  grade(3, 3, '初一', ['1班', '火箭班']),
]

describe('the places of a school', () => {
  it('are stages with their grades', () => {
    expect(
      stagesOf(GRADES).map(({ prefixName, studentCount, grades }) => [
        prefixName,
        studentCount,
        grades.length,
      ]),
    ).toEqual([
      ['小学', 80, 2],
      ['初中', 80, 1],
    ])
    expect(peopleOf(GRADES)).toBe(160)
  })

  it('are found by what the address says', () => {
    expect(placeNames(findPlace(GRADES, { classId: 31 }) ?? {})).toEqual(['初一', '火箭班'])
    expect(placeNames(findPlace(GRADES, { gradeId: 2 }) ?? {})).toEqual(['二年级'])
    expect(placeNames(findPlace(GRADES, { prefix: 3 }) ?? {})).toEqual(['初中'])
    expect(findPlace(GRADES, {})).toEqual({})
  })

  it('that are gone are not found', () => {
    expect(findPlace(GRADES, { classId: 99 })).toBeUndefined()
    expect(findPlace(GRADES, { gradeId: 99 })).toBeUndefined()
    expect(findPlace(GRADES, { prefix: 4 })).toBeUndefined()
  })
})

describe('searching', () => {
  const found = (text: string) =>
    searchGrades(GRADES, text).map(({ gradeName, classes }) => [gradeName, classes.length])

  it('keeps all classes of a grade that is named', () => {
    expect(found('一年级')).toEqual([['一年级', 2]])
    expect(found('小学')).toEqual([
      ['一年级', 2],
      ['二年级', 0],
    ])
  })
  it('finds classes, with or without their grade, blanks and wide figures aside', () => {
    expect(found('火箭')).toEqual([['初一', 1]])
    expect(found('一年级 １班')).toEqual([['一年级', 1]])
    expect(found('1班')).toEqual([
      ['一年级', 1],
      ['初一', 1],
    ])
  })
  it('finds nothing or everything', () => {
    expect(found('高三')).toEqual([])
    expect(found(' ')).toHaveLength(3)
  })
})
