// The reasons of a warning in words.

import { warningWord } from '#contract/eyesight/warning-words.ts'
import { INDICATORS, type IndicatorName, ruleText } from '#contract/warning/rules.ts'
import type { StoredReason } from './warning-queries.ts'

const EYES = { 1: '右眼', 2: '左眼' } as const

export const isIndicator = (name: string): name is IndicatorName => name in INDICATORS

const valueText = (indicator: IndicatorName, value: number): string => {
  const { decimals, unit } = INDICATORS[indicator]
  return `${(value / 1000).toFixed(decimals)}${unit}`
}

/** 右眼近视进展快 0.93D/年 */
export function shortReason({ indicator, level, value, eye }: StoredReason): string {
  if (!isIndicator(indicator)) return indicator
  if (indicator === 'level') return `筛查${warningWord(level)}预警`
  const { label, direction } = INDICATORS[indicator]
  const where = eye ? EYES[eye] : ''
  return direction === null || value === null
    ? `${where}${label}`
    : `${where}${label} ${valueText(indicator, value)}`
}

/** With the rule behind it. */
export function reasonSentence(reason: StoredReason): string {
  const { indicator, threshold, value, eye } = reason
  if (!isIndicator(indicator)) return ''
  const { rule, direction } = INDICATORS[indicator]
  const own = eye ? EYES[eye] : ''
  const found =
    direction !== null && value !== null ? `${own}${valueText(indicator, value)}，` : own && `${own}，`
  const limit = direction === null ? '' : `（规则：${ruleText({ indicator, threshold: threshold / 1000 })}）`
  return `${found}${rule}${limit}。`
}
