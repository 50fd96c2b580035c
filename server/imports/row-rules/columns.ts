import { ScreeningItemType, StudentType, UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'

/** A column of a sheet: its name in the template, other names people give it, what it is for. */
export type ImportColumn = {
  key: string
  title: string
  aliases?: readonly string[]
  required?: boolean
  /** Where nothing may be lost (ids, phones) and where a date is meant. */
  format?: 'text' | 'date'
  width?: number
  note?: string
  /** Shown masked wherever the row is shown. */
  personal?: 'idCard' | 'passport' | 'studentNo' | 'phone'
}

const SCHOOL: ImportColumn = {
  key: 'school',
  title: '学校名称',
  aliases: ['学校', '学校全称', '所在学校', '就读学校'],
  required: true,
  width: 26,
  note: '须与所选学校的全称一致',
}
const NAME: ImportColumn = {
  key: 'name',
  title: '姓名',
  aliases: ['学生姓名', '名字', '学生'],
  required: true,
  width: 12,
  note: '2-15 个中文或英文字符',
}
const STUDENT_NO: ImportColumn = {
  key: 'studentNo',
  title: '学籍号',
  aliases: ['全国学籍号', '学籍编号', '学籍号码', '学号'],
  format: 'text',
  width: 24,
  note: '全国学籍号或校内学号，可不填',
  personal: 'studentNo',
}
const ID_CARD: ImportColumn = {
  key: 'idCard',
  title: '身份证号',
  aliases: ['身份证', '身份证号码', '身份证件号', '身份证件号码', '公民身份号码', '证件号', '证件号码'],
  format: 'text',
  width: 24,
  note: '请保持文本格式：数字格式会丢失末位',
  personal: 'idCard',
}

const ROSTER_HEAD: readonly ImportColumn[] = [
  SCHOOL,
  { key: 'stage', title: '学段', aliases: ['办学阶段'], required: true, width: 12 },
  {
    key: 'classYear',
    title: '学年(入学年份)',
    aliases: ['学年', '入学年份', '入学年', '入学学年', '年级', '所在年级', '年级名称'],
    required: true,
    width: 16,
    note: '入学年份，如 2024；也可填年级，如 一年级',
  },
  {
    key: 'class',
    title: '班级',
    aliases: ['班级名称', '所在班级', '班', '行政班'],
    required: true,
    width: 12,
    note: '须是学校已有的班级',
  },
  NAME,
  { key: 'sex', title: '性别', required: true, width: 8, note: '男 或 女' },
  STUDENT_NO,
  {
    key: 'birthDate',
    title: '出生日期',
    aliases: ['出生年月日', '生日', '出生年月'],
    required: true,
    format: 'date',
    width: 14,
    note: '如 2016-03-09',
  },
]
const ROSTER_TAIL: readonly ImportColumn[] = [
  { key: 'nation', title: '民族', width: 10, note: '如 汉族' },
  { key: 'nativePlace', title: '籍贯', aliases: ['祖籍'], width: 14, note: '不超过 10 个字' },
  {
    key: 'parentName',
    title: '家长姓名',
    aliases: ['监护人姓名', '监护人', '家长', '联系人'],
    width: 12,
  },
  {
    key: 'parentPhone',
    title: '家长联系方式',
    aliases: [
      '家长电话',
      '家长手机',
      '家长手机号',
      '监护人电话',
      '监护人联系方式',
      '联系电话',
      '联系方式',
      '手机号',
      '手机号码',
      '电话',
    ],
    format: 'text',
    width: 18,
    note: '11 位手机号',
    personal: 'phone',
  },
  { key: 'status', title: '状态', aliases: ['学籍状态'], width: 10, note: '本校、他校或无学籍；不填为本校' },
]
const PASSPORT: ImportColumn = {
  key: 'passport',
  title: '护照号',
  aliases: ['护照', '护照号码', '通行证号', '证件号', '证件号码', '护照或通行证号'],
  required: true,
  format: 'text',
  width: 22,
  note: '护照、港澳台通行证或居住证号',
  personal: 'passport',
}

/** What the sheet of a kind says; a roster has one for each type of student. */
export function columnsOf(
  kind: CodeOf<typeof UploadTaskKind>,
  studentType: CodeOf<typeof StudentType> | null = StudentType.code.mainland,
): readonly ImportColumn[] {
  const { roster, classDivision, caries } = UploadTaskKind.code
  if (kind === roster) return rosterColumns(studentType)
  if (kind === classDivision) return DIVISION_COLUMNS
  return kind === caries ? CARIES_COLUMNS : SCREENING_COLUMNS
}

function rosterColumns(studentType: CodeOf<typeof StudentType> | null): readonly ImportColumn[] {
  const document =
    studentType === StudentType.code.nonMainland
      ? [PASSPORT]
      : studentType === StudentType.code.mainland
        ? [{ ...ID_CARD, required: true }]
        : []
  return [...ROSTER_HEAD, ...document, ...ROSTER_TAIL]
}

/** Either number says who is meant. */
const WHO: readonly ImportColumn[] = [NAME, ID_CARD, STUDENT_NO]

const DIVISION_COLUMNS: readonly ImportColumn[] = [
  ...WHO,
  {
    key: 'newGrade',
    title: '新年级',
    aliases: ['年级', '分班后年级', '所在年级'],
    required: true,
    width: 12,
  },
  {
    key: 'newClass',
    title: '新班级',
    aliases: ['班级', '分班后班级', '所在班级'],
    required: true,
    width: 12,
  },
]

const PLACE: readonly ImportColumn[] = [
  { ...SCHOOL, title: '学校', aliases: ['学校名称', '学校全称', '所在学校'] },
  { key: 'grade', title: '年级', aliases: ['年级名称', '所在年级'], required: true, width: 12 },
  { key: 'class', title: '班级', aliases: ['班级名称', '所在班级', '班'], required: true, width: 12 },
  NAME,
  { ...ID_CARD, title: '证件号', aliases: [...(ID_CARD.aliases ?? []), '身份证号', '护照号', '通行证号'] },
  STUDENT_NO,
]

const eyes = (key: string, title: string, note: string): ImportColumn[] =>
  (['右', '左'] as const).map((side) => ({
    key: `${key}${side === '右' ? 'Right' : 'Left'}`,
    title: `${title}${side}`,
    aliases: [`${side}眼${title}`, `${title}${side}眼`, `${title}(${side})`, `${title}(${side}眼)`],
    width: 12,
    note,
  }))

const SCREENING_COLUMNS: readonly ImportColumn[] = [
  ...PLACE,
  {
    key: 'glasses',
    title: '戴镜类型',
    aliases: ['戴镜情况', '戴镜'],
    width: 14,
    note: '未戴镜、框架眼镜、隐形眼镜或角膜塑形镜',
  },
  ...eyes('naked', '裸眼视力', '3.3-5.3，保留一位小数'),
  ...eyes('corrected', '戴镜视力', '3.3-5.3，保留一位小数'),
  ...eyes('sphere', '球镜', '-20 至 20，以 0.25 为一档'),
  ...eyes('cylinder', '柱镜', '-20 至 0，以 0.25 为一档；正柱镜自动换算为负柱镜'),
  ...eyes('axis', '轴位', '0-180 的整数；有柱镜而没有轴位的结果无效'),
  ...eyes('orthoK', '塑形镜度数', '25-1000，以 25 为一档；没有测的不填'),
  { key: 'checkedOn', title: '检查日期', aliases: ['筛查日期', '检查时间'], format: 'date', width: 14 },
  { key: 'absence', title: '未检原因', aliases: ['未筛查原因'], width: 16 },
  { key: 'remark', title: '备注', width: 20 },
]

const teeth = (key: string, title: string): ImportColumn => ({ key, title, width: 10, note: '牙数，整数' })
const CARIES_COLUMNS: readonly ImportColumn[] = [
  ...PLACE,
  teeth('milkDecayed', '乳牙d'),
  teeth('milkMissing', '乳牙m'),
  teeth('milkFilled', '乳牙f'),
  teeth('decayed', '恒牙D'),
  teeth('missing', '恒牙M'),
  teeth('filled', '恒牙F'),
  { key: 'checkedOn', title: '检查日期', aliases: ['筛查日期', '检查时间'], format: 'date', width: 14 },
  { key: 'remark', title: '备注', width: 20 },
]

type Items = Readonly<Record<'naked' | 'corrected' | 'refraction' | 'caries', number>>
const ITEM_OF: readonly (readonly [RegExp, readonly (keyof Items)[]])[] = [
  [/^naked/, ['naked']],
  [/^(corrected|orthoK)/, ['corrected']],
  [/^(sphere|cylinder|axis)/, ['refraction']],
  [/^glasses$/, ['naked', 'corrected', 'refraction']],
  [/^(milk.+|decayed|missing|filled)$/, ['caries']],
]

/** Without what a plan does not examine. */
export const examinedColumns = (columns: readonly ImportColumn[], items: Items): readonly ImportColumn[] =>
  columns.filter(({ key }) => {
    const wanted = ITEM_OF.find(([keys]) => keys.test(key))?.[1]
    return !wanted || wanted.some((item) => items[item] !== ScreeningItemType.code.skipped)
  })

/** Columns that our own error workbook adds; they come back with it and mean nothing. */
export const ERROR_COLUMNS = { row: '原行号', message: '错误说明' } as const
