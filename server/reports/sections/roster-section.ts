// The students of a class with what was measured and concluded.
import { Glasses, Sex } from '#contract/core/codes.ts'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import { type RecordRow, RecordState } from '#contract/eyesight/record-schemas.ts'
import { WARNING_LEGEND, warningWord } from '#contract/eyesight/warning-words.ts'
import type {
  ReportColumn,
  ReportFormat,
  ReportSection,
  ReportValue,
} from '#contract/reports/report/report.ts'
import { ROSTER_TABLE } from '#contract/reports/report/report-layout.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { presentRecord } from '../../eyesight/records/record-row.ts'
import type { Basis } from '../report-basis.ts'
import { selectRoster } from '../report-queries.ts'
import { ROSTER_TITLE } from '../roster-names.ts'
import { peopleText } from '../sentences/rate-words.ts'
import { emptySection, sectionOf } from './finding-sections.ts'

type RosterColumn = ReportColumn & { read: (row: RecordRow) => ReportValue }

const column = (
  key: string,
  title: string,
  format: ReportFormat,
  read: RosterColumn['read'],
  group: string | null = null,
): RosterColumn => ({ key, title, group, format, read })

const SIDES = [
  ['Right', '右'],
  ['Left', '左'],
] as const
const eyes = (
  name: 'naked' | 'corrected' | 'sphere' | 'cylinder' | 'axis',
  group: string,
  format: ReportFormat,
): RosterColumn[] =>
  SIDES.map(([side, title]) =>
    column(`${name}${side}`, title, format, ({ fields }) => fields[`${name}${side}`], group),
  )

const isValid = ({ conclusion }: RecordRow): boolean => conclusion.state === RecordState.code.valid

const COLUMNS: readonly RosterColumn[] = [
  column('studentNo', '学籍号', 'text', ({ studentNo }) => studentNo),
  column('sex', '性别', 'text', ({ sex }) => Sex.label(sex)),
  column('age', '年龄', 'text', ({ age }) => String(age)),
  column('glasses', '戴镜类型', 'text', ({ fields }) => Glasses.label(fields.glasses) || null),
  ...eyes('naked', '裸眼视力', 'vision'),
  ...eyes('corrected', '戴镜视力', 'vision'),
  ...eyes('sphere', '球镜', 'dioptre'),
  ...eyes('cylinder', '柱镜', 'dioptre'),
  ...eyes('axis', '轴位', 'count'),
  ...SIDES.map(([side, title]) =>
    column(`se${side}`, title, 'equivalent', ({ conclusion }) => conclusion[`se${side}`], '等效球镜'),
  ),
  column('conclusion', '结论', 'text', conclusionOf),
  column('warning', '预警级别', 'text', (row) =>
    isValid(row) ? warningWord(row.conclusion.warningLevel) : null,
  ),
  column('referral', '建议就诊', 'text', (row) =>
    isValid(row) ? (row.conclusion.referral ? '是' : '否') : null,
  ),
]

function conclusionOf({ conclusion, fields }: RecordRow): string {
  const reason = AbsenceReason.label(fields.absence)
  return conclusion.state === RecordState.code.notScreened && reason !== ''
    ? `未筛查（${reason}）`
    : conclusion.text
}

const NOT_DISCLOSED = '学生名单只向可查看学生的用户显示。'

export async function rosterSection({ ctx, plan, place, resolved }: Basis<'class'>): Promise<ReportSection> {
  const section = { id: 'roster', title: '学生筛查结果' }
  if (!maySeeStudents(ctx)) return emptySection(section, NOT_DISCLOSED)
  const asked = { planId: plan.id, classId: place.classId }
  const rows = (await selectRoster(ctx.db, resolved.who, asked, ctx)).map(presentRecord)
  return sectionOf({
    ...section,
    paragraphs: [rosterSentence(rows)],
    tables: [
      {
        id: ROSTER_TABLE,
        title: ROSTER_TITLE,
        rowTitle: '姓名',
        columns: COLUMNS.map(({ read: _tell, ...shown }) => shown),
        rows: rows.map((row) => ({
          name: row.studentName,
          unit: null,
          isTotal: false,
          indent: 0,
          values: COLUMNS.map(({ read }) => read(row)),
          note: row.left ? '已不在本班' : null,
        })),
        notes: ['按筛查时的名单排列；证件号已脱敏。', WARNING_LEGEND],
      },
    ],
  })
}

function rosterSentence(rows: readonly RecordRow[]): string {
  const waiting = rows.filter(({ blind }) => blind).length
  const hidden = waiting > 0 ? `其中${peopleText(waiting)}待复测，初测结果暂不显示。` : ''
  return `名单共${peopleText(rows.length)}。${hidden}`
}
