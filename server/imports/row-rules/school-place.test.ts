import { describe, expect, test } from 'vitest'
import { parseEntryYear, parseStage, placeFinder, type SchoolClass, sameName } from './school-place.ts'

const of = (
  classId: number,
  prefix: 2 | 3,
  gradeNo: number,
  classYear: number,
  className: string,
): SchoolClass => ({
  classId,
  className,
  classYear,
  gradeId: prefix * 10 + gradeNo,
  gradeNo,
  prefix,
})
const CLASSES = [
  of(1, 2, 1, 2026, '1班'),
  of(2, 2, 1, 2026, '2班'),
  of(3, 2, 1, 2026, '12班'),
  of(4, 2, 3, 2024, '1班'),
  of(5, 2, 3, 2024, '实验班'),
  of(6, 2, 3, 2024, '302班'),
  of(7, 3, 1, 2026, '1班'),
  of(8, 2, 2, 2025, '10班'),
  of(9, 2, 2, 2025, '1班'),
]
const finder = placeFinder({ orgId: 1, orgName: '某校', system: 63, classes: CLASSES })
const find = (stage: number, year: string, name: string) => {
  const where = finder.yearOrGrade(stage, year)
  return where && finder.classIn(stage, where, name)?.classId
}

test.each([
  ['2024', 2024],
  ['2024级', 2024],
  ['2024年', 2024],
  ['2024学年', 2024],
  ['2024年级', 2024],
  ['２０２４', 2024],
  ['2024-2025学年', 2024],
  ['2024－25', 2024],
  ['2024届', undefined],
  ['24级', undefined],
  ['一年级', undefined],
  ['20245', undefined],
])('entry year %s', (text, year) => expect(parseEntryYear(text.normalize('NFKC'))).toBe(year))

describe('a class', () => {
  test.each<[number, string, string, number | undefined]>([
    [2, '2026', '1班', 1],
    [2, '2026', '（1）班', 1],
    [2, '2026', '(１)班', 1],
    [2, '2026', '一班', 1],
    [2, '2026', '1', 1],
    [2, '2026', ' 1 班 ', 1],
    [2, '2026级', '十二班', 3],
    [2, '2026', '101班', 1],
    [2, '2026', '112', 3],
    [2, '2026', '2602班', 2],
    [2, '一年级', '101班', 1],
    [2, '1年级', '2班', 2],
    [2, '小学一年级', '二班', 2],
    [2, '一年级', '一年级1班', 1],
    [2, '2026', '一年级(2)班', 2],
    [2, '2026', '一(1)班', 1],
    [2, '2026', '2026级2班', 2],
    [2, '一年级', '二年级1班', undefined],
    [2, '2026', '201班', undefined],
    [2, '2024', '301班', 4],
    // A class that is named so is meant, not the second one.
    [2, '2024', '302班', 6],
    [2, '三年级', '实验班', 5],
    // Class twenty, which there is not, is not class ten of the second grade.
    [2, '2025', '二十班', undefined],
    [2, '2025', '十班', 8],
    [3, '七年级', '1班', 7],
    [3, '初一', '初一(1)班', 7],
    [3, '2026', '701班', undefined],
    [2, '六年级', '1班', undefined],
    [2, '1999', '1班', undefined],
    [2, '七年级', '1班', undefined],
    [2, '', '1班', undefined],
  ])('of stage %i in %s called %s', (stage, year, name, classId) =>
    expect(find(stage, year, name)).toBe(classId),
  )

  test('of a division: the grade tells the stage', () => {
    expect(finder.grade('三年级')).toEqual({ stage: 2, gradeNo: 3 })
    expect(finder.grade('初一')).toEqual({ stage: 3, gradeNo: 1 })
    expect(finder.grade('高一')).toBeUndefined()
    expect(finder.grade('')).toBeUndefined()
  })
})

test('stages and names of schools', () => {
  expect(['小学', '初中', '高中', '普通高中', '幼儿园', '大学', '火星'].map(parseStage)).toEqual([
    2,
    3,
    4,
    4,
    1,
    7,
    undefined,
  ])
  expect(sameName('某某（东校区） 小学', '某某(东校区)小学')).toBe(true)
  expect(sameName('某某小学', '某某中学')).toBe(false)
})

test('what was found once is found again, and means another class in another grade or stage', () => {
  for (let round = 0; round < 2; round++) {
    expect(find(2, '2026', '1班')).toBe(1)
    expect(find(2, '三年级', '1班')).toBe(4)
    expect(find(3, '2026', '1班')).toBe(7)
    expect(find(2, '2026', '9班')).toBeUndefined()
  }
})

test('however many names a file makes up, those of the school are found', () => {
  for (let nth = 0; nth < 5_000; nth++) expect(find(2, '2026', `无此班${nth}`)).toBeUndefined()
  expect(find(2, '2026', '12班')).toBe(3)
})
