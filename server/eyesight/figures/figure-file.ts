// The tables of progress and of rates as files, with the figures and the suppression of the page.
import type { z } from 'zod'
import { RateIndicator } from '#contract/core/codes.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import {
  type Breakdown,
  type BreakdownQuery,
  type IndicatorQuery,
  type IndicatorTable,
  type Rate,
  UnitLevel,
} from '#contract/eyesight/figures/figure-schemas.ts'
import { type RangeCounts, RangePart } from '#contract/eyesight/figures/plan-range.ts'
import {
  COMPARED_AS,
  percentOf,
  RATE_FORMULAS,
  ROUNDING,
  VISIT_RATE_RULES,
} from '#contract/eyesight/figures/rates.ts'
import { inChinaTime } from '../../core/china-time.ts'
import type { UserCtx } from '../../core/context.ts'
import type { OutColumn, OutRow, OutValue } from '../../core/sheets/write/write-model.ts'
import { writeWorkbook, XLSX_TYPE } from '../../core/sheets/write/write-workbook.ts'
import { COLLEGES_APART, HIDDEN } from './explain.ts'
import { findBreakdown } from './figure.ts'
import { findIndicators } from './figure-rates.ts'

type Table = Pick<Breakdown, 'plan' | 'unit' | 'childLevel' | 'at'>
type Sheet = { what: string; columns: OutColumn[]; rows: OutRow[]; notes: readonly string[] }

function fileOf({ caller }: UserCtx, { plan, unit, at }: Table, sheet: Sheet): FileAnswer {
  const moment = inChinaTime(at)
  const title = `${unit.name}${sheet.what}（${plan.planName}，统计至${moment}）`
  const notes = { name: '说明', plain: true, columns: [{ title: '说明', width: 100 }] }
  return {
    fileName: `${[unit.name, sheet.what, plan.planName, moment.replace(/\D/g, '').slice(0, 12)].join('_')}.xlsx`,
    contentType: XLSX_TYPE,
    content: writeWorkbook(
      [
        { name: sheet.what, title, columns: sheet.columns, rows: sheet.rows },
        { ...notes, rows: sheet.notes.map((note) => [note]) },
      ],
      { creator: caller.realName, title },
    ),
  }
}

const nameColumn = ({ childLevel }: Table): OutColumn => ({
  title: childLevel ? UnitLevel.label(childLevel) : '单位',
  width: 28,
})
const people = (title: string): OutColumn => ({ title, format: 'thousands', width: 12 })
const rate = (title: string, group: string | null = null): OutColumn => ({
  title,
  group,
  format: 'percent',
  width: 12,
})

/** As a cell in per cent has it. */
const shareOf = (percent: number | null): number | null => (percent === null ? null : percent / 100)

/** A school as a whole; of larger places how many schools it is. */
const notBegunText = (level: string, range: RangeCounts): string =>
  RangePart.codes
    .filter((part) => part !== 'begun' && range[part].schools > 0)
    .map((part) => `${RangePart.label(part)}${level === 'school' ? '' : `${range[part].schools}所`}`)
    .join('、')

export async function saveBreakdown(
  ctx: UserCtx,
  query: z.output<typeof BreakdownQuery>,
): Promise<FileAnswer> {
  const table = await findBreakdown(ctx, query)
  ctx.note({ objectType: 'plan', objectId: query.planId, detail: { rows: table.rows.length } })
  const rowOf = (name: string, counts: Breakdown['total'], state: string): OutRow => [
    name,
    state,
    counts.expected,
    counts.screened,
    shareOf(percentOf(counts.screened, counts.expected)),
    counts.valid,
    shareOf(percentOf(counts.valid, counts.screened)),
    counts.absent,
  ]
  return fileOf(ctx, table, {
    what: '筛查进度',
    columns: [
      nameColumn(table),
      { title: '未开展', width: 20 },
      people('应筛'),
      people('实筛'),
      rate('完成率'),
      people('有效'),
      rate('有效率'),
      people('未检（有原因）'),
    ],
    rows: [
      ...table.rows.map(({ unit, counts, range }) =>
        rowOf(unit.name, counts, notBegunText(unit.level, range)),
      ),
      rowOf('合计', table.total, notBegunText(table.unit.level, table.range)),
    ],
    notes: ['完成率 = 实筛 ÷ 应筛 × 100%；有效率 = 有效 ÷ 实筛 × 100%。应筛为计划范围内的全部学生。'],
  })
}

const NOT_SHOWN = '不予显示'

export async function saveIndicators(
  ctx: UserCtx,
  query: z.output<typeof IndicatorQuery>,
): Promise<FileAnswer> {
  const table = await findIndicators(ctx, query)
  ctx.note({ objectType: 'plan', objectId: query.planId, detail: { rows: table.rows.length } })
  const { lastPlan } = table
  return fileOf(ctx, table, {
    what: '各项比率',
    columns: [
      nameColumn(table),
      people('有效人数'),
      people('近视统计人数'),
      ...RateIndicator.options.flatMap(({ label }) =>
        lastPlan
          ? [
              rate('本次', label),
              rate('上次', label),
              { ...rate('变化（百分点）', label), format: 'signed' as const },
            ]
          : [rate(label)],
      ),
      ...(lastPlan ? [{ title: '备注', width: 14 }] : []),
    ],
    rows: rateRows(table),
    notes: [
      ...RateIndicator.codes.map((code) => `${RATE_FORMULAS[code].rule}。`),
      ...Object.values(VISIT_RATE_RULES).map((rule) => `${rule}。`),
      COLLEGES_APART,
      HIDDEN,
      ...(lastPlan
        ? [`上次：${lastPlan.planName}（${table.comparison}）。`, COMPARED_AS.area, ROUNDING]
        : []),
    ],
  })
}

/** The totals as on the page: what can be compared stands before all. */
function rateRows({ rows, total, totalComparable, totalWithColleges, ...table }: IndicatorTable): OutRow[] {
  const compared = table.lastPlan !== null
  const rowOf = (name: string, valid: number, rates: readonly Rate[], unlike: boolean): OutRow => [
    name,
    valid,
    rates.find(({ indicator }) => indicator === RateIndicator.code.myopia)?.denominator ?? null,
    ...rates.flatMap((each): OutValue[] => {
      const own = each.hidden ? NOT_SHOWN : shareOf(each.rate)
      return compared ? [own, shareOf(each.last), each.difference] : [own]
    }),
    ...(compared ? [unlike ? '口径不一致' : null] : []),
  ]
  const valid = rows.reduce((sum, row) => sum + row.valid, 0)
  return [
    ...rows.map((row) => rowOf(row.unit.name, row.valid, row.rates, row.unlike)),
    ...(totalComparable
      ? [
          rowOf(
            `合计（两次都参加的${totalComparable.schools}所学校）`,
            totalComparable.valid,
            totalComparable.rates,
            false,
          ),
        ]
      : []),
    rowOf('合计', valid, total, table.unlike),
    ...(totalWithColleges ? [rowOf('含大学', valid, totalWithColleges, table.unlike)] : []),
  ]
}
