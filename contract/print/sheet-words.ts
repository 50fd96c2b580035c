// What stands over and under the table of a form; what nobody can know yet is written by hand.

import type { PaperFormCode } from '../exports/paper-filter.ts'
import { GLASSES_ANSWERS } from './forms/survey.ts'
import type { PaperSheet } from './paper-schemas.ts'

type Fields = PaperSheet['head'][number]
type Known = Record<string, string | null>
const fieldsOf = (known: Known): Fields => Object.entries(known).map(([label, value]) => ({ label, value }))
const people = (count: number | null): string => (count === null ? '＿＿＿人' : `${count}人`)

export type Place = {
  area: string | null
  school: string | null
  className: string | null
  checkedOn: string | null
  executor: string | null
}
const NOWHERE: Place = { area: null, school: null, className: null, checkedOn: null, executor: null }

export const headOf = ({ area, school, className, checkedOn, executor }: Place): PaperSheet['head'] => [
  fieldsOf({ 地区: area, 学校: school, 年级班级: className }),
  fieldsOf({ 检查日期: checkedOn, 检查单位: executor, '检查人（签名）': null }),
]

export type Listed = { expected: number | null; screened: number | null }

/** The counts of a form that is filled in by hand are filled in by hand as well. */
export function listFoot({ expected, screened }: Listed): PaperSheet['foot'] {
  const absent = expected === null || screened === null ? null : expected - screened
  return [
    fieldsOf({ 应检: people(expected), 实检: people(screened), 缺检: people(absent) }),
    fieldsOf({ 检查人: null, 记录人: null, 班主任: null, 日期: null }),
  ]
}

export type Retested = {
  students: number
  withGlasses: number
  /** Of those examined with a valid result; null where not all of a school are on the sheet. */
  rate: string | null
  items: number
  errors: number
  errorRate: string
}

export const retestFoot = (retested: Retested | null): PaperSheet['foot'] => [
  fieldsOf({
    复测人数: people(retested?.students ?? null),
    戴镜复测人数: people(retested?.withGlasses ?? null),
    非戴镜复测人数: people(retested ? retested.students - retested.withGlasses : null),
    ...(retested && retested.rate === null ? {} : { 复测率: retested?.rate ?? null }),
  }),
  fieldsOf({
    复测项次: retested ? String(retested.items) : null,
    错误项次: retested ? String(retested.errors) : null,
    误差发生率: retested?.errorRate ?? null,
    质控员: null,
    日期: null,
  }),
]

export const summaryHead = ({
  area,
  unit,
}: {
  area: string | null
  unit: string | null
}): PaperSheet['head'] => [fieldsOf({ 地区: area, 单位: unit })]
export const summaryFoot = (): PaperSheet['foot'] => [
  fieldsOf({ '填表单位（盖章）': null, 填表人: null, 审核人: null, 日期: null }),
]

/** 检查人员签字 stands under the whole class, not in every line. */
export const surveyFoot = ({ expected, screened }: Listed): PaperSheet['foot'] => [
  fieldsOf({ 戴镜类型: GLASSES_ANSWERS, 应检: people(expected), 实检: people(screened) }),
  fieldsOf({ 检查人员签字: null, 记录人: null, 日期: null }),
]

export const monitorFoot = ({ expected, screened }: Listed): PaperSheet['foot'] => [
  fieldsOf({
    应检: people(expected),
    实检: people(screened),
    填表人: null,
    审核人: null,
    '学校（盖章）': null,
    日期: null,
  }),
]

const NOT_COUNTED: Listed = { expected: null, screened: null }
const BLANK_FEET: Partial<Record<PaperFormCode, () => PaperSheet['foot']>> = {
  registration: () => listFoot(NOT_COUNTED),
  'result-record': () => listFoot(NOT_COUNTED),
  'retest-record': () => retestFoot(null),
  survey: () => surveyFoot(NOT_COUNTED),
  monitor: () => monitorFoot(NOT_COUNTED),
  summary: summaryFoot,
}

export type Childs = Record<
  'sex' | 'birthDate' | 'document' | 'school' | 'className' | 'phone',
  string | null
>
/** The head of 儿童检查表 and of 学生报告, the names apart. */
export const childHead = (child: Childs | null): PaperSheet['head'] => [
  fieldsOf({
    性别: child?.sex ?? null,
    出生日期: child?.birthDate ?? null,
    证件号: child?.document ?? null,
    幼儿园: child?.school ?? null,
    班级: child?.className ?? null,
    联系电话: child?.phone ?? null,
  }),
]

export type Pupil = Childs & Record<'nation' | 'studentNo', string | null>
export const pupilHead = (pupil: Pupil): PaperSheet['head'] => [
  fieldsOf({
    性别: pupil.sex,
    民族: pupil.nation,
    出生日期: pupil.birthDate,
    证件号: pupil.document,
    学籍号: pupil.studentNo,
    学校: pupil.school,
    年级班级: pupil.className,
    联系电话: pupil.phone,
    首次戴镜年龄: null,
    父亲近视: '□是  □否',
    母亲近视: '□是  □否',
  }),
]

const blankHead = (form: PaperFormCode): PaperSheet['head'] => {
  if (form === 'summary') return summaryHead({ area: null, unit: null })
  return form === 'child' ? childHead(null) : headOf(NOWHERE)
}

/** A file without a screening says nothing. */
export const hasBlank = (form: PaperFormCode): boolean => form !== 'student-report'

/** To be filled in by hand altogether; of a form with two variants one of each. */
export function blankSheets(form: PaperFormCode): PaperSheet[] {
  if (!hasBlank(form)) return []
  const sheet: PaperSheet = {
    bookmark: '空白表',
    subtitle: '',
    head: blankHead(form),
    rows: [],
    foot: BLANK_FEET[form]?.() ?? [],
  }
  if (form !== 'survey') return [sheet]
  return [
    { ...sheet, variant: 'school', bookmark: '空白表（学校）' },
    { ...sheet, variant: 'kindergarten', bookmark: '空白表（幼儿园）' },
  ]
}
