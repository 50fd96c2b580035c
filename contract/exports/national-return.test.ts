// The national return: its columns, how values are sent, and every reason why a row would come back.
import { describe, expect, test } from 'vitest'
import { NO_FINDINGS } from '../eyesight/judgement/judgement.ts'
import { EMPTY_READING } from '../eyesight/reading.ts'
import type { RecordFields } from '../eyesight/record-schemas.ts'
import { EXPORT_CHECKS } from './checks.ts'
import {
  NATIONAL_COLUMNS,
  type NATIONAL_FAULTS,
  NATIONAL_STAGES,
  nationalFaults,
  signed,
} from './national-return.ts'
import type { ScreeningRow } from './screening-row.ts'

const FIELDS: RecordFields = {
  ...EMPTY_READING,
  glasses: 1,
  nakedRight: 47,
  nakedLeft: 50,
  sphereRight: -150,
  sphereLeft: 25,
  cylinderRight: -25,
  cylinderLeft: 0,
  axisRight: 175,
  absence: null,
  remark: null,
  checkedOn: '2026-10-08',
}
const ROW: ScreeningRow = {
  provinceId: '330000',
  cityId: '330100',
  regionId: '330106',
  areaName: null,
  schoolName: '某小学',
  schoolSystem: 63,
  areaGrade: null,
  cityProperty: null,
  monitoringCode: null,
  monitoringNo: null,
  stage: 2,
  gradeNo: 3,
  className: '1班',
  classNo: 1,
  studentName: '测一',
  sex: 1,
  birthDate: '2017-03-04',
  age: 9,
  nation: '08',
  studentNo: 'G330300201509010011',
  idCard: null,
  passport: null,
  fields: FIELDS,
  judgement: { ...NO_FINDINGS, state: 2, seRight: -1625, seLeft: 250, missing: [] },
  blind: false,
}
const row = (more: Partial<ScreeningRow> = {}, fields: Partial<RecordFields> = {}): ScreeningRow => ({
  ...ROW,
  ...more,
  fields: { ...FIELDS, ...fields },
})
const sent = (given: ScreeningRow, lowVision = 0) =>
  Object.fromEntries(NATIONAL_COLUMNS.map(({ title, cell }) => [title, cell(given, { lowVision })]))

describe('the columns', () => {
  test('are these, in this order', () => {
    expect(sent(ROW)).toEqual({
      年级编号: 13,
      班级编号: 1,
      班级名称: '三年级1班',
      学籍号: 'G330300201509010011',
      民族代码: '08',
      姓名: '测一',
      性别: '男',
      出生日期: '2017-03-04',
      家庭住址: null,
      右眼裸眼视力: 4.7,
      左眼裸眼视力: 5,
      右眼屈光球镜S: '-1.50',
      右眼屈光柱镜C: '-0.25',
      右眼屈光轴位A: 175,
      左眼屈光球镜S: '+0.25',
      左眼屈光柱镜C: '0.00',
      左眼屈光轴位A: 0,
      '是否为角膜塑形镜（OK镜）佩戴者': '否',
    })
    expect(NATIONAL_COLUMNS.map(({ title }) => title)).toEqual(Object.keys(sent(ROW)))
  })

  test('grades have their numbers, stages that are no part of it have none', () => {
    const of = (stage: ScreeningRow['stage'], gradeNo: number, schoolSystem: 63 | 54 = 63) =>
      sent(row({ stage, gradeNo, schoolSystem })).年级编号
    expect([of(2, 1), of(2, 6), of(3, 1), of(3, 3), of(3, 4, 54)]).toEqual([11, 16, 21, 23, 24])
    expect([of(4, 1), of(4, 3), of(5, 1), of(5, 3)]).toEqual([31, 33, 31, 33])
    expect([of(1, 3), of(6, 1), of(7, 1)]).toEqual([null, null, null])
    expect(NATIONAL_STAGES).toEqual([2, 3, 4, 5])
  })

  test.each([
    [0, '0.00'],
    [25, '+0.25'],
    [-25, '-0.25'],
    [1000, '+10.00'],
    [-2000, '-20.00'],
    [null, null],
  ])('%s hundredths are sent as %s', (value, text) => {
    expect(signed(value)).toBe(text)
  })

  test('vision below 3.0 is sent as the setting says', () => {
    const low = row({}, { nakedRight: 20, nakedLeft: 30 })
    expect([sent(low, 0).右眼裸眼视力, sent(low, 9).右眼裸眼视力, sent(low, 9).左眼裸眼视力]).toEqual([
      0, 9, 3,
    ])
    expect(nationalFaults(low)).toEqual([])
  })

  test('of who wears ortho-K by night what is seen by day is not sent as naked vision', () => {
    const worn = row(
      {},
      {
        glasses: 4,
        nakedRight: null,
        nakedLeft: null,
        correctedRight: 50,
        correctedLeft: 49,
        sphereRight: null,
        sphereLeft: null,
        cylinderRight: null,
        cylinderLeft: null,
        axisRight: null,
      },
    )
    expect(nationalFaults(worn)).toEqual(['orthoKVision'])
    expect(EXPORT_CHECKS.national.refuses('orthoKVision')).toBe(false)
    expect(EXPORT_CHECKS.national.refuses('noVision')).toBe(true)
    expect(sent(worn)).toMatchObject({
      右眼裸眼视力: null,
      左眼裸眼视力: null,
      右眼屈光球镜S: null,
      右眼屈光轴位A: null,
      '是否为角膜塑形镜（OK镜）佩戴者': '是',
    })
    const measured = row({}, { ...worn.fields, nakedRight: 43, nakedLeft: 44 })
    expect(nationalFaults(measured)).toEqual([])
    expect(sent(measured)).toMatchObject({ 右眼裸眼视力: 4.3, 左眼裸眼视力: 4.4 })
  })
})

describe('a row comes back', () => {
  test.each<[keyof typeof NATIONAL_FAULTS, Partial<ScreeningRow>, Partial<RecordFields>]>([
    ['noStudentNo', { studentNo: null }, {}],
    ['wrongStudentNo', { studentNo: '20260301' }, {}],
    ['noNation', { nation: null }, {}],
    ['noNation', { nation: '97' }, {}],
    ['noClassNo', { classNo: 999, className: '实验班' }, {}],
    ['noGrade', { gradeNo: 7 }, {}],
    ['flagged', {}, { unableLeft: true }],
    ['flagged', {}, { uncooperative: true }],
    ['noGlasses', {}, { glasses: null }],
    ['noVision', {}, { nakedRight: null }],
    ['noVision', {}, { glasses: 2, nakedRight: null, correctedRight: 50 }],
    ['visionRange', {}, { nakedLeft: 54 }],
    ['noRefraction', {}, { sphereLeft: null, cylinderLeft: null, axisLeft: null }],
    ['lensIncomplete', {}, { cylinderRight: null }],
    ['lensIncomplete', {}, { sphereRight: null }],
    ['lensIncomplete', {}, { axisRight: null }],
  ])('for %s', (fault, more, fields) => {
    expect(nationalFaults(row(more, fields))).toEqual([fault])
  })

  test('and not otherwise: full and masked numbers alike', () => {
    for (const studentNo of ['G330300************', 'L33030020150901001X', 'J330300************'])
      expect(nationalFaults(row({ studentNo }))).toEqual([])
    expect(nationalFaults(row({}, { axisLeft: null }))).toEqual([])
  })

  test('without a result for that alone, in addition to faults of the person', () => {
    const none = { ...NO_FINDINGS, state: 0 as const, missing: [], seRight: null, seLeft: null }
    const empty = row({ judgement: none, nation: null }, { ...EMPTY_READING })
    expect(nationalFaults(empty)).toEqual(['notScreened', 'noNation'])
    expect(nationalFaults({ ...empty, blind: true })).toEqual(['waits', 'noNation'])
  })
})
