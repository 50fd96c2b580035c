import { isIndicator, type StoredReason, valueText } from '#contract/warning/reason-words.ts'
import { INDICATORS, thresholdText } from '#contract/warning/rules.ts'

const COMPARISONS = { atLeast: '不低于', above: '高于', below: '低于' } as const

/** What was found against what, each apart; of a fact without a number only what it is called. */
export function comparedReason({ indicator, threshold, value }: StoredReason) {
  if (!isIndicator(indicator)) return { label: indicator, value: '', comparison: '', threshold: '' }
  const { label, direction } = INDICATORS[indicator]
  return {
    label,
    value: direction === null || value === null ? '' : valueText(indicator, value),
    comparison: direction === null ? '' : COMPARISONS[direction],
    threshold: direction === null ? '' : thresholdText({ indicator, threshold: threshold / 1000 }),
  }
}
