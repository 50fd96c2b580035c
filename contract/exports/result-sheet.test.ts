// The result sheet: readings as they were written, conclusions in words, nothing of what is hidden.
import { expect, test } from 'vitest'
import { judge } from '../eyesight/judgement/judge.ts'
import { JUDGEMENT_PROFILES } from '../eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '../eyesight/plan-schemas.ts'
import { EMPTY_READING, type Reading, toStored } from '../eyesight/reading.ts'
import type { RecordFields } from '../eyesight/record-schemas.ts'
import { RESULT_COLUMNS } from './result-sheet.ts'
import type { ScreeningRow } from './screening-row.ts'

const GOOD: Partial<Reading> = {
  glasses: 1,
  nakedRight: 5,
  nakedLeft: 5,
  sphereRight: 1,
  sphereLeft: 1,
  cylinderRight: 0,
  cylinderLeft: 0,
}
function row(reading: Partial<Reading>, more: Partial<ScreeningRow & RecordFields> = {}): ScreeningRow {
  const { stage = 2, age = 7, absence = null, remark = null, checkedOn = null, ...rest } = more
  const stored = toStored({ ...EMPTY_READING, ...reading })
  return {
    provinceId: '330000',
    cityId: '330100',
    regionId: '330106',
    areaName: '浙江省-杭州市-西湖区',
    schoolName: '某小学',
    schoolSystem: 63,
    areaGrade: null,
    cityProperty: null,
    monitoringCode: null,
    monitoringNo: null,
    stage,
    gradeNo: 1,
    className: '1班',
    classNo: 1,
    studentName: '测一',
    sex: 1,
    birthDate: '2019-03-04',
    age,
    nation: '01',
    studentNo: 'G330300************',
    idCard: '330300************',
    passport: null,
    fields: { ...stored, absence, remark, checkedOn },
    judgement: judge(stored, { stage, age }, { profile: JUDGEMENT_PROFILES.A, items: DEFAULT_ITEMS }),
    blind: false,
    ...rest,
  }
}
const cells = (given: ScreeningRow) =>
  Object.fromEntries(RESULT_COLUMNS.map(({ title, cell }) => [title, cell(given, { lowVision: 0 })]))
const conclusions = (reading: Partial<Reading>, more: Partial<ScreeningRow> = {}) => {
  const { 视力结论, 屈光结论, 是否有效, 预警级别, 建议就诊 } = cells(row({ ...GOOD, ...reading }, more))
  return [视力结论, 屈光结论, 是否有效, 预警级别, 建议就诊]
}

test('a record is written as it was measured', () => {
  const myopic = { ...GOOD, nakedRight: 4.5, sphereRight: -1.5, cylinderRight: -0.25, axisRight: 90 }
  expect(cells(row(myopic, { checkedOn: '2026-10-08', remark: '右眼流泪' }))).toEqual({
    所属地区: '浙江省-杭州市-西湖区',
    学校名称: '某小学',
    学段: '小学',
    年级: '一年级',
    班级: '1班',
    姓名: '测一',
    性别: '男',
    出生日期: '2019-03-04',
    年龄: 7,
    学籍号: 'G330300************',
    身份证号: '330300************',
    护照号: null,
    戴镜类型: '未戴镜',
    '裸眼视力（右）': 4.5,
    '裸眼视力（左）': 5,
    '戴镜视力（右）': null,
    '戴镜视力（左）': null,
    '球镜（右）': -1.5,
    '球镜（左）': 1,
    '柱镜（右）': -0.25,
    '柱镜（左）': 0,
    '轴位（右）': 90,
    '轴位（左）': null,
    '等效球镜（右）': -1.625,
    '等效球镜（左）': 1,
    '塑形镜度数（右）': null,
    '塑形镜度数（左）': null,
    视力结论: '重度视力不良',
    屈光结论: '低度近视、屈光参差',
    是否有效: '有效',
    预警级别: '二级',
    建议就诊: '是',
    检查日期: '2026-10-08',
    未检原因: null,
    备注: '右眼流泪',
  })
})

test('conclusions are in words', () => {
  expect(conclusions({})).toEqual(['正常', '正常', '有效', '无', '否'])
  expect(conclusions({ nakedRight: 4.9 }).slice(0, 2)).toEqual(['轻度视力不良', '正常'])
  expect(conclusions({ nakedRight: 4.7 })[0]).toBe('中度视力不良')
  expect(conclusions({ sphereLeft: 0.5 })[1]).toBe('近视前期')
  expect(conclusions({ sphereRight: 1.75, sphereLeft: 1.75 })[1]).toBe('远视')
  expect(conclusions({ cylinderRight: -2.25, axisRight: 90 })[1]).toContain('中度散光')
  const young = { stage: 1 as const, age: 5 }
  expect(conclusions({ nakedRight: 4.9 }, young)[0]).toBe('视力低常')
  expect(conclusions({ sphereRight: -0.25 }, young)[1]).toBe('远视储备不足')
  const worn = { ...GOOD, ...Object.fromEntries(Object.keys(GOOD).map((key) => [key, null])) }
  expect(
    conclusions({
      ...worn,
      glasses: 4,
      correctedRight: 5,
      correctedLeft: 5,
      orthoKRight: 300,
      orthoKLeft: 200,
    }),
  ).toEqual([null, '低度近视（角膜塑形镜）', '有效', '无', '否'])
})

test('who has no valid record has no conclusion', () => {
  expect(conclusions({ nakedRight: null })).toEqual([null, null, '无效', null, null])
  const absent = cells(row({}, { absence: 1 }))
  expect(absent).toMatchObject({ 是否有效: '未筛查', 未检原因: '请假', 视力结论: null, 建议就诊: null })
})

test('a hidden record says that it waits, not even whether it is valid', () => {
  const hidden = cells({ ...row({}), blind: true })
  expect(hidden).toMatchObject({ 姓名: '测一', 是否有效: null, 备注: '待复测' })
})
