import { describe, expect, it } from 'vitest'
import { RateIndicator, Sex } from '../../core/codes.ts'
import { COUNTER_NAMES, COUNTERS, countsStudents, isFinding, studentsOf, wholeOf } from './counters.ts'
import { counterLabel, isSmallCell, percentOf, RATE_FORMULAS, SMALL_CELL } from './rates.ts'

describe('counters', () => {
  it('are each a part of another one, up to everybody expected', () => {
    for (const name of COUNTER_NAMES) {
      const chain = [name]
      for (let whole = wholeOf(name); whole !== null; whole = wholeOf(whole)) {
        expect(COUNTER_NAMES).toContain(whole)
        expect(chain).not.toContain(whole)
        chain.push(whole)
      }
      expect(chain.at(-1)).toBe('expected')
    }
  })

  it('are named and explained, each in its own words', () => {
    const labels = COUNTER_NAMES.map((name) => COUNTERS[name].label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const name of COUNTER_NAMES) expect(COUNTERS[name].rule).toMatch(/\p{Script=Han}/u)
  })

  it('count students, but for the sums of readings', () => {
    expect(COUNTER_NAMES.filter((name) => !countsStudents(name))).toEqual(['nakedRightSum', 'nakedLeftSum'])
    expect([studentsOf('nakedLeftSum'), studentsOf('myopia')]).toEqual(['nakedLeftEyes', 'myopia'])
  })

  it('are either progress or findings', () => {
    expect(['expected', 'screened', 'valid', 'byDevice'].some((name) => isFinding(name as 'valid'))).toBe(
      false,
    )
    expect(['myopia', 'poor', 'referral', 'caries'].every((name) => isFinding(name as 'poor'))).toBe(true)
  })
})

describe('the rates', () => {
  it('are all there, each with its name in its formula', () => {
    for (const indicator of RateIndicator.codes)
      expect(RATE_FORMULAS[indicator].rule).toMatch(new RegExp(`^${RateIndicator.label(indicator)} = `))
  })

  it('of one sex are over those of that sex', () => {
    const sexes = RateIndicator.codes.map((indicator) => RATE_FORMULAS[indicator].sex)
    expect(sexes).toEqual([null, 1, 2, null, 1, 2, null, null, null])
    for (const indicator of RateIndicator.codes) {
      const { numerator, denominator, sex, rule } = RATE_FORMULAS[indicator]
      expect(wholeOf(numerator)).toBe(denominator)
      expect(rule.split('÷')[1]?.includes('生')).toBe(sex !== null)
    }
    expect(counterLabel('myopia', Sex.code.female)).toBe('女生近视人数')
    expect(counterLabel('myopia', null)).toBe('近视人数')
  })

  it('are percents as they are, and nothing where nobody counts', () => {
    expect(percentOf(1, 3)).toBe(100 / 3)
    expect(percentOf(0, 0)).toBeNull()
    expect(percentOf(0, 4)).toBe(0)
  })

  it('of a handful are small cells; nobody is none', () => {
    expect([0, 1, SMALL_CELL - 1, SMALL_CELL].map(isSmallCell)).toEqual([false, true, true, false])
  })
})
