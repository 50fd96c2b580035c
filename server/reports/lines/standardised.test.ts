import { expect, test } from 'vitest'
import { emptyTally } from '#contract/reports/report/tally.ts'
import type { Stage } from './stage-tree.ts'
import { commonWeights, type StageTally, standardRate, strataOf } from './standardised.ts'

const of = (stage: Stage, rated: number, myopia: number): StageTally => {
  const tally = emptyTally()
  Object.assign(tally[0], { valid: rated, rated, myopia })
  return { stage, tally }
}
const TOWN = [of(2, 100, 40), of(3, 300, 210)]
const COUNTRY = [of(2, 300, 90), of(3, 100, 60)]
const ALL = [...TOWN, ...COUNTRY]

test('the shares of the stages do not count, only their rates', () => {
  const weights = strataOf(ALL)
  // 400 pupils of each stage in all: the mean of 40 and 70, of 30 and 60.
  expect(standardRate(TOWN, weights)).toBeCloseTo(55, 10)
  expect(standardRate(COUNTRY, weights)).toBeCloseTo(45, 10)
})

test('of a place that lacks a stage there is none, unless the stage counts for nobody', () => {
  expect(standardRate([of(2, 50, 10)], strataOf(ALL))).toBeNull()
  const weights = commonWeights(strataOf(ALL), [TOWN, [of(2, 50, 10)]])
  expect(weights.map(({ name }) => name)).toEqual(['小学'])
  expect(standardRate(TOWN, weights)).toBeCloseTo(40, 10)
})

test('general and vocational high schools are one stage, colleges none', () => {
  const weights = strataOf([of(4, 100, 80), of(5, 100, 60), of(6, 100, 90)])
  expect(weights).toEqual([{ key: 'high', name: '高中', rated: 200, myopia: 140 }])
  expect(standardRate([of(5, 10, 6), of(6, 100, 90)], weights)).toBe(60)
})
