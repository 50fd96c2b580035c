// Table, chart and sentences of a rate decomposition.

import {
  HIDDEN_VALUE,
  type ReportChart,
  type ReportColumn,
  type ReportTable,
  type ReportValue,
} from '#contract/reports/report/report.ts'
import { formatUnitless } from '#contract/reports/report/report-text.ts'
import { changeText, percentText } from '../sentences/rate-words.ts'
import type { RateDecomposition } from './rate-decomposition.ts'

export type NamedDecomposition = { name: string; decomposition: RateDecomposition }
type Effect = 'withinEffect' | 'mixEffect' | 'coverageEffect'
/** Frozen reports are compared by their column keys, so these stay as they were first stored. */
const EFFECTS: readonly { effect: Effect; key: string; title: string }[] = [
  { effect: 'withinEffect', key: 'real', title: '实际变化' },
  { effect: 'mixEffect', key: 'mix', title: '构成变化' },
  { effect: 'coverageEffect', key: 'coverage', title: '覆盖变化' },
]
const OF_WHICH = '其中'
const COLUMNS: readonly { part: keyof RateDecomposition; column: ReportColumn }[] = [
  { part: 'last', column: { key: 'last', title: '上次', group: null, format: 'percent' } },
  { part: 'now', column: { key: 'now', title: '本次', group: null, format: 'percent' } },
  { part: 'change', column: { key: 'change', title: '变化', group: null, format: 'points' } },
  ...EFFECTS.map(({ effect, key, title }) => ({
    part: effect,
    column: { key, title, group: OF_WHICH, format: 'points' as const },
  })),
]

/** What the notes under the table call the places and the strata. */
export type DecompositionWords = { places: string; stratum: string }

export const decompositionNotes = ({ places, stratum }: DecompositionWords): string[] => [
  '变化 = 实际变化 + 构成变化 + 覆盖变化，按未四舍五入的数值相加；显示两位小数时可能相差0.01。',
  `覆盖变化 =（本次率 − 本次共同${places}的率）−（上次率 − 上次共同${places}的率）；共同${places}指两次计划都有有效结果的${places}。`,
  `共同${places}内按${stratum}分组，w为各组人数占比，r为各组的率，1为本次，0为上次：实际变化 = Σ(w₁+w₀)/2×(r₁−r₀)，构成变化 = Σ(r₁+r₀)/2×(w₁−w₀)。只在一次计划中有学生的组，其率两次取同一值，全部计入构成变化。`,
]
export const DECOMPOSITION_HIDDEN = '部分单位或分组人数不足5人，为避免推算出个别学生的情况，不予显示。'

/** Suppression is all or nothing: a suppressed effect could be derived from the others. */
export function decompositionTable(
  decompositions: readonly NamedDecomposition[],
  hidden: boolean,
  notes: string[],
): ReportTable {
  const disclosed = (value: number | null): ReportValue => (hidden && value !== null ? HIDDEN_VALUE : value)
  return {
    id: 'split-rate',
    title: '比率变化的分解',
    rowTitle: '指标',
    columns: COLUMNS.map(({ column }) => column),
    rows: decompositions.map(({ name, decomposition }) => ({
      name,
      unit: null,
      isTotal: false,
      indent: 0,
      values: COLUMNS.map(({ part }) => disclosed(decomposition[part])),
      note: null,
    })),
    notes,
  }
}

export const decompositionChart = (decompositions: readonly NamedDecomposition[]): ReportChart => ({
  id: 'split-rate-chart',
  title: '比率变化的分解',
  kind: 'bars',
  format: 'points',
  unit: '百分点',
  categories: EFFECTS.map(({ title }) => title),
  series: decompositions.map(({ name, decomposition }) => ({
    name,
    values: EFFECTS.map(({ effect }) => decomposition[effect]),
  })),
})

/** 近视率由41.20%变为40.00%，下降1.20个百分点，其中实际变化-0.80、构成变化-0.30、覆盖变化-0.10个百分点。 */
export function decompositionSentence(
  { name, decomposition }: NamedDecomposition,
  { places }: DecompositionWords,
): string {
  const { last, now, change, withinEffect } = decomposition
  if (last === null || now === null || change === null)
    return `${name}在两次计划中至少一次没有可统计的学生，无法分解。`
  const moved = changeText(change)
  const begin =
    moved === '持平'
      ? `${name}为${percentText(now)}，与上次持平`
      : `${name}由${percentText(last)}变为${percentText(now)}，${moved}`
  if (withinEffect === null) {
    const end = moved === '持平' ? '无法分解' : '变化全部来自覆盖范围不同'
    return `${begin}；两次计划没有共同参加的${places}，${end}。`
  }
  const parts = EFFECTS.map(
    ({ effect, title }) => `${title}${formatUnitless(decomposition[effect], 'points')}`,
  )
  return `${begin}，其中${parts.join('、')}个百分点。`
}
