// Which rules hold: shipped, changed by the province, tightened below.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveRules, ruleFaults, rulesBelow } from './effective-rules.ts'
import { INDICATORS, ruleText, SHIPPED_RULES, type WarningRule } from './rules.ts'

const shipped = (key: string): WarningRule => {
  const found = SHIPPED_RULES.find((rule) => rule.key === key)
  if (!found) throw new Error(`no rule ${key}`)
  return found
}
const fast = shipped('progression-fast')
const done = shipped('completion-school')
const of = (rules: readonly WarningRule[], key: string) => rules.find((rule) => rule.key === key)

test('shipped rules are without fault, each key once, each indicator for whom it is', () => {
  expect(ruleFaults([], SHIPPED_RULES, true)).toEqual([])
  expect(new Set(SHIPPED_RULES.map(({ key }) => key)).size).toBe(SHIPPED_RULES.length)
  const used = new Set(SHIPPED_RULES.map(({ indicator }) => indicator))
  expect([...used].sort()).toEqual(Object.keys(INDICATORS).sort())
  expect(ruleText(fast)).toBe('近视进展快≥0.75D/年')
  expect(ruleText(done)).toBe('完成率<95.0%')
  expect(ruleText(shipped('newly-myopic'))).toBe('新发近视')
})

describe('an area', () => {
  test('without rows has what is above', () => {
    expect(effectiveRules([[], [], []])).toEqual(SHIPPED_RULES)
  })

  test('at the top may loosen, switch off and add', () => {
    const own = [
      { ...fast, threshold: 0.9, level: 1 as const },
      { ...shipped('eyes-differ'), enabled: false },
      { ...fast, key: 'small', stage: 2 as const, threshold: 0.5 },
    ]
    expect(ruleFaults(SHIPPED_RULES, own, true)).toEqual([])
    const rules = effectiveRules([own])
    expect(of(rules, fast.key)).toMatchObject({ threshold: 0.9, level: 1 })
    expect(of(rules, 'eyes-differ')?.enabled).toBe(false)
    expect(of(rules, 'small')).toMatchObject({ stage: 2, threshold: 0.5 })
  })

  test.each<[string, Partial<WarningRule>, WarningRule, string]>([
    ['a higher threshold', { threshold: 0.8 }, fast, '界限不能比上级宽松'],
    ['a lower share', { threshold: 90 }, done, '界限不能比上级宽松'],
    ['a lower level', { level: 1 }, fast, '级别不能低于上级'],
    ['switched off', { enabled: false }, fast, '上级已启用的规则不能停用'],
    ['more children needed', { minValid: 50 }, done, '最少人数不能多于上级'],
    ['another subject', { indicator: 'visionFell', threshold: 2 }, fast, '不能更改上级规则的对象和指标'],
    ['out of range', { threshold: 9 }, fast, '界限应在0.25至5之间'],
    ['a level of nobody', { key: 'x', threshold: 0 }, shipped('level'), '界限应在1至3之间'],
    ['too many decimals', { threshold: 0.715 }, fast, '界限最多2位小数'],
    ['for whom it is not', { key: 'x', scope: 2 }, fast, '该指标不适用于所选对象'],
  ])('below is refused what is looser or wrong: %s', (_, change, rule, message) => {
    const own = { ...rule, ...change }
    expect(ruleFaults(SHIPPED_RULES, [own], false)).toEqual([{ index: 0, message }])
  })

  test('below may tighten', () => {
    const own = [
      { ...fast, threshold: 0.5, level: 3 as const },
      { ...done, threshold: 98 },
    ]
    expect(ruleFaults(SHIPPED_RULES, own, false)).toEqual([])
    const rules = rulesBelow(SHIPPED_RULES, own, false)
    expect([of(rules, fast.key), of(rules, done.key)]).toMatchObject([
      { threshold: 0.5, level: 3 },
      { threshold: 98 },
    ])
  })

  test('stays at least as strict when what is above gets stricter later', () => {
    const anyRow = fc.record({
      key: fc.constantFrom(fast.key, done.key),
      threshold: fc.integer({ min: 1, max: 100 }),
      level: fc.constantFrom(1 as const, 2 as const, 3 as const),
      enabled: fc.boolean(),
    })
    const rowsOf = (rows: { key: string; threshold: number; level: 1 | 2 | 3; enabled: boolean }[]) =>
      rows
        .filter(({ key }, nth) => rows.findIndex((each) => each.key === key) === nth)
        .map((row) => ({ ...shipped(row.key), ...row }))
    const some = fc.array(anyRow, { maxLength: 3 })
    fc.assert(
      fc.property(some, some, some, (province, city, region) => {
        const chain = [rowsOf(province), rowsOf(city), rowsOf(region)]
        for (const depth of [2, 3]) {
          const above = effectiveRules(chain.slice(0, depth - 1))
          const below = effectiveRules(chain.slice(0, depth))
          for (const rule of above.filter(({ enabled }) => enabled)) {
            const held = of(below, rule.key)
            expect(held).toBeDefined()
            if (!held) return
            expect(held.level).toBeGreaterThanOrEqual(rule.level)
            expect(held.enabled).toBe(true)
            const stricter =
              INDICATORS[rule.indicator].direction === 'below'
                ? held.threshold >= rule.threshold
                : held.threshold <= rule.threshold
            expect(stricter).toBe(true)
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})
