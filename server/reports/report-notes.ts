// What every figure of a report rests on.

import { ScreeningItemType } from '#contract/core/codes.ts'
import { COUNTERS, type CounterName } from '#contract/eyesight/figures/counters.ts'
import {
  COMPARED_AS,
  CORRECTION_RATE_RULE,
  RATE_FORMULAS,
  VISIT_RATE_RULES,
} from '#contract/eyesight/figures/rates.ts'
import { HIDDEN_VALUE, NO_VALUE } from '#contract/reports/report/report.ts'
import { dayInChinese, minuteInChina } from '../core/china-time.ts'
import {
  ATTRIBUTED,
  COLLEGES_APART,
  FIRST_READING,
  HIDDEN,
  NOT_RATED,
  profileRules,
} from '../eyesight/figures/explain.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import type { BasisOfAny } from './report-basis.ts'
import { inWordsOfKindergarten } from './sections/kindergarten-words.ts'
import { INCOMPARABLE_MEANING, SEASON_MEANING } from './sentences/comparison-sentences.ts'

const RULES = [
  `应筛：${COUNTERS.expected.rule}；实筛：${COUNTERS.screened.rule}；有效：${COUNTERS.valid.rule}。`,
  '完成率 = 实筛人数 ÷ 应筛人数 × 100%；有效率 = 有效人数 ÷ 实筛人数 × 100%。',
  ...([0, 3, 6] as const).map((indicator) => `${RATE_FORMULAS[indicator].rule}。`),
  '男生、女生的比率以该性别的人数为分母；高度近视占近视 = 高度近视人数 ÷ 近视人数 × 100%。',
  `${CORRECTION_RATE_RULE}。`,
  ...([7, 8] as const).map((indicator) => `${RATE_FORMULAS[indicator].rule}。`),
  ...Object.values(VISIT_RATE_RULES).map((rule) => `${rule}。`),
  '其余各率 = 该项人数 ÷ 有效人数 × 100%；戴镜包括框架眼镜、隐形眼镜和角膜塑形镜。',
  `近视统计人数：${COUNTERS.rated.rule}。`,
]
/** Those that the criteria of a plan do not explain. */
const EXPLAINED: readonly CounterName[] = ['uncorrected', 'underCorrected', 'fullyCorrected', 'referral']

export const PART_NOTE = '本报告只包含查看人负责或承担的班级。'

/** For callers who see only a part of a school. */
function partNote({ ctx, place, resolved }: BasisOfAny): string[] {
  const part = resolved.who.carriesOut !== null || (ctx.scope.kind === 'org' && ctx.scope.only !== undefined)
  return part && 'orgId' in place ? [PART_NOTE] : []
}

const isAreaKind = (kind: BasisOfAny['kind']) => kind === 'province' || kind === 'city' || kind === 'region'

function comparisonNotes({ kind, lastPlan }: BasisOfAny): string[] {
  if (lastPlan === null) return []
  const levels = isAreaKind(kind)
    ? (['area', 'school'] as const)
    : kind === 'school'
      ? (['school', 'grade', 'class'] as const)
      : kind === 'grade'
        ? (['grade', 'class'] as const)
        : (['class'] as const)
  return [SEASON_MEANING, ...levels.map((level) => COMPARED_AS[level]), INCOMPARABLE_MEANING, SAME_CHILDREN]
}

const SAME_CHILDREN = '同一学生的变化及比率变化的分解，见对比报告中这两次计划的比较。'

/** Without vision and refraction only who wears ortho-K lenses is known to be myopic. */
const itemNotes = ({ plan: { items } }: BasisOfAny): string[] =>
  items.naked === ScreeningItemType.code.skipped || items.refraction === ScreeningItemType.code.skipped
    ? ['本计划未安排裸眼视力或电脑验光检查，近视率等指标不具代表性。']
    : []

/** How everything is counted, whatever the plan. */
export const FIGURE_NOTES: readonly string[] = [
  ...RULES,
  ...EXPLAINED.map((counter) => `${COUNTERS[counter].label}：${COUNTERS[counter].rule}。`),
  NOT_RATED,
  COLLEGES_APART,
  ATTRIBUTED,
  FIRST_READING,
]

export const signNotes = (hides: boolean): string[] => [
  `“${NO_VALUE}”表示没有可统计的学生${hides ? `；“${HIDDEN_VALUE}”表示不予显示` : ''}。`,
  ...(hides ? [HIDDEN] : []),
]

/** `ofKindergarten`: of nothing but kindergartens, in their own words. */
export function notesOf(basis: BasisOfAny, ofKindergarten = false): string[] {
  const hides = !maySeeStudents(basis.ctx)
  return [
    `数据截至${minuteInChina(basis.at)}；计划“${basis.plan.name}”（${dayInChinese(basis.plan.startsOn)}至${dayInChinese(basis.plan.endsOn)}）。`,
    ...partNote(basis),
    ...itemNotes(basis),
    ...(ofKindergarten ? FIGURE_NOTES.map(inWordsOfKindergarten) : FIGURE_NOTES),
    ...profileRules(basis.plan, ofKindergarten),
    ...comparisonNotes(basis),
    ...signNotes(hides),
  ]
}
