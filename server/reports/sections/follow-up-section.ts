// Warnings that count at the moment of the report, and what was done about them.
import { HIDDEN_FOR_PRIVACY, hideSmall, hidesCount } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import {
  HIDDEN_VALUE,
  type ReportColumn,
  type ReportRow,
  type ReportSection,
  type ReportTable,
  type ReportValue,
} from '#contract/reports/report/report.ts'
import { type WarningLevelCode, WarningScope, type WarningScopeCode } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { isArea } from '../../eyesight/figures/unit.ts'
import type { BasisOfAny } from '../report-basis.ts'
import { peopleText, percentText } from '../sentences/rate-words.ts'
import { emptySection, sectionOf } from './finding-sections.ts'
import { type FollowUp, selectFollowUp, selectFollowUpOfClasses } from './follow-up-queries.ts'

const { student, class: klass, school, region, city } = WarningScope.code
const { waiting, notified, acted, closed } = WarningStatus.code
const LEVELS: readonly WarningLevelCode[] = [3, 2, 1]

/** Who sees the whole of an area or school has it from the tallies. */
export const readFollowUp = (
  { ctx, resolved, plan, place }: BasisOfAny,
  hasPartOnly: boolean,
): Promise<FollowUp[]> =>
  isArea(place) || (place.level === 'school' && !hasPartOnly)
    ? selectFollowUp(ctx.db, plan.id, place)
    : selectFollowUpOfClasses(ctx.db, resolved.who, plan.id, place)

type Handled = Record<'warned' | 'waiting' | 'notified' | 'acted' | 'closed' | 'overdue', number>

function handledOf(rows: readonly FollowUp[]): Handled {
  const sum = (wanted: (row: FollowUp) => boolean) =>
    rows.filter(wanted).reduce((total, { warnings }) => total + warnings, 0)
  return {
    warned: sum(() => true),
    waiting: sum(({ status }) => status === waiting),
    notified: sum(({ status }) => status === notified),
    acted: sum(({ status }) => status === acted),
    closed: sum(({ status }) => status === closed),
    overdue: rows.reduce((total, { overdue }) => total + overdue, 0),
  }
}

const dealtWith = ({ notified: told, acted: helped, closed: over }: Handled): number => told + helped + over

const count = (key: string, title: string, group: string | null = null): ReportColumn => ({
  key,
  title,
  group,
  format: 'count',
})
const STATUS_COLUMNS = [
  count('waiting', '待处理', '处理状态'),
  count('notified', '已通知', '处理状态'),
  count('acted', '已干预', '处理状态'),
  count('closed', '已关闭', '处理状态'),
] as const
const OVERDUE_COLUMN = count('overdue', '已逾期')
const STUDENT_COLUMNS: ReportColumn[] = [
  count('warned', '预警人数'),
  ...STATUS_COLUMNS,
  { key: 'notified+acted+closed/warned', title: '已处理占比', group: null, format: 'percent' },
  OVERDUE_COLUMN,
]
const UNIT_COLUMNS: ReportColumn[] = [
  count('warned', '预警单位数'),
  ...LEVELS.map((level) => count(`level${level}`, WARNING_WORDS[level], '预警级别')),
  ...STATUS_COLUMNS,
  OVERDUE_COLUMN,
]

const statusValues = (handled: Handled): number[] => [
  handled.waiting,
  handled.notified,
  handled.acted,
  handled.closed,
]

/** Where so few are warned that what was done would be known of each of them, it is hidden. */
function studentRow(name: string, handled: Handled, hidden: boolean, isTotal: boolean): ReportRow {
  const { warned, overdue } = handled
  const life: ReportValue[] = [
    ...statusValues(handled),
    warned === 0 ? null : percentOf(dealtWith(handled), warned),
    overdue,
  ]
  const values = [warned, ...(hidden && warned > 0 ? life.map(() => HIDDEN_VALUE) : life)]
  return { name, unit: null, isTotal, indent: 0, values, note: null }
}

type Levels = { byLevel: readonly Handled[]; all: Handled; hiding: { parts: boolean[]; whole: boolean } }

const STUDENT_NOTES = [
  '只计报告生成时仍成立的预警：结果更正或有后续筛查结果后，预警随之解除或由后续计划接续。预警还含视力下降、近视进展等变化规则，人数可与筛查结果的预警级别不同。',
  '已处理：已通知、已干预或已关闭；已逾期：超过应处理期限，仍待处理或仅已通知。',
]

function studentTable({ byLevel, all, hiding }: Levels): ReportTable {
  return {
    id: 'follow-up-level',
    title: '各级预警学生处理情况',
    rowTitle: '预警级别',
    columns: STUDENT_COLUMNS,
    rows: [
      ...LEVELS.map((level, nth) =>
        studentRow(WARNING_WORDS[level], byLevel[nth] ?? handledOf([]), hiding.parts[nth] === true, false),
      ),
      studentRow('合计', all, hiding.whole, true),
    ],
    notes: STUDENT_NOTES,
  }
}

/** Everything is hidden where the findings of the unit are. */
const allHidden = (table: ReportTable): ReportTable => ({
  ...table,
  rows: table.rows.map((row) => ({ ...row, values: row.values.map(() => HIDDEN_VALUE) })),
})

function studentSentences({ byLevel, all, hiding }: Levels): string[] {
  const levels = LEVELS.map((level, nth) => `${WARNING_WORDS[level]}${peopleText(byLevel[nth]?.warned ?? 0)}`)
  const first = `报告生成时有预警的学生${peopleText(all.warned)}，其中${levels.join('、')}。`
  if (hiding.whole) return [first, `处理情况${HIDDEN_FOR_PRIVACY}。`]
  const open = all.warned - all.closed
  const overdue =
    all.overdue === 0
      ? '没有逾期'
      : `未关闭的${peopleText(open)}中已逾期${peopleText(all.overdue)}，占${percentText(percentOf(all.overdue, open))}`
  const [gravest] = byLevel
  const urgent = gravest && hiding.parts[0] !== true ? urgentSentence(gravest) : ''
  return [
    first,
    `已通知、已干预和已关闭的共${peopleText(dealtWith(all))}，占${percentText(percentOf(dealtWith(all), all.warned))}；待处理${peopleText(all.waiting)}；${overdue}。`,
    urgent,
  ]
}

/** 三级预警学生中待处理3人、已逾期1人，应优先随访。 */
function urgentSentence(gravest: Handled): string {
  const counts = [
    ['待处理', gravest.waiting],
    ['已逾期', gravest.overdue],
  ] as const
  const words = counts.flatMap(([name, people]) => (people > 0 ? [`${name}${peopleText(people)}`] : []))
  return words.length === 0 ? '' : `三级预警学生中${words.join('、')}，应优先随访。`
}

/** From the largest down, with the word they are counted by. */
const UNITS: readonly (readonly [WarningScopeCode, string])[] = [
  [city, '个'],
  [region, '个'],
  [school, '所'],
  [klass, '个'],
]

type UnitLine = { name: string; measure: string; handled: Handled; levels: number[] }

function unitLines(rows: readonly FollowUp[]): UnitLine[] {
  return UNITS.flatMap(([scope, measure]) => {
    const own = rows.filter((row) => row.scope === scope)
    const levels = LEVELS.map((level) => handledOf(own.filter((row) => row.level === level)).warned)
    return own.length === 0
      ? []
      : [{ name: WarningScope.label(scope), measure, handled: handledOf(own), levels }]
  })
}

const unitTable = (lines: readonly UnitLine[]): ReportTable => ({
  id: 'follow-up-unit',
  title: '预警单位处理情况',
  rowTitle: '单位类别',
  columns: UNIT_COLUMNS,
  rows: lines.map(({ name, handled, levels }) => ({
    name,
    unit: null,
    isTotal: false,
    indent: 0,
    values: [handled.warned, ...levels, ...statusValues(handled), handled.overdue],
    note: null,
  })),
  notes: ['单位预警按完成率、有效率、视力不良率同比等比率判断，只计报告生成时仍成立的预警。'],
})

/** 报告生成时有预警的单位：学校5所（三级1所、二级4所）、班级3个（一级3个）。 */
function unitSentence(lines: readonly UnitLine[]): string {
  const words = lines.map(({ name, measure, handled, levels }) => {
    const parts = LEVELS.flatMap((level, nth) =>
      levels[nth] ? [`${WARNING_WORDS[level]}${levels[nth]}${measure}`] : [],
    )
    return `${name}${handled.warned}${measure}（${parts.join('、')}）`
  })
  return `报告生成时有预警的单位：${words.join('、')}。`
}

/** Units are listed where several of them can lie in the place of the report. */
export function followUpSection(
  { ctx, place }: Pick<BasisOfAny, 'ctx' | 'place'>,
  rows: readonly FollowUp[],
  { tally, suppression }: DisclosedTally,
): ReportSection {
  const section = { id: 'follow-up', title: '预警与随访' }
  const children = rows.filter(({ scope }) => scope === student)
  const lines = isArea(place) ? unitLines(rows) : []
  if (children.length === 0 && lines.length === 0)
    return emptySection(section, '报告生成时没有预警的学生和单位。')
  const byLevel = LEVELS.map((level) => handledOf(children.filter((row) => row.level === level)))
  const hiding = maySeeStudents(ctx)
    ? { parts: [], whole: false }
    : hideSmall(byLevel.map(({ warned }) => [warned]))
  const levels = { byLevel, all: handledOf(children), hiding }
  const isHidden = hidesCount(suppression, tally[0], 'warning1')
  const table = studentTable(levels)
  return sectionOf({
    ...section,
    paragraphs: [
      ...(children.length === 0
        ? []
        : isHidden
          ? [`预警学生的情况${HIDDEN_FOR_PRIVACY}。`]
          : studentSentences(levels)),
      ...(lines.length === 0 ? [] : [unitSentence(lines)]),
    ],
    tables: [
      ...(children.length === 0 ? [] : [isHidden ? allHidden(table) : table]),
      ...(lines.length === 0 ? [] : [unitTable(lines)]),
    ],
  })
}
