// 汇总表: grades by boys, girls and both, with the numbers and rates of the reports.
import { count, type MeasuredColumn, measured, percent } from '../../reports/report/measure.ts'
import { formatValue } from '../../reports/report/report-text.ts'
import type { Tally } from '../../reports/report/tally.ts'
import type { FormColumn } from './columns.ts'

/** Boys, girls or both of a grade, counted as a place of their own. */
export type SummaryRow = { grade: string; sex: string; tally: Tally }

const NOTHING_SUPPRESSED = new Set<never>()
const cellOf =
  ({ measure, format }: MeasuredColumn) =>
  ({ tally }: SummaryRow): string =>
    formatValue(measured(measure, { now: { tally, suppression: NOTHING_SUPPRESSED }, last: null }), format)

const column = (
  own: MeasuredColumn,
  title: string,
  width: number,
  group?: string,
): FormColumn<SummaryRow> => ({
  title,
  width,
  cell: cellOf(own),
  ...(group === undefined ? {} : { group }),
})
type Counter = Parameters<typeof percent>[0]
/** How many, and how many of a hundred. */
const both = (counter: Counter, title: string, group: string): FormColumn<SummaryRow>[] => [
  column(count(counter), title, 9, group),
  column(percent(counter, ''), `${title}率`, 13, group),
]
const VISION = '视力不良'
const MYOPIA = '近视'
const GLASSES = '戴镜人数'

export const SUMMARY_COLUMNS: readonly FormColumn<SummaryRow>[] = [
  { title: '年级', width: 17, cell: ({ grade }) => grade },
  { title: '性别', width: 8, cell: ({ sex }) => sex },
  column(count('expected'), '应检', 10),
  column(count('screened'), '实检', 10),
  column(percent('screened', ''), '受检率', 13),
  column(count('valid'), '有效', 10),
  ...both('poorLight', '轻度', VISION),
  ...both('poorMid', '中度', VISION),
  ...both('poorHeavy', '重度', VISION),
  column(count('poorUngraded'), '未分度', 9, VISION),
  ...both('poor', '合计', VISION),
  column(count('rated'), '统计人数', 10, MYOPIA),
  ...both('myopiaLow', '低度', MYOPIA),
  ...both('myopiaMid', '中度', MYOPIA),
  ...both('myopiaHigh', '高度', MYOPIA),
  column(count('myopiaUngraded'), '未分度', 9, MYOPIA),
  ...both('myopia', '合计', MYOPIA),
  column(count('glassesFrame'), '框架', 9, GLASSES),
  column(count('glassesContact'), '隐形', 9, GLASSES),
  column(count('orthoK'), '塑形镜', 9, GLASSES),
  column(count('referral'), '建议就诊', 10),
]
