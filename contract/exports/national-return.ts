// 教育部视力监测上报表: the columns of the national return in their order, and why a row would be refused.

import { Glasses, SchoolStage, Sex } from '../core/codes.ts'
import { EthnicGroup } from '../core/ethnic-groups.ts'
import { SIDES, type Side } from '../eyesight/reading.ts'
import { RecordState } from '../eyesight/record-schemas.ts'
import { gradeName } from '../schools/grades.ts'
import type { SheetColumn } from './export-item.ts'
import { type ScreeningRow, STUDENT_NO_COLUMN, vision } from './screening-row.ts'

const { primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
/** Kindergartens and universities are no part of it. */
export const NATIONAL_STAGES: readonly ScreeningRow['stage'][] = [
  primary,
  juniorHigh,
  seniorHigh,
  vocationalHigh,
]
/** 11–16 primary, 21–24 junior high, 31–33 senior and vocational high. */
const GRADE_BASES: Partial<Record<ScreeningRow['stage'], number>> = {
  [primary]: 10,
  [juniorHigh]: 20,
  [seniorHigh]: 30,
  [vocationalHigh]: 30,
}

const LOWEST_SENT = 30
const HIGHEST_SENT = 53
/** Given to classes that have a name instead of a number. */
const NO_CLASS_NO = 999

const isOrthoK = ({ fields }: ScreeningRow): boolean => fields.glasses === Glasses.code.orthoK

/**
 * What an ortho-K wearer sees by day is seen thanks to the lens of the night: it is never sent as naked vision, which
 * stays empty where it was not measured.
 */
export const nakedOf = ({ fields }: ScreeningRow, side: Side): number | null => fields[`naked${side}`]

const sentVision = (tenths: number | null, lowVision: number): number | null =>
  tenths !== null && tenths < LOWEST_SENT ? lowVision : vision(tenths)

/** With its sign, two decimals: text, since a number loses the plus. */
export function signed(hundredths: number | null): string | null {
  if (hundredths === null) return null
  const words = (Math.abs(hundredths) / 100).toFixed(2)
  return hundredths === 0 ? words : `${hundredths > 0 ? '+' : '-'}${words}`
}

/** Without a cylinder there is no axis; 0 says so. */
const axisOf = ({ fields }: ScreeningRow, side: Side): number | null =>
  fields[`axis${side}`] ?? (fields[`cylinder${side}`] === 0 ? 0 : null)

const nationalGrade = ({ stage, gradeNo }: ScreeningRow): number | null => {
  const base = GRADE_BASES[stage]
  return base === undefined ? null : base + gradeNo
}

type Column = SheetColumn<ScreeningRow>
const EYES: Record<Side, string> = { Right: '右眼', Left: '左眼' }

const visionColumn = (side: Side): Column => ({
  key: `naked${side}`,
  title: `${EYES[side]}裸眼视力`,
  width: 14,
  cell: (row, { lowVision }) => sentVision(nakedOf(row, side), lowVision),
})
const lensColumns = (side: Side): Column[] => [
  {
    key: `sphere${side}`,
    title: `${EYES[side]}屈光球镜S`,
    width: 16,
    format: 'text',
    cell: ({ fields }) => signed(fields[`sphere${side}`]),
  },
  {
    key: `cylinder${side}`,
    title: `${EYES[side]}屈光柱镜C`,
    width: 16,
    format: 'text',
    cell: ({ fields }) => signed(fields[`cylinder${side}`]),
  },
  {
    key: `axis${side}`,
    title: `${EYES[side]}屈光轴位A`,
    width: 16,
    format: 'integer',
    cell: (row) => axisOf(row, side),
  },
]

export const NATIONAL_COLUMNS: readonly Column[] = [
  { key: 'gradeCode', title: '年级编号', width: 10, format: 'integer', cell: nationalGrade },
  { key: 'classCode', title: '班级编号', width: 10, format: 'integer', cell: (row) => row.classNo },
  {
    key: 'className',
    title: '班级名称',
    width: 16,
    cell: (row) => `${gradeName(row.stage, row.gradeNo, row.schoolSystem)}${row.className}`,
  },
  STUDENT_NO_COLUMN,
  { key: 'nation', title: '民族代码', width: 10, format: 'text', cell: (row) => row.nation },
  { key: 'name', title: '姓名', width: 12, cell: (row) => row.studentName },
  { key: 'sex', title: '性别', width: 8, cell: (row) => Sex.label(row.sex) },
  { key: 'birthDate', title: '出生日期', width: 14, format: 'text', cell: (row) => row.birthDate },
  // The platform keeps no addresses of homes.
  { key: 'address', title: '家庭住址', width: 20, cell: () => null },
  ...SIDES.map(visionColumn),
  ...SIDES.flatMap(lensColumns),
  {
    key: 'orthoK',
    title: '是否为角膜塑形镜（OK镜）佩戴者',
    width: 32,
    cell: (row) => (isOrthoK(row) ? '是' : '否'),
  },
]

// ------------------------------------------------------------------------------------------ what would be refused
export const NATIONAL_FAULTS = {
  waits: '待复测，结果未定',
  notScreened: '未筛查，没有结果',
  flagged: '无法检查或不配合',
  noStudentNo: '缺学籍号',
  wrongStudentNo: '不是全国学籍号',
  noNation: '缺民族代码',
  noGrade: '年级没有编号',
  noClassNo: '班级没有编号',
  noGlasses: '戴镜类型未填，不知是否佩戴角膜塑形镜',
  noVision: '缺裸眼视力',
  orthoKVision: '角膜塑形镜佩戴者未测裸眼视力，该列留空',
  visionRange: '裸眼视力超出 3.0–5.3',
  noRefraction: '缺屈光度',
  lensIncomplete: '球镜、柱镜、轴位不全',
} as const
export type NationalFault = keyof typeof NATIONAL_FAULTS
/** Sent all the same, with an empty cell. */
export const NATIONAL_BLANKS: readonly string[] = ['orthoKVision' satisfies NationalFault]

/** In full or masked: letter and length are seen in both. */
const NATIONAL_NO = /^[GLJ](\d{17}[\dXx]|\d{6}\*{12})$/

const isPartial = (row: ScreeningRow, side: Side): boolean => {
  const parts = [row.fields[`sphere${side}`], row.fields[`cylinder${side}`], axisOf(row, side)]
  const missing = parts.filter((value) => value === null).length
  return missing > 0 && missing < parts.length
}
const isUnmeasured = ({ fields }: ScreeningRow, side: Side): boolean =>
  fields[`sphere${side}`] === null && fields[`cylinder${side}`] === null && fields[`axis${side}`] === null

/** For a student without a result only that fact is reported, nothing else about results. */
function readingFaults(row: ScreeningRow): [NationalFault, boolean][] {
  if (row.blind) return [['waits', true]]
  if (row.judgement.state === RecordState.code.notScreened) return [['notScreened', true]]
  const { unableRight, unableLeft, uncooperative, glasses } = row.fields
  const naked = SIDES.map((side) => nakedOf(row, side))
  return [
    ['flagged', unableRight || unableLeft || uncooperative],
    ['noGlasses', glasses === null],
    ['noVision', !isOrthoK(row) && naked.includes(null)],
    ['orthoKVision', isOrthoK(row) && naked.includes(null)],
    ['visionRange', naked.some((value) => value !== null && value > HIGHEST_SENT)],
    // Under an ortho-K lens the refraction tells nothing; nobody has to measure it.
    ['noRefraction', !isOrthoK(row) && SIDES.some((side) => isUnmeasured(row, side))],
    ['lensIncomplete', SIDES.some((side) => isPartial(row, side))],
  ]
}

/** Why the row would be sent back or has an empty cell; none for a good one. */
export function nationalFaults(row: ScreeningRow): NationalFault[] {
  const faults: [NationalFault, boolean][] = [
    ...readingFaults(row),
    ['noStudentNo', row.studentNo === null],
    ['wrongStudentNo', row.studentNo !== null && !NATIONAL_NO.test(row.studentNo)],
    ['noNation', row.nation === null || !EthnicGroup.has(row.nation)],
    ['noGrade', gradeName(row.stage, row.gradeNo, row.schoolSystem) === '' || nationalGrade(row) === null],
    ['noClassNo', row.classNo === NO_CLASS_NO],
  ]
  return faults.flatMap(([fault, is]) => (is ? [fault] : []))
}
