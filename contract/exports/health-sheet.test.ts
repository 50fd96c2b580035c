// The sheet of the health commission: every code, every limit, the turned cylinder, and what stays empty.
import { describe, expect, test } from 'vitest'
import { EMPTY_READING } from '../eyesight/reading.ts'
import type { RecordFields } from '../eyesight/record-schemas.ts'
import { gradesOf } from '../schools/grades.ts'
import { gradeCode, monitoringId, transposed } from './health-codes.ts'
import { healthGaps } from './health-gaps.ts'
import { HealthForm, healthColumns, healthFields, stagesOfForm } from './health-sheet.ts'
import type { ScreeningRow } from './screening-row.ts'

const { school, kindergarten } = HealthForm.code
const SETTINGS = { lowVision: 0 }
const FIELDS: RecordFields = {
  ...EMPTY_READING,
  glasses: 2,
  nakedRight: 47,
  nakedLeft: 50,
  correctedRight: 50,
  correctedLeft: 51,
  sphereRight: -150,
  sphereLeft: 25,
  cylinderRight: -25,
  cylinderLeft: 0,
  axisRight: 180,
  absence: null,
  remark: '配合',
  checkedOn: '2026-10-08',
}
const ROW: ScreeningRow = {
  provinceId: '330000',
  cityId: '330100',
  regionId: '330106',
  areaName: '浙江省-杭州市-西湖区',
  schoolName: '某小学',
  schoolSystem: 63,
  areaGrade: 2,
  cityProperty: 1,
  monitoringCode: '07',
  monitoringNo: 103,
  stage: 2,
  gradeNo: 3,
  className: '1班',
  classNo: 1,
  studentName: '测一',
  sex: 2,
  birthDate: '2017-03-04',
  age: 9,
  nation: '01',
  studentNo: null,
  idCard: null,
  passport: null,
  fields: FIELDS,
  judgement: { state: 2, seRight: -1625, seLeft: 250, missing: [] } as unknown as ScreeningRow['judgement'],
  blind: false,
}
const row = (more: Partial<ScreeningRow> = {}, fields: Partial<RecordFields> = {}): ScreeningRow => ({
  ...ROW,
  ...more,
  fields: { ...FIELDS, ...fields },
})
const valuesOf = (given: ScreeningRow, answers: 'words' | 'codes', form: number = school) =>
  Object.fromEntries(healthColumns(form, answers).map(({ key, cell }) => [key, cell(given, SETTINGS)]))
const codes = (more: Partial<ScreeningRow> = {}, fields: Partial<RecordFields> = {}) =>
  valuesOf(row(more, fields), 'codes')
const words = (more: Partial<ScreeningRow> = {}, fields: Partial<RecordFields> = {}) =>
  valuesOf(row(more, fields), 'words')

const SCHOOL_ORDER =
  'ID1 province city district county point school grade num ID2 gender nation nationother birth examine ' +
  'q31 q32 q33 q34 q35 q36 q37 q38 glasstype OKR OKL visionR glassR visionL glassL ' +
  'spherR cylinR axisR SER spherRT cylinRT axisRT spherL cylinL axisL SEL spherLT cylinLT axisLT NOTE name date'

describe('the fields', () => {
  test('stand in the order of the sheet; the kindergarten has no history of illness', () => {
    expect(healthFields(school).map(({ name }) => name)).toEqual(SCHOOL_ORDER.split(' '))
    expect(healthFields(kindergarten).map(({ name }) => name)).toEqual(
      SCHOOL_ORDER.split(' ').filter((name) => !/^q3\d$/.test(name)),
    )
    expect(healthColumns(school, 'codes').map(({ title }) => title)).toEqual(SCHOOL_ORDER.split(' '))
    expect(healthColumns(school, 'words')[0]?.title).toBe('监测编号')
  })

  test('every stage belongs to one of the forms', () => {
    expect(stagesOfForm(school)).toEqual([2, 3, 4, 5, 6, 7])
    expect(stagesOfForm(kindergarten)).toEqual([1])
  })

  test('of a record are these codes', () => {
    expect(codes()).toEqual({
      ID1: '3301206207030103',
      province: '33',
      city: '01',
      district: 2,
      county: '06',
      point: 2,
      school: '07',
      grade: '03',
      num: '0103',
      ID2: '3301206207030103',
      gender: 2,
      nation: 1,
      nationother: null,
      birth: '2017-03-04',
      examine: '2026-10-08',
      ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`q3${n}`, null])),
      glasstype: 1,
      OKR: null,
      OKL: null,
      visionR: 4.7,
      glassR: 5,
      visionL: 5,
      glassL: 5.1,
      spherR: -1.5,
      cylinR: -0.25,
      axisR: 180,
      SER: -1.625,
      spherRT: 999,
      cylinRT: 999,
      axisRT: 999,
      spherL: 0.25,
      cylinL: 0,
      axisL: null,
      SEL: 0.25,
      spherLT: 999,
      cylinLT: 999,
      axisLT: 999,
      NOTE: '配合',
      name: '测一',
      date: '2026-10-08',
    })
  })

  test('in words say the same', () => {
    expect(words()).toMatchObject({
      district: '中片',
      point: '郊县',
      grade: '三年级',
      gender: '女',
      nation: '汉族',
      glasstype: '框架眼镜',
      visionR: 4.7,
      spherRT: '无需转换',
      axisLT: '无需转换',
    })
    const unmeasured = { sphereRight: null, cylinderRight: null, axisRight: null }
    expect(codes({}, unmeasured)).toMatchObject({ spherR: null, spherRT: 999, cylinRT: 999, axisRT: 999 })
    expect(valuesOf(row({}, unmeasured), 'words')).toMatchObject({
      spherRT: null,
      cylinRT: null,
      axisRT: null,
    })
  })
})

describe('the number of 16 digits', () => {
  const PARTS = {
    province: '33',
    city: '01',
    district: '2',
    county: '06',
    point: '1',
    school: '05',
    grade: '03',
    num: '0012',
  }
  test('is whole or not there', () => {
    expect(monitoringId(PARTS)).toBe('3301206105030012')
    expect(monitoringId(PARTS)).toHaveLength(16)
    for (const part of Object.keys(PARTS)) expect(monitoringId({ ...PARTS, [part]: null })).toBeNull()
  })

  test.each([
    [{ areaGrade: null }, 'district', null],
    [{ areaGrade: 1 as const }, 'district', 1],
    [{ cityProperty: null }, 'point', null],
    [{ cityProperty: 0 as const }, 'point', 1],
    [{ regionId: null }, 'county', null],
    [{ cityId: null }, 'city', null],
    [{ monitoringCode: null }, 'ID1', null],
    [{ monitoringNo: null }, 'ID2', null],
    [{ monitoringNo: 9901 }, 'num', '9901'],
  ])('%j gives %s %s', (more, key, value) => {
    expect(codes(more)[key]).toBe(value)
  })

  test('grades have their codes', () => {
    const of = (stage: ScreeningRow['stage'], schoolSystem: 63 | 54 = 63) =>
      gradesOf(stage, schoolSystem).map(({ gradeNo }) => gradeCode(row({ stage, gradeNo, schoolSystem })))
    expect(of(1)).toEqual(['50', '51', '52', '53'])
    expect(of(2)).toEqual(['01', '02', '03', '04', '05', '06'])
    expect(of(3)).toEqual(['11', '12', '13'])
    expect(of(3, 54)).toEqual(['10', '11', '12', '13'])
    expect(of(4)).toEqual(['21', '22', '23'])
    expect(of(5)).toEqual(['31', '32', '33'])
    expect(of(6)).toEqual(['41', '42', '43'])
    expect(of(7)).toEqual(['41', '42', '43', '44'])
    expect(gradeCode(row({ gradeNo: 7 }))).toBeNull()
  })
})

describe('codes', () => {
  test.each([
    ['01', 1, null],
    ['02', 2, null],
    ['04', 3, null],
    ['08', 4, null],
    ['03', 5, null],
    ['11', 6, null],
    ['05', 7, null],
    ['22', 8, '畲族'],
    ['56', 8, '基诺族'],
    [null, null, null],
  ])('nation %s is %s %s', (nation, code, other) => {
    expect([codes({ nation }).nation, codes({ nation }).nationother]).toEqual([code, other])
  })

  test.each([
    [1, 4, '不戴镜'],
    [2, 1, '框架眼镜'],
    [3, 2, '隐形眼镜'],
    [4, 3, '夜戴角膜塑形镜'],
    [null, null, null],
  ] as const)('glasses %s are %s %s', (glasses, code, word) => {
    expect(codes({}, { glasses }).glasstype).toBe(code)
    expect(words({}, { glasses }).glasstype).toBe(word)
  })

  test('the power of an ortho-K lens is in dioptres, and only of its wearers', () => {
    const power = { orthoKRight: 325, orthoKLeft: 0 }
    expect(codes({}, { glasses: 4, ...power })).toMatchObject({ OKR: -3.25, OKL: 0 })
    expect(codes({}, { glasses: 2, ...power })).toMatchObject({ OKR: null, OKL: null })
  })

  test('values beyond the sheet are put at its ends', () => {
    const far = { nakedRight: 30, nakedLeft: 60, sphereRight: 3500, sphereLeft: -3500, axisLeft: 200 }
    expect(codes({}, { ...far, cylinderLeft: -1600 })).toMatchObject({
      visionR: 3.3,
      visionL: 5.3,
      spherR: 30,
      spherL: -30,
      cylinL: -15,
      axisL: 180,
    })
  })
})

describe('a positive cylinder', () => {
  test.each([
    [
      { sphere: -200, cylinder: 100, axis: 30 },
      { sphere: -100, cylinder: -100, axis: 120 },
    ],
    [
      { sphere: -200, cylinder: 100, axis: 90 },
      { sphere: -100, cylinder: -100, axis: 180 },
    ],
    [
      { sphere: 0, cylinder: 50, axis: 91 },
      { sphere: 50, cylinder: -50, axis: 1 },
    ],
    [
      { sphere: 0, cylinder: 50, axis: 180 },
      { sphere: 50, cylinder: -50, axis: 90 },
    ],
    [
      { sphere: 0, cylinder: 50, axis: 0 },
      { sphere: 50, cylinder: -50, axis: 90 },
    ],
    [
      { sphere: null, cylinder: 50, axis: null },
      { sphere: null, cylinder: -50, axis: null },
    ],
    [
      { sphere: -100, cylinder: 0, axis: null },
      { sphere: 99900, cylinder: 99900, axis: 999 },
    ],
    [
      { sphere: -100, cylinder: -25, axis: 10 },
      { sphere: 99900, cylinder: 99900, axis: 999 },
    ],
    [
      { sphere: null, cylinder: null, axis: null },
      { sphere: 99900, cylinder: 99900, axis: 999 },
    ],
  ])('%j is turned to %j', (lens, turned) => {
    expect(transposed(lens)).toEqual(turned)
  })

  test('means the same lens', () => {
    for (let cylinder = 25; cylinder <= 600; cylinder += 25) {
      const turned = transposed({ sphere: -300, cylinder, axis: 45 })
      expect((turned.sphere ?? 0) + (turned.cylinder ?? 0) / 2).toBe(-300 + cylinder / 2)
    }
    expect(codes({}, { sphereRight: -200, cylinderRight: 100, axisRight: 30 })).toMatchObject({
      spherR: -2,
      cylinR: 1,
      axisR: 30,
      spherRT: -1,
      cylinRT: -1,
      axisRT: 120,
    })
  })
})

describe('what is missing', () => {
  test('is named, and nothing else', () => {
    expect(healthGaps(ROW)).toEqual([])
    expect(
      healthGaps(
        row(
          {
            areaGrade: null,
            cityProperty: null,
            monitoringCode: null,
            monitoringNo: null,
            regionId: null,
            gradeNo: 9,
            nation: null,
          },
          { glasses: null, checkedOn: null },
        ),
      ),
    ).toEqual([
      'noDistrict',
      'noPoint',
      'noCounty',
      'noSchoolCode',
      'noGrade',
      'noNumber',
      'noNation',
      'noGlasses',
      'noDay',
    ])
  })

  test('a hidden record says that it waits', () => {
    const blind = row(
      { blind: true, judgement: { ...ROW.judgement, seRight: null, seLeft: null } },
      {
        ...Object.fromEntries(Object.keys(FIELDS).map((key) => [key, null])),
      },
    )
    expect(healthGaps(blind)).toEqual(['waits'])
    const { NOTE, name, ...rest } = valuesOf(blind, 'codes')
    expect([NOTE, name]).toEqual(['待复测', '测一'])
    for (const key of ['glasstype', 'visionR', 'spherR', 'SER', 'spherRT', 'examine'])
      expect(rest[key]).toBeNull()
  })
})
