// Whatever stands in the cells: a check answers, and what it lets pass it would let pass again unchanged.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SchoolStage, Sex, StudentStatus } from '#contract/core/codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { type CellValue, cellText, parseDay } from './cell-values.ts'
import { columnsOf } from './columns.ts'
import { checkDivisionRow } from './division-row.ts'
import { findLayout } from './layout.ts'
import { checkCariesRow, checkScreeningRow } from './reading-row.ts'
import { checkRosterRow, type RosterDraft } from './roster-row.ts'
import { issueAdvice, issueMessage } from './row-check.ts'
import { placeFinder, type SchoolPlaces } from './school-place.ts'

const school: SchoolPlaces = {
  orgId: 1,
  orgName: '某某小学',
  system: 63,
  classes: [1, 2].map((no) => ({
    classId: 10 + no,
    className: `${no}班`,
    classYear: 2026,
    gradeId: 1,
    gradeNo: 1,
    prefix: 2,
  })),
}
const finder = placeFinder(school)
const today = '2026-11-15'

const anyCell: fc.Arbitrary<CellValue> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-12-31') })
    .map((date) => ({ date: date.toISOString().slice(0, 10) })),
  fc.constantFrom('#N/A', '#REF!').map((error) => ({ error })),
)
/** Cells that are mostly nearly right, so that rows get past the first fault. */
const nearly = (...values: CellValue[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anyCell })
const rosterCells = fc.record({
  school: nearly('某某小学', ' 某某 小学'),
  stage: nearly('小学', '小学教育'),
  classYear: nearly('2026', 2026, '一年级', '2026级'),
  class: nearly('1班', '（2）班', '一班', 2, '101班'),
  name: nearly('张小明', '张 小明', '阿依.买买提'),
  sex: nearly('男', '男生', '1'),
  birthDate: nearly('2016-05-12', '2016/5/12', { date: '2016-05-12' }, 42502, '2016年5月12日'),
  idCard: nearly('330106201605120015', "'330106201605120015"),
  passport: nearly('E1234567', 'h 12345678'),
  studentNo: nearly('', null, 'G330106201605120015', '0012', 12),
  nation: nearly('', '汉族', '汉', '01', '柯尔克孜'),
  nativePlace: nearly('', '浙江杭州'),
  parentName: nearly('', '张伟'),
  parentPhone: nearly('', '139 1234 5678', 13912345678, '+8613912345678'),
  status: nearly('', '本校', '20', null),
})

/** A draft as the template would write it. */
const written = (draft: RosterDraft): Record<string, CellValue> => ({
  school: school.orgName,
  stage: SchoolStage.label(2),
  classYear: '2026',
  class: school.classes.find(({ classId }) => classId === draft.classId)?.className ?? '',
  name: draft.name,
  sex: Sex.label(draft.sex),
  birthDate: draft.birthDate,
  idCard: draft.idCard,
  passport: draft.passportNo,
  studentNo: draft.studentNo,
  nation: draft.nation && EthnicGroup.label(draft.nation),
  nativePlace: draft.nativePlace,
  parentName: draft.parentName,
  parentPhone: draft.parentPhone,
  status: draft.status && StudentStatus.label(draft.status),
})

describe.each([1, 2, 3] as const)('a roster row of type %i', (studentType) => {
  const rules = { studentType, stage: 2 as const, classYear: null, classId: null, school, finder, today }
  const check = (cells: Record<string, CellValue>) => checkRosterRow(new Map(Object.entries(cells)), rules)

  test('has either a draft or faults, each with words', () => {
    fc.assert(
      fc.property(rosterCells, (cells) => {
        const { issues, draft } = check(cells)
        expect(draft === null).toBe(issues.length > 0)
        for (const issue of issues) {
          expect(issueMessage(issue)).not.toBe('')
          expect(issueAdvice(issue)).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('that passes, written out again, passes and says the same', () => {
    let passed = 0
    fc.assert(
      fc.property(rosterCells, (cells) => {
        const { draft } = check(cells)
        if (!draft) return
        passed += 1
        expect(check(written(draft))).toEqual({ issues: [], draft })
      }),
      { numRuns: 500 },
    )
    expect(passed).toBeGreaterThan(20)
  })
})

test('no row of any kind makes a check throw', () => {
  const kinds = [1, 2, 3] as const
  for (const kind of kinds) {
    const keys = columnsOf(kind).map(({ key }) => key)
    const check = { 1: checkDivisionRow, 2: checkCariesRow, 3: checkScreeningRow }[kind]
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), anyCell), (cells) => {
        const { issues, draft } = check(new Map(Object.entries(cells)), {
          school,
          finder,
          startsOn: '2020-01-01',
          today,
        })
        expect(draft === null).toBe(issues.length > 0)
      }),
    )
  }
})

test('days and texts of any cell', () => {
  fc.assert(
    fc.property(anyCell, (cell) => {
      expect(cellText(cell)).toBe(cellText(cellText(cell)))
      const day = parseDay(cell)
      if (day !== undefined) expect(parseDay(day)).toBe(day)
    }),
    { numRuns: 1_000 },
  )
})

test('any first rows have a header or none', () => {
  const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('姓名', '性别', '班级', '身份证号', '')), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 12 }), (rows) => {
      const layout = findLayout(
        rows.map((each, index) => ({ row: index + 1, texts: each })),
        columnsOf(0, 1),
      )
      if (!layout) return
      const keys = layout.columns.flatMap(({ key }) => key ?? [])
      expect(new Set(keys).size).toBe(keys.length)
      expect(layout.headerRow).toBeLessThanOrEqual(rows.length)
    }),
  )
})
