// 学生视力健康档案: the screenings of one child, the latest first.
import { Glasses } from '../../core/codes.ts'
import { SIDE_NAMES, SIDES, type Side } from '../../eyesight/reading.ts'
import { RecordState, type StudentRecord } from '../../eyesight/record-schemas.ts'
import { warningWord } from '../../eyesight/warning-words.ts'
import { type FormColumn, readingText } from './columns.ts'

const ofEyes = (
  group: string,
  width: number,
  cell: (row: StudentRecord, side: Side) => string,
): FormColumn<StudentRecord>[] =>
  SIDES.map((side) => ({ title: SIDE_NAMES[side].slice(0, 1), group, width, cell: (row) => cell(row, side) }))

export const STUDENT_REPORT_COLUMNS: readonly FormColumn<StudentRecord>[] = [
  { title: '检查日期', width: 21, cell: ({ fields }) => fields.checkedOn ?? '未筛查' },
  {
    title: '学校班级',
    width: 30,
    cell: ({ schoolName, gradeName, className }) => `${schoolName}\n${gradeName}${className}`,
  },
  { title: '戴镜类型', width: 13, cell: ({ fields }) => Glasses.label(fields.glasses) },
  ...ofEyes('裸眼视力', 8, ({ fields }, side) => readingText(fields[`naked${side}`], 'vision')),
  ...ofEyes('戴镜视力', 8, ({ fields }, side) => readingText(fields[`corrected${side}`], 'vision')),
  ...ofEyes('球镜', 12, ({ fields }, side) => readingText(fields[`sphere${side}`], 'dioptre')),
  ...ofEyes('柱镜', 12, ({ fields }, side) => readingText(fields[`cylinder${side}`], 'dioptre')),
  ...ofEyes('轴位', 8, ({ fields }, side) => fields[`axis${side}`]?.toString() ?? ''),
  ...ofEyes('等效球镜', 13, ({ conclusion }, side) => readingText(conclusion[`se${side}`], 'equivalent')),
  { title: '结论', width: 27, cell: ({ conclusion }) => conclusion.text },
  {
    title: '预警',
    width: 10,
    cell: ({ conclusion }) =>
      conclusion.state === RecordState.code.valid ? warningWord(conclusion.warningLevel) : '',
  },
  { title: '筛查机构', width: 24, cell: ({ executorName }) => executorName },
]
