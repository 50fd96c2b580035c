import { expect, test } from 'vitest'
import { emptyTally } from '#contract/reports/report/tally.ts'
import type { Stage } from './stage-tree.ts'
import { commonWeights, type StageTally, standardRate, strataOf, weightsOf } from './standardised.ts'

const of = (stage: Stage, rated: number, myopia: number): StageTally => {
  const tally = emptyTally()
  Object.assign(tally[0], { valid: rated, rated, myopia })
  return { stage, tally }
}
const TOWN = [of(2, 100, 40), of(3, 300, 210)]
const COUNTRY = [of(2, 300, 90), of(3, 100, 60)]
const ALL = [...TOWN, ...COUNTRY]
// Elsewhere in the plan are many more at primary schools, and some at kindergartens, which the area has not.
const PLAN = [1, 2, 3].map((stage) => ({ stage: stage as Stage, valid: stage === 3 ? 400 : 1200 }))
const weights = weightsOf(ALL, PLAN)

test('the shares of the stages do not count, only their rates', () => {
  // Three parts of 40 and one of 70; three of 30 and one of 60.
  expect(standardRate(TOWN, weights)).toBeCloseTo(47.5, 10)
  expect(standardRate(COUNTRY, weights)).toBeCloseTo(37.5, 10)
})

test('of a place that lacks a stage there is none, unless the stage counts for nobody', () => {
  expect(standardRate([of(2, 50, 10)], weights)).toBeNull()
  const common = commonWeights(weights, [TOWN, [of(2, 50, 10)]])
  expect(common.map(({ name }) => name)).toEqual(['小学'])
  expect(standardRate(TOWN, common)).toBeCloseTo(40, 10)
})

test('general and vocational high schools are one stage, colleges none', () => {
  const area = [of(4, 100, 80), of(5, 100, 60), of(6, 100, 90)]
  expect(strataOf(area)).toEqual([{ key: 'high', name: '高中', rated: 200, myopia: 140 }])
  const high = weightsOf(area, [
    { stage: 4, valid: 110 },
    { stage: 5, valid: 120 },
    { stage: 6, valid: 130 },
  ])
  expect(high).toEqual([{ key: 'high', name: '高中', valid: 230 }])
  expect(standardRate([of(5, 10, 6), of(6, 100, 90)], high)).toBe(60)
})
