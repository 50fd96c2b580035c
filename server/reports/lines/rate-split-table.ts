// The parts of a change of a rate, told.

import {
  HIDDEN_VALUE,
  type ReportChart,
  type ReportColumn,
  type ReportTable,
  type ReportValue,
} from '#contract/reports/report/report.ts'
import { formatNumber } from '#contract/reports/report/report-text.ts'
import { changeText, percentText } from '../sentences/rate-words.ts'
import type { RateSplit } from './rate-split.ts'

export type NamedSplit = { name: string; split: RateSplit }
type Part = 'real' | 'mix' | 'coverage'
const PARTS: readonly { key: Part; title: string }[] = [
  { key: 'real', title: '实际变化' },
  { key: 'mix', title: '构成变化' },
  { key: 'coverage', title: '覆盖变化' },
]
const OF_WHICH = '其中'
const COLUMNS: readonly (ReportColumn & { key: keyof RateSplit })[] = [
  { key: 'last', title: '上次', group: null, format: 'percent' },
  { key: 'now', title: '本次', group: null, format: 'percent' },
  { key: 'change', title: '变化', group: null, format: 'points' },
  ...PARTS.map(({ key, title }) => ({ key, title, group: OF_WHICH, format: 'points' as const })),
]

/** How alike pupils and places are told apart; said under the table. */
export type SplitWords = { places: string; alike: string }

export const splitNotes = ({ places, alike }: SplitWords): string[] => [
  '变化 = 实际变化 + 构成变化 + 覆盖变化，按未四舍五入的数值相加；显示两位小数时可能相差0.01。',
  `覆盖变化 =（本次率 − 本次共同${places}的率）−（上次率 − 上次共同${places}的率）；共同${places}指两次计划都有有效结果的${places}。`,
  `共同${places}内按${alike}分组，w为各组人数占比，r为各组的率，1为本次，0为上次：实际变化 = Σ(w₁+w₀)/2×(r₁−r₀)，构成变化 = Σ(r₁+r₀)/2×(w₁−w₀)。只在一次计划中有学生的组，其率两次取同一值，全部计入构成变化。`,
]
export const SPLIT_HIDDEN = '部分单位或分组人数不足5人，为避免推算出个别学生的情况，不予显示。'

/** All or nothing: what is kept of one part could be worked out from the others. */
export function splitTable(splits: readonly NamedSplit[], hidden: boolean, notes: string[]): ReportTable {
  const told = (value: number | null): ReportValue => (hidden && value !== null ? HIDDEN_VALUE : value)
  return {
    id: 'split-rate',
    title: '比率变化的分解',
    rowTitle: '指标',
    columns: [...COLUMNS],
    rows: splits.map(({ name, split }) => ({
      name,
      unit: null,
      isTotal: false,
      indent: 0,
      values: COLUMNS.map(({ key }) => told(split[key])),
      note: null,
    })),
    notes,
  }
}

export const splitChart = (splits: readonly NamedSplit[]): ReportChart => ({
  id: 'split-rate-chart',
  title: '比率变化的分解',
  kind: 'bars',
  format: 'points',
  unit: '百分点',
  categories: PARTS.map(({ title }) => title),
  series: splits.map(({ name, split }) => ({ name, values: PARTS.map(({ key }) => split[key]) })),
})

/** 近视率由41.20%变为40.00%，下降1.20个百分点，其中实际变化-0.80、构成变化-0.30、覆盖变化-0.10个百分点。 */
export function splitSentence({ name, split }: NamedSplit, { places }: SplitWords): string {
  const { last, now, change, real } = split
  if (last === null || now === null || change === null)
    return `${name}在两次计划中至少一次没有可统计的学生，无法分解。`
  const moved = changeText(change)
  const begin =
    moved === '持平'
      ? `${name}为${percentText(now)}，与上次持平`
      : `${name}由${percentText(last)}变为${percentText(now)}，${moved}`
  if (real === null) {
    const end = moved === '持平' ? '无法分解' : '变化全部来自覆盖范围不同'
    return `${begin}；两次计划没有共同参加的${places}，${end}。`
  }
  const parts = PARTS.map(({ key, title }) => `${title}${formatNumber(split[key], 'points')}`)
  return `${begin}，其中${parts.join('、')}个百分点。`
}
