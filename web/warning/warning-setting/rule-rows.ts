// The rules of an area as rows: those of above, changed or not, and the own ones.
import { warningWord } from '#contract/eyesight/warning-words.ts'
import { ruleFaults } from '#contract/warning/effective-rules.ts'
import {
  INDICATORS,
  type IndicatorName,
  ruleText,
  SHIPPED_RULES,
  type WarningRule,
  WarningScope,
  type WarningScopeCode,
} from '#contract/warning/rules.ts'

export type RuleRow = {
  rule: WarningRule
  /** What holds above; undefined for an own row. */
  above: WarningRule | undefined
  isChanged: boolean
  fault: string | undefined
}

export function rowsOf(above: readonly WarningRule[], own: readonly WarningRule[], top: boolean): RuleRow[] {
  const faults = new Map(ruleFaults(above, own, top).map(({ index, message }) => [own[index]?.key, message]))
  const row = (given: WarningRule | undefined, mine: WarningRule | undefined): RuleRow[] => {
    const rule = mine ?? given
    if (!rule) return []
    return [{ rule, above: given, isChanged: mine !== undefined, fault: faults.get(rule.key) }]
  }
  const keys = new Set(above.map(({ key }) => key))
  return [
    ...above.flatMap((given) =>
      row(
        given,
        own.find(({ key }) => key === given.key),
      ),
    ),
    ...own.filter(({ key }) => !keys.has(key)).flatMap((mine) => row(undefined, mine)),
  ]
}

/** The own rows after one is changed; what equals the row of above is inherited again. */
export function changeRule(
  own: readonly WarningRule[],
  { rule, above }: Pick<RuleRow, 'rule' | 'above'>,
  patch: Partial<WarningRule>,
): WarningRule[] {
  const next = { ...rule, ...patch }
  if (above && isSameRule(above, next)) return removeRule(own, rule.key)
  return own.some(({ key }) => key === rule.key)
    ? own.map((each) => (each.key === rule.key ? next : each))
    : [...own, next]
}

export const removeRule = (own: readonly WarningRule[], key: string): WarningRule[] =>
  own.filter((each) => each.key !== key)

const FIELDS = ['scope', 'stage', 'indicator', 'threshold', 'level', 'minValid', 'enabled'] as const
const isSameRule = (one: WarningRule, other: WarningRule): boolean =>
  FIELDS.every((field) => one[field] === other[field]) &&
  [...one.notify].sort().join() === [...other.notify].sort().join()

export const isSameSet = (one: readonly WarningRule[], other: readonly WarningRule[]): boolean =>
  one.length === other.length &&
  one.every((rule) => other.some((each) => each.key === rule.key && isSameRule(each, rule)))

/** A row of its own with what is usual for its indicator. */
export function newRule(
  scope: WarningScopeCode,
  indicator: IndicatorName,
  stage: WarningRule['stage'],
  id: string,
): WarningRule {
  const usual = SHIPPED_RULES.find((rule) => rule.indicator === indicator && rule.scope === scope)
  const isOfStudents = scope === WarningScope.code.student
  return {
    key: `own-${id}`,
    scope,
    stage,
    indicator,
    threshold: usual?.threshold ?? INDICATORS[indicator].range[0],
    level: usual?.level ?? 1,
    minValid: usual?.minValid ?? (isOfStudents ? 0 : 30),
    notify: usual?.notify ?? [],
    enabled: true,
  }
}

/** 学校 · 完成率<95.0%，二级 */
export const ruleInWords = (rule: WarningRule): string =>
  `${WarningScope.label(rule.scope)} · ${settingInWords(rule)}`

/** 完成率<95.0%，二级 */
export function settingInWords(rule: WarningRule): string {
  const level = rule.indicator === 'level' ? '按筛查结果' : warningWord(rule.level)
  return `${ruleText(rule)}，${level}${rule.enabled ? '' : '，停用'}`
}

/** What a version changed against the one before it. */
export function changesBetween(before: readonly WarningRule[], after: readonly WarningRule[]): string[] {
  const earlier = new Map(before.map((rule) => [rule.key, rule]))
  const later = new Set(after.map(({ key }) => key))
  return [
    ...after.flatMap((rule) => {
      const was = earlier.get(rule.key)
      if (!was) return [`设置：${ruleInWords(rule)}`]
      if (isSameRule(was, rule)) return []
      const words = ruleInWords(rule)
      return words === ruleInWords(was)
        ? [`修改：${words}（人数或通知对象）`]
        : [`修改：${words}（原为 ${settingInWords(was)}）`]
    }),
    ...before.filter(({ key }) => !later.has(key)).map((rule) => `恢复沿用或删除：${ruleInWords(rule)}`),
  ]
}
