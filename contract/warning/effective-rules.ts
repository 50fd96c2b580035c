// Which rules hold in an area: the shipped ones, changed from the province down. Below the province nothing gets looser.
import { ANY_STAGE, INDICATORS, SHIPPED_RULES, type WarningRule } from './rules.ts'

/** The stricter of two thresholds: the one that warns earlier. */
function stricterThreshold(one: WarningRule, other: WarningRule): number {
  const { direction } = INDICATORS[one.indicator]
  return direction === 'below'
    ? Math.max(one.threshold, other.threshold)
    : Math.min(one.threshold, other.threshold)
}

/** A rule as it holds below: at least as strict as above, with everybody who learns of it above. */
const tightened = (above: WarningRule, own: WarningRule): WarningRule => ({
  ...above,
  threshold: stricterThreshold(above, own),
  level: Math.max(own.level, above.level) as WarningRule['level'],
  minValid: Math.min(above.minValid, own.minValid),
  notify: [...new Set([...above.notify, ...own.notify])],
  enabled: true,
})

/** An own row of a lower body stands for the same thing as the row above it. */
const isSameSubject = (one: WarningRule, other: WarningRule): boolean =>
  one.key === other.key && one.scope === other.scope && one.indicator === other.indicator

/** What an area makes of the rules above it; `top` may also loosen. */
export function rulesBelow(
  above: readonly WarningRule[],
  own: readonly WarningRule[],
  top: boolean,
): WarningRule[] {
  const ownOf = (given: WarningRule) => own.find((each) => isSameSubject(each, given))
  const changed = above.map((given) => {
    const mine = ownOf(given)
    if (!mine) return given
    // A rule of the top keeps its subject: only its stage may be narrowed by a row of its own.
    return top || !given.enabled ? { ...mine, stage: given.stage } : tightened(given, mine)
  })
  const added = own.filter((mine) => !above.some((given) => isSameSubject(given, mine)))
  return [...changed, ...added]
}

/** From the province down; an area without rows of its own has none here. */
export const effectiveRules = (chain: readonly (readonly WarningRule[])[]): WarningRule[] =>
  chain.reduce<WarningRule[]>((rules, own, index) => rulesBelow(rules, own, index === 0), [...SHIPPED_RULES])

export type RuleFault = { index: number; message: string }

/** Why rows cannot be saved; the server asks too. */
export function ruleFaults(
  above: readonly WarningRule[],
  own: readonly WarningRule[],
  top: boolean,
): RuleFault[] {
  const seen = new Set<string>()
  return own.flatMap((mine, index): RuleFault[] => {
    const fault = (message: string) => [{ index, message }]
    const { scopes, range, decimals } = INDICATORS[mine.indicator]
    if (seen.has(mine.key)) return fault('规则重复')
    seen.add(mine.key)
    if (!(scopes as readonly number[]).includes(mine.scope)) return fault('该指标不适用于所选对象')
    if (mine.indicator === 'level' && mine.stage !== ANY_STAGE) return fault('筛查预警级别不能分学段设置')
    const given = above.find((each) => each.key === mine.key)
    if (given && !isSameSubject(given, mine)) return fault('不能更改上级规则的对象和指标')
    // Also of a fact that has no number to set: a level of zero would warn of every child.
    if (mine.threshold < range[0] || mine.threshold > range[1])
      return fault(`界限应在${range[0]}至${range[1]}之间`)
    if (Math.abs(mine.threshold * 10 ** decimals - Math.round(mine.threshold * 10 ** decimals)) > 1e-9)
      return fault(decimals === 0 ? '界限应为整数' : `界限最多${decimals}位小数`)
    // What is switched off above has no strictness.
    return given?.enabled && !top ? looserFault(given, mine).flatMap(fault) : []
  })
}

/** In what a row of a lower body would be looser than the one above it. */
function looserFault(above: WarningRule, own: WarningRule): string[] {
  if (!own.enabled) return ['上级已启用的规则不能停用']
  if (stricterThreshold(above, own) !== own.threshold) return ['界限不能比上级宽松']
  if (own.level < above.level) return ['级别不能低于上级']
  if (own.minValid > above.minValid) return ['最少人数不能多于上级']
  return []
}
