// Rates of places with other stages made comparable: directly standardised by stage.
import { SchoolStage } from '#contract/core/codes.ts'
import { COLLEGE_STAGES } from '#contract/eyesight/figures/colleges.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import type { ReportColumn, ReportValue } from '#contract/reports/report/report.ts'
import type { Tally } from '#contract/reports/report/tally.ts'
import { peopleText } from '../sentences/rate-words.ts'
import { HIGH_STAGES, type Stage } from './stage-tree.ts'

export type StageTally = { stage: Stage; tally: Tally }
type Group = { key: string; name: string }
type Stratum = Group & { rated: number; myopia: number }
/** How many are valid in a stage of a whole plan. */
export type StageValid = { stage: Stage; valid: number }
export type StageWeight = Group & { valid: number }

/** 高中 is one; colleges are no part of the rate. */
export const stratumOf = (stage: Stage): Group =>
  HIGH_STAGES.includes(stage)
    ? { key: 'high', name: '高中' }
    : { key: String(stage), name: SchoolStage.label(stage) }

/** The stages of a place that have somebody who counts for myopia, in their order. */
export function strataOf(stages: readonly StageTally[]): Stratum[] {
  const strata = new Map<string, Stratum>()
  for (const { stage, tally } of stages) {
    if (COLLEGE_STAGES.includes(stage) || tally[0].rated === 0) continue
    const group = stratumOf(stage)
    const own = strata.get(group.key) ?? { ...group, rated: 0, myopia: 0 }
    strata.set(group.key, { ...own, rated: own.rated + tally[0].rated, myopia: own.myopia + tally[0].myopia })
  }
  return [...strata.values()]
}

/** The stages that an area has, weighted by the whole plan, so that a place has the same rate in the report of any area. */
export function weightsOf(area: readonly StageTally[], plan: readonly StageValid[]): StageWeight[] {
  const valid = new Map<string, number>()
  for (const each of plan) {
    const { key } = stratumOf(each.stage)
    valid.set(key, (valid.get(key) ?? 0) + each.valid)
  }
  return strataOf(area).map(({ key, name }) => ({ key, name, valid: valid.get(key) ?? 0 }))
}

/** Null where the place lacks one of the stages: its rate would be that of others. */
export function standardRate(stages: readonly StageTally[], weights: readonly StageWeight[]): number | null {
  const own = new Map(strataOf(stages).map((stratum) => [stratum.name, stratum]))
  let sum = 0
  let whole = 0
  for (const { name, valid } of weights) {
    const stratum = own.get(name)
    const rate = stratum ? percentOf(stratum.myopia, stratum.rated) : null
    if (rate === null) return null
    sum += valid * rate
    whole += valid
  }
  return whole === 0 ? null : sum / whole
}

/** The weights of stages that all of some places have. */
export const commonWeights = (
  weights: readonly StageWeight[],
  places: readonly StageTally[][],
): StageWeight[] => {
  const strata = places.map((stages) => new Set(strataOf(stages).map(({ name }) => name)))
  return weights.filter(({ name }) => strata.every((names) => names.has(name)))
}

export const STANDARD_COLUMN: ReportColumn = {
  key: 'standard:myopia',
  title: '标化近视率',
  group: null,
  format: 'percent',
}

/** Of a single stage it is the rate of that stage. */
export const standardTitle = (weights: readonly StageWeight[]): string => {
  const [only] = weights
  return only && weights.length === 1 ? `${only.name}近视率` : STANDARD_COLUMN.title
}

/** What makes a standardised rate recomputable. */
export const standardNote = (weights: readonly StageWeight[]): string =>
  weights.length === 1
    ? `各单位共有的学段只有${weights[0]?.name}，比较其近视率。`
    : `标化近视率 = 各学段近视率按本计划全部有效人数加权平均（${weights.map(({ name, valid }) => `${name}${peopleText(valid)}`).join('、')}），消除学段构成不同的影响；缺少其中学段的单位没有标化近视率。`

/** A table of the rates by stage that a standardised rate is made of. */
export const stageColumns = (weights: readonly StageWeight[]): ReportColumn[] =>
  weights.flatMap(({ key, name }) => [
    { key: `rated_${key}`, title: '近视统计人数', group: name, format: 'count' as const },
    { key: `myopia_${key}`, title: '近视人数', group: name, format: 'count' as const },
    { key: `myopia_${key}/rated_${key}`, title: '近视率', group: name, format: 'percent' as const },
  ])
export function stageValues(stages: readonly StageTally[], weights: readonly StageWeight[]): ReportValue[] {
  const own = new Map(strataOf(stages).map((stratum) => [stratum.name, stratum]))
  return weights.flatMap(({ name }) => {
    const { rated, myopia } = own.get(name) ?? { rated: 0, myopia: 0 }
    return [rated, myopia, percentOf(myopia, rated)]
  })
}
