// A number that explains itself: what was counted, by which rules, up to when.
import type { z } from 'zod'
import { RateIndicator } from '#contract/core/codes.ts'
import { counterFor, isOfMyopia, withColleges } from '#contract/eyesight/figures/colleges.ts'
import {
  COUNTERS,
  type CounterName,
  countsStudents,
  isFinding,
  wholeOf,
} from '#contract/eyesight/figures/counters.ts'
import type { ExplainQuery, Explanation } from '#contract/eyesight/figures/figure-schemas.ts'
import { hidesCount, wholesOf } from '#contract/eyesight/figures/figure-small-cells.ts'
import {
  counterLabel,
  type Formula,
  percentOf,
  RATE_FORMULAS,
  SMALL_CELL,
  VISIT_RATE_RULES,
} from '#contract/eyesight/figures/rates.ts'
import { suppressionOfStage } from '#contract/eyesight/figures/unit-suppression.ts'
import { REFERRAL_RULES } from '#contract/eyesight/judgement/judge-referral.ts'
import { describeProfile, JudgementProfile } from '#contract/eyesight/judgement/profile.ts'
import { WARNING_LEGEND } from '#contract/eyesight/warning-words.ts'
import type { UserCtx } from '../../core/context.ts'
import { requirePlan } from '../plans/access.ts'
import type { PlanRecord } from '../plans/access-queries.ts'
import { readChildren } from './figure-children.ts'
import { selectReadAt } from './figure-queries.ts'
import { maySeeStudents, suppressionOfUnit } from './figure-suppression.ts'
import { resolveUnit } from './unit.ts'

export type AskedFigure = Pick<z.output<typeof ExplainQuery>, 'indicator' | 'counter'>

/** A rate, or a counter with the whole it is a part of. */
export type Figure = Omit<Formula, 'denominator'> & { title: string; denominator: CounterName | null }

export function figureOf({ indicator, counter = 'expected' }: AskedFigure): Figure {
  if (indicator !== undefined) return { title: RateIndicator.label(indicator), ...RATE_FORMULAS[indicator] }
  const whole = wholeOf(counter)
  const { label } = COUNTERS[counter]
  const part = whole === null ? '' : `${label} ÷ ${COUNTERS[whole].label}`
  const rule = countsStudents(counter) ? `占比 = ${part} × 100%` : `平均视力 = ${part} × 0.1`
  return {
    title: label,
    numerator: counter,
    denominator: whole,
    sex: null,
    rule: whole === null ? `${label}：${COUNTERS[counter].rule}` : rule,
  }
}

export async function explainFigure(
  ctx: UserCtx,
  query: z.output<typeof ExplainQuery>,
): Promise<Explanation> {
  const plan = await requirePlan(ctx, query.planId)
  const resolved = await resolveUnit(ctx, query)
  const at = await selectReadAt(ctx.db)
  const figure = figureOf(query)
  const { sex } = figure
  const counters = withColleges([
    figure.numerator,
    ...wholesOf(figure.numerator),
    ...(figure.denominator === null ? [] : [figure.denominator]),
  ])
  const asked = { planId: plan.id, stage: query.stage, counters }
  const { now } = await readChildren(ctx, resolved, asked)
  const counts = now[sex ?? 0]
  const numerator = counterFor(now[0], figure.numerator)
  const denominator = figure.denominator && counterFor(now[0], figure.denominator)
  const whole = denominator === null ? null : counts[denominator]
  const suppression = suppressionOfStage(await suppressionOfUnit(ctx, resolved, plan.id), query.stage)
  const hidden = hidesCount(suppression, counts, numerator, sex)
  const shown = (value: number | null) => (hidden ? null : value)
  return {
    title: figure.title,
    unit: resolved.unit,
    planName: plan.name,
    numeratorLabel: counterLabel(numerator, sex),
    numerator: shown(counts[numerator]),
    denominatorLabel: denominator && counterLabel(denominator, sex),
    denominator: shown(whole),
    rate: shown(whole === null || !countsStudents(numerator) ? null : percentOf(counts[numerator], whole)),
    rules: [...rulesOf(plan, { ...figure, numerator, denominator }), ...(hidden ? [HIDDEN] : [])],
    at,
    hidden,
    studentsVisible: maySeeStudents(ctx),
  }
}

export const HIDDEN = `不足${SMALL_CELL}人的数据涉及个人隐私，不予显示；能由此推算出的数据一并不显示。`
export const ATTRIBUTED = '学生按筛查时所在的学校、年级和班级统计，此后转学、调班或升级不改变已有数字。'
export const FIRST_READING = '每名学生在一个计划中只有一条记录，复测结果不替代初测结果，不计入统计。'
export const NOT_RATED = '幼儿园托班、小班、中班不纳入近视率统计，只统计视力低常与远视储备。'
export const COLLEGES_APART =
  '近视率为儿童青少年口径（幼儿园大班、小学、初中、高中）；大专、本科单独统计，不计入合计，合计另列“含大学”。'

/** In sentences: the formula, who counts, and for what was found the plan's way of judging. */
function rulesOf(plan: PlanRecord, { rule, numerator, denominator, sex }: Figure): string[] {
  const counted = (counter: CounterName) => `${counterLabel(counter, sex)}：${COUNTERS[counter].rule}。`
  const visits = VISIT_RATE_RULES[numerator]
  const parts = denominator === null ? [] : [counted(numerator), counted(denominator)]
  return [
    `${rule}。`,
    ...parts,
    ...(isOfMyopia(numerator) ? [NOT_RATED, COLLEGES_APART] : []),
    ...(visits ? [`${visits}。`] : []),
    ...(numerator === 'referral' || visits ? REFERRAL_RULES : []),
    ...(numerator.startsWith('warning') ? [WARNING_LEGEND] : []),
    ATTRIBUTED,
    FIRST_READING,
    ...(isFinding(numerator) ? profileRules(plan) : []),
  ]
}

export function profileRules({ profile }: Pick<PlanRecord, 'profile'>, ofKindergarten = false): string[] {
  const known = JudgementProfile.safeParse(profile)
  if (!known.success) return []
  return [`判定标准：${known.data.name}。`, ...describeProfile(known.data, ofKindergarten)]
}
