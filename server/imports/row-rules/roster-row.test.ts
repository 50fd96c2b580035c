// Every code of spec §5 that a row alone can cause, for all three types of students.
import { describe, expect, test } from 'vitest'
import { IMPORT_ROW_CODES } from '#contract/core/import-codes.ts'
import type { CellValue } from './cell-values.ts'
import { columnsOf } from './columns.ts'
import { checkRosterRow, plainName } from './roster-row.ts'
import { issueAdvice, issueMessage, LOST_DIGITS, LOST_DIGITS_ADVICE } from './row-check.ts'
import { placeFinder, type SchoolPlaces } from './school-place.ts'

type Cells = Record<string, CellValue>
type Type = 1 | 2 | 3
const school: SchoolPlaces = {
  orgId: 1,
  orgName: '某某小学',
  system: 63,
  classes: [
    { classId: 11, className: '1班', classYear: 2026, gradeId: 1, gradeNo: 1, prefix: 2 },
    { classId: 12, className: '2班', classYear: 2026, gradeId: 1, gradeNo: 1, prefix: 2 },
  ],
}
const rules = (studentType: Type, more = {}) => ({
  studentType,
  stage: 2 as const,
  classYear: null,
  classId: null,
  school,
  finder: placeFinder(school),
  today: '2026-11-15',
  ...more,
})
const BOY = '330106201605120015'
const GOOD: Record<Type, Cells> = {
  1: { idCard: BOY },
  2: { passport: 'E1234567' },
  3: {},
}
const base: Cells = {
  school: '某某小学',
  stage: '小学',
  classYear: '2026',
  class: '1班',
  name: '张小明',
  sex: '男',
  birthDate: '2016-05-12',
}
const check = (type: Type, cells: Cells, more = {}) =>
  checkRosterRow(new Map(Object.entries({ ...base, ...GOOD[type], ...cells })), rules(type, more))
const codes = (type: Type, cells: Cells, more = {}) => check(type, cells, more).issues.map(({ code }) => code)

test.each([1, 2, 3] as const)('a row of type %i that is right', (type) => {
  const { issues, draft } = check(type, {})
  expect(issues).toEqual([])
  expect(draft).toEqual({
    classId: 11,
    name: '张小明',
    sex: 1,
    birthDate: '2016-05-12',
    idCard: type === 1 ? BOY : null,
    passportNo: type === 2 ? 'E1234567' : null,
    studentNo: null,
    nation: null,
    nativePlace: null,
    parentName: null,
    parentPhone: null,
    status: null,
  })
})

const long = '一二三四五六七八九十一二三四五六'
const TABLE: [code: number, Cells, key: string, types: Type[]][] = [
  [10, { school: '' }, 'school', [1, 2, 3]],
  [20, { school: '另外小学' }, 'school', [1, 2, 3]],
  [30, { stage: null }, 'stage', [1, 2, 3]],
  [40, { stage: '初中' }, 'stage', [1, 2, 3]],
  [40, { stage: '火星' }, 'stage', [1, 2, 3]],
  [50, { passport: '' }, 'passport', [2]],
  [60, { classYear: '　' }, 'classYear', [1, 2, 3]],
  [70, { classYear: '1999' }, 'classYear', [1, 2, 3]],
  [70, { classYear: '2026届' }, 'classYear', [1, 2, 3]],
  [80, { class: null }, 'class', [1, 2, 3]],
  [90, { class: '9班' }, 'class', [1, 2, 3]],
  [100, { name: ' ' }, 'name', [1, 2, 3]],
  [110, { sex: null }, 'sex', [1, 2, 3]],
  [120, { studentNo: '学号1' }, 'studentNo', [1, 2, 3]],
  [120, { studentNo: 'G12345678901' }, 'studentNo', [1, 2, 3]],
  [120, { studentNo: Number('330106201605120015') }, 'studentNo', [1, 2, 3]],
  [130, { birthDate: null }, 'birthDate', [1, 2, 3]],
  [140, { birthDate: '2016-02-30' }, 'birthDate', [1, 2, 3]],
  [140, { birthDate: '2016-05-13' }, 'birthDate', [1]],
  [140, { birthDate: '1950-01-01' }, 'birthDate', [2, 3]],
  [140, { birthDate: '2030-01-01' }, 'birthDate', [2, 3]],
  [150, { idCard: '' }, 'idCard', [1]],
  [160, { idCard: '330106201605120019' }, 'idCard', [1]],
  [160, { idCard: '12345' }, 'idCard', [1]],
  [160, { idCard: Number('330106201605120015') }, 'idCard', [1]],
  [160, { idCard: { error: '#N/A' } }, 'idCard', [1]],
  [180, { sex: '不详' }, 'sex', [1, 2, 3]],
  [180, { sex: '女' }, 'sex', [1]],
  [210, { parentPhone: '12345678901' }, 'parentPhone', [1, 2, 3]],
  [210, { parentPhone: '1391234567' }, 'parentPhone', [1, 2, 3]],
  [220, { name: long }, 'name', [1, 2, 3]],
  [230, { parentName: long }, 'parentName', [1, 2, 3]],
  [240, { nativePlace: '一二三四五六七八九十一' }, 'nativePlace', [1, 2, 3]],
  [250, { nation: '一二三四五六' }, 'nation', [1, 2, 3]],
  [260, { name: '张' }, 'name', [1, 2, 3]],
  [260, { name: '张3' }, 'name', [1, 2, 3]],
  [270, { parentName: '李' }, 'parentName', [1, 2, 3]],
  [9999, { nation: '火星族' }, 'nation', [1, 2, 3]],
  [9999, { status: '在家' }, 'status', [1, 2, 3]],
  [9999, { passport: '！' }, 'passport', [2]],
  [9999, { passport: Number('8100001990010112') }, 'passport', [2]],
]

describe.each(TABLE)('code %i', (code, cells, key, types) => {
  test.each(types)(`for ${JSON.stringify(cells)} of type %i, with what to do about it`, (type) => {
    const { issues, draft } = check(type, cells)
    expect(issues.map((issue) => [issue.code, issue.key])).toEqual([[code, key]])
    expect(draft).toBeNull()
    for (const issue of issues) {
      expect(issueMessage(issue)).toMatch(/\p{Script=Han}/u)
      expect(issueAdvice(issue)).toMatch(/\p{Script=Han}/u)
    }
  })
})

test('every code of the spec has advice; those that need the database are tried over HTTP', () => {
  const needsDatabase = [170, 190, 200]
  const tried = new Set(TABLE.map(([code]) => code))
  const left = Object.keys(IMPORT_ROW_CODES)
    .map(Number)
    .filter((code) => !tried.has(code))
  expect(left).toEqual(needsDatabase)
  for (const code of Object.keys(IMPORT_ROW_CODES).map(Number))
    expect(issueAdvice({ code, key: null }), String(code)).not.toBe('请更正后重新导入')
})

test('all faults of a row are reported at once, each once', () => {
  expect(
    codes(1, {
      school: '',
      stage: '',
      classYear: '',
      class: '',
      name: '',
      sex: '',
      birthDate: '',
      idCard: '',
    }),
  ).toEqual([10, 30, 60, 80, 100, 110, 130, 150])
  expect(codes(1, { sex: '女', birthDate: '2016-05-13', parentPhone: 'x', nation: '一二三四五六' })).toEqual([
    180, 140, 250, 210,
  ])
  expect(checkRosterRow(new Map(), rules(2)).issues.map(({ code }) => code)).toEqual([
    10, 30, 60, 80, 100, 110, 130, 50,
  ])
})

describe('an id number', () => {
  test('that Excel kept as a number is refused with the reason, whatever its digits', () => {
    const { issues } = check(1, { idCard: Number(BOY) })
    expect(issues).toEqual([{ code: 160, key: 'idCard', message: LOST_DIGITS, advice: LOST_DIGITS_ADVICE }])
  })

  test.each([
    `'${BOY}`,
    ` ${BOY} `,
    '330106 20160512 0015',
    '３３０１０６２０１６０５１２００１５',
    `\u200b${BOY}`,
  ])('is read from %j', (idCard) => expect(check(1, { idCard }).draft?.idCard).toBe(BOY))

  test('with a small x is the same number', () => {
    const card = '33010620160512039X'
    expect(check(1, { idCard: card.toLowerCase() })).toMatchObject({ issues: [], draft: { idCard: card } })
  })

  test('of residents of Hong Kong, Macau and Taiwan belongs to the other type', () => {
    const permit = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'X']
      .map((last) => `81000020160512001${last}`)
      .find((number) => check(2, { passport: number }).draft !== null)
    expect(permit).toBeDefined()
    expect(check(1, { idCard: permit ?? '' }).issues).toMatchObject([
      { code: 160, message: expect.stringContaining('非大陆') },
    ])
    expect(codes(2, { passport: permit ?? '', sex: '女' })).toEqual([180])
  })
})

describe('values as people write them', () => {
  test.each<[Cells, object]>([
    [{ name: '张 小 明' }, { name: '张小明' }],
    [{ name: '阿依古丽.买买提' }, { name: '阿依古丽·买买提' }],
    [{ name: '阿依古丽 • 买买提' }, { name: '阿依古丽·买买提' }],
    [{ parentPhone: '+86 139-1234-5678' }, { parentPhone: '13912345678' }],
    [{ parentPhone: 13912345678 }, { parentPhone: '13912345678' }],
    [{ nation: '汉' }, { nation: '01' }],
    [{ nation: '1' }, { nation: '01' }],
    [{ nation: '柯尔克孜族' }, { nation: expect.any(String) }],
    [{ status: '本校' }, { status: 10 }],
    [{ status: '20' }, { status: 20 }],
    [{ classYear: 2026, class: 2 }, { classId: 12 }],
    [{ classYear: '一年级', class: '（2）班' }, { classId: 12 }],
    [{ birthDate: { date: '2016-05-12' } }, { birthDate: '2016-05-12' }],
    [{ studentNo: `g${BOY}` }, { studentNo: `G${BOY}` }],
    [{ studentNo: 20260101 }, { studentNo: '20260101' }],
    [{ school: ' 某某 小学 ' }, { classId: 11 }],
  ])('%j', (cells, expected) => {
    expect(check(1, cells)).toMatchObject({ issues: [], draft: expected })
  })

  test('names keep their letters', () => {
    expect(plainName('John Smith')).toBe('John Smith')
    expect(plainName('欧阳 娜娜')).toBe('欧阳娜娜')
  })
})

test('where the form names a year or a class, nobody else is in the file', () => {
  expect(codes(1, {}, { classYear: 2025 })).toEqual([70])
  expect(codes(1, {}, { classYear: 2026 })).toEqual([])
  expect(codes(1, {}, { classId: 12 })).toEqual([90])
  expect(codes(1, { class: '2班' }, { classId: 12 })).toEqual([])
})

test('a template has a column for every key that is checked', () => {
  for (const type of [1, 2, 3] as const) {
    const keys = columnsOf(0, type).map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining([...Object.keys(base), ...Object.keys(GOOD[type])]))
  }
})
