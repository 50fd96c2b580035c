// The eyes of the demo's children, measured against the figures they are made after: shares at each age, girls and boys, and what
// half a year changes. The same children every time, so that nothing here depends on chance.
import { beforeAll, describe, expect, test } from 'vitest'
import { SchoolStage, Sex } from '#contract/core/codes.ts'
import { judge } from '#contract/eyesight/judgement/judge.ts'
import type { Judgement } from '#contract/eyesight/judgement/judgement.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { randomOf } from '../demo-random.ts'
import { demoEyesOf, gradeLevelOf, readingOf } from './demo-screening-eyes.ts'

const RULES = { profile: DEFAULT_PROFILE, items: DEFAULT_ITEMS }
const { primary, juniorHigh, seniorHigh } = SchoolStage.code
const GRADES = [
  ...[1, 2, 3, 4, 5, 6].map((gradeNo) => [primary, gradeNo] as const),
  ...[juniorHigh, seniorHigh].flatMap((stage) => [1, 2, 3].map((gradeNo) => [stage, gradeNo] as const)),
]
const CHILDREN_PER_GRADE = 6_000

type Child = { stage: number; gradeNo: number; girl: boolean; now: Judgement; later: Judgement }
let children: Child[] = []

function childOf(stage: (typeof GRADES)[number][0], gradeNo: number, id: number): Child {
  const girl = randomOf(id, 77).chance(0.47)
  const level = gradeLevelOf(stage, gradeNo, 63)
  const seen = (half: number): Judgement => {
    const sex = girl ? Sex.code.female : Sex.code.male
    const standing = { stage, level: level + half, sex, effect: 0, trend: 0 }
    const reading = readingOf(demoEyesOf(id), standing, randomOf(id, 4_000 + 2 * half))
    return judge(reading, { stage, age: 3 + level }, RULES)
  }
  return { stage, gradeNo, girl, now: seen(0), later: seen(0.5) }
}

beforeAll(() => {
  children = GRADES.flatMap(([stage, gradeNo], grade) =>
    Array.from({ length: CHILDREN_PER_GRADE }, (_, index) =>
      childOf(stage, gradeNo, 100_000 * (grade + 1) + index),
    ),
  )
})

const of = (stage: number) => children.filter((child) => child.stage === stage)
const percent = <T>(list: readonly T[], is: (each: T) => boolean): number =>
  (100 * list.filter(is).length) / list.length
const isMyopic = ({ now }: Child): boolean => now.myopia

describe('at one time', () => {
  test.each([
    [primary, 35.9, 46.1, 0.9, 2.6],
    [juniorHigh, 71.5, 75.4, 7.9, 6.0],
    [seniorHigh, 81.2, 83.8, 14.3, 5.3],
  ])('stage %i: %f %% are myopic, %f %% see poorly, %f %% highly; girls %f points more', (...row) => {
    const [stage, myopia, poor, high, gap] = row
    const all = of(stage)
    expect(Math.abs(percent(all, isMyopic) - myopia)).toBeLessThan(1.5)
    expect(Math.abs(percent(all, ({ now }) => now.poorVision) - poor)).toBeLessThan(3)
    expect(Math.abs(percent(all, ({ now }) => now.myopiaDegree === 3) - high)).toBeLessThan(2)
    const girls = percent(
      all.filter(({ girl }) => girl),
      isMyopic,
    )
    const boys = percent(
      all.filter(({ girl }) => !girl),
      isMyopic,
    )
    expect(Math.abs(girls - boys - gap)).toBeLessThan(1.5)
  })

  test('of the myopic half are slightly so, a tenth highly', () => {
    const graded = children.filter(({ now }) => now.myopiaDegree > 0)
    const shares = [1, 2, 3].map((degree) => percent(graded, ({ now }) => now.myopiaDegree === degree))
    for (const [index, share] of [53.6, 35.8, 10.7].entries())
      expect(Math.abs((shares[index] ?? 0) - share)).toBeLessThan(2)
  })
})

describe('half a year later', () => {
  type Change = { mean: number; spread: number; better: number }
  function changeOf(list: readonly Child[]): Change {
    const changes = list.flatMap(({ now, later }) =>
      now.seRight === null || later.seRight === null ? [] : [(later.seRight - now.seRight) / 1000],
    )
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
    const spread = Math.sqrt(changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / changes.length)
    return { mean, spread, better: percent(changes, (change) => change > 0) }
  }
  const inGrades = (from: number, to: number) =>
    of(primary).filter(({ gradeNo }) => gradeNo >= from && gradeNo <= to)

  test('myopic eyes of pupils are 0.30 D further, in grades two to five a fifth more, scattered by 0.25 D', () => {
    const all = changeOf(of(primary).filter(isMyopic))
    expect(Math.abs(all.mean + 0.3)).toBeLessThan(0.05)
    expect(Math.abs(all.spread - 0.25)).toBeLessThan(0.03)
    expect(Math.abs(changeOf(inGrades(2, 5).filter(isMyopic)).mean + 0.36)).toBeLessThan(0.05)
  })

  test('the older, the slower, as the means of their ages are nearer to each other', () => {
    const means = [primary, juniorHigh, seniorHigh].map((stage) => changeOf(of(stage).filter(isMyopic)))
    expect(means[1]?.mean).toBeGreaterThan((means[0]?.mean ?? 0) + 0.05)
    expect(means[2]?.mean).toBeGreaterThan((means[1]?.mean ?? 0) + 0.05)
    expect(means[2]?.mean).toBeLessThan(-0.05)
    for (const { spread } of means) expect(Math.abs(spread - 0.25)).toBeLessThan(0.03)
  })

  test('other eyes are 0.12 D further, scattered by 0.20 D', () => {
    const plain = changeOf(of(primary).filter((child) => !isMyopic(child)))
    expect(Math.abs(plain.mean + 0.12)).toBeLessThan(0.03)
    expect(Math.abs(plain.spread - 0.2)).toBeLessThan(0.03)
  })

  test('some are found better than before, a few no longer myopic', () => {
    for (const stage of [primary, juniorHigh, seniorHigh]) {
      const myopic = of(stage).filter(isMyopic)
      expect(changeOf(myopic).better, `stage ${stage}`).toBeGreaterThan(2)
      const back = percent(myopic, ({ later }) => !later.myopia)
      expect(back, `stage ${stage}`).toBeGreaterThan(0.4)
      expect(back, `stage ${stage}`).toBeLessThan(3)
    }
  })

  test('so many more are myopic as the next age has', () => {
    const newly = (grades: [number, number]) =>
      percent(
        inGrades(...grades).filter((child) => !isMyopic(child)),
        ({ later }) => later.myopia,
      )
    // 9.9 % a year from the first to the second grade, 16 % from the fourth to the fifth.
    expect(Math.abs(newly([1, 1]) - 5)).toBeLessThan(1.5)
    expect(Math.abs(newly([4, 4]) - 8)).toBeLessThan(2)
  })
})
