// 筛查结果: one row for every listed student, whether screened or not.
import { Glasses, SchoolStage, Sex, YesNo } from '../core/codes.ts'
import { AbsenceReason } from '../eyesight/reading.ts'
import { RecordState } from '../eyesight/record-schemas.ts'
import { warningWord } from '../eyesight/warning-words.ts'
import { gradeName } from '../schools/grades.ts'
import { refractionConclusion, visionConclusion } from './conclusion-words.ts'
import type { SheetColumn } from './export-item.ts'
import {
  dioptres,
  equivalent,
  eyeColumns,
  type ScreeningRow,
  STUDENT_NO_COLUMN,
  vision,
  WAITS_FOR_RETEST,
} from './screening-row.ts'

type Column = SheetColumn<ScreeningRow>
const isValid = ({ judgement }: ScreeningRow): boolean => judgement.state === RecordState.code.valid
const absenceWord = ({ fields: { absence } }: ScreeningRow): string | null =>
  absence === null ? null : AbsenceReason.label(absence)

const PLACE: readonly Column[] = [
  { key: 'area', title: '所属地区', width: 24, cell: (row) => row.areaName },
  { key: 'school', title: '学校名称', width: 26, cell: (row) => row.schoolName },
  { key: 'stage', title: '学段', width: 10, cell: (row) => SchoolStage.label(row.stage) },
  {
    key: 'grade',
    title: '年级',
    width: 10,
    cell: (row) => gradeName(row.stage, row.gradeNo, row.schoolSystem),
  },
  { key: 'class', title: '班级', width: 10, cell: (row) => row.className },
]
const PERSON: readonly Column[] = [
  { key: 'name', title: '姓名', width: 12, cell: (row) => row.studentName },
  { key: 'sex', title: '性别', width: 8, cell: (row) => Sex.label(row.sex) },
  { key: 'birthDate', title: '出生日期', width: 14, format: 'date', cell: (row) => row.birthDate },
  { key: 'age', title: '年龄', width: 8, format: 'integer', cell: (row) => row.age },
  STUDENT_NO_COLUMN,
  { key: 'idCard', title: '身份证号', width: 22, format: 'text', personal: true, cell: (row) => row.idCard },
  {
    key: 'passport',
    title: '护照号',
    width: 22,
    format: 'text',
    personal: true,
    cell: (row) => row.passport,
  },
]
const READINGS: readonly Column[] = [
  {
    key: 'glasses',
    title: '戴镜类型',
    width: 12,
    cell: ({ fields }) => (fields.glasses === null ? null : Glasses.label(fields.glasses)),
  },
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `naked${side}`,
    title: `裸眼视力（${name}）`,
    width: 14,
    cell: ({ fields }) => vision(fields[`naked${side}`]),
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `corrected${side}`,
    title: `戴镜视力（${name}）`,
    width: 14,
    cell: ({ fields }) => vision(fields[`corrected${side}`]),
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `sphere${side}`,
    title: `球镜（${name}）`,
    width: 10,
    cell: ({ fields }) => dioptres(fields[`sphere${side}`]),
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `cylinder${side}`,
    title: `柱镜（${name}）`,
    width: 10,
    cell: ({ fields }) => dioptres(fields[`cylinder${side}`]),
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `axis${side}`,
    title: `轴位（${name}）`,
    width: 10,
    cell: ({ fields }) => fields[`axis${side}`],
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `se${side}`,
    title: `等效球镜（${name}）`,
    width: 14,
    format: 'thousandths',
    cell: ({ judgement }) => equivalent(judgement[`se${side}`]),
  })),
  ...eyeColumns<ScreeningRow>((side, name) => ({
    key: `orthoK${side}`,
    title: `塑形镜度数（${name}）`,
    width: 16,
    cell: ({ fields }) => fields[`orthoK${side}`],
  })),
]
const CONCLUSIONS: readonly Column[] = [
  { key: 'vision', title: '视力结论', width: 14, cell: visionConclusion },
  { key: 'refraction', title: '屈光结论', width: 26, cell: refractionConclusion },
  {
    key: 'state',
    title: '是否有效',
    width: 10,
    cell: ({ blind, judgement }) => (blind ? null : RecordState.label(judgement.state)),
  },
  {
    key: 'warning',
    title: '预警级别',
    width: 10,
    cell: (row) => (isValid(row) ? warningWord(row.judgement.warningLevel) : null),
  },
  {
    key: 'referral',
    title: '建议就诊',
    width: 10,
    cell: (row) =>
      isValid(row) ? YesNo.label(row.judgement.referral ? YesNo.code.yes : YesNo.code.no) : null,
  },
  {
    key: 'checkedOn',
    title: '检查日期',
    width: 14,
    format: 'date',
    cell: ({ fields }) => fields.checkedOn,
  },
  { key: 'absence', title: '未检原因', width: 12, cell: absenceWord },
  {
    key: 'remark',
    title: '备注',
    width: 24,
    cell: ({ blind, fields }) => (blind ? WAITS_FOR_RETEST : fields.remark),
  },
]

export const RESULT_COLUMNS: readonly Column[] = [...PLACE, ...PERSON, ...READINGS, ...CONCLUSIONS]
