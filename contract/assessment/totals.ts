// How scores become a total, a place and a grade, and which scores stand out.
import { z } from 'zod'
import { type CountedLeaf, tenths, WHOLE_POINTS } from './indicators.ts'

export const GradeThreshold = z.object({
  name: z.string().trim().min(1, '请填写等次名称').max(10, '等次名称不能超过10个字'),
  /** The lowest total that still has it. */
  least: z.number().min(0).max(110),
})
export type GradeThreshold = z.infer<typeof GradeThreshold>
export const DEFAULT_GRADES: GradeThreshold[] = [
  { name: '优秀', least: 90 },
  { name: '良好', least: 80 },
  { name: '合格', least: 60 },
  { name: '不合格', least: 0 },
]

/** From the highest down to 0, each name once. */
export function gradeFault(grades: readonly GradeThreshold[]): string | null {
  if (grades.length < 2) return '请至少设置两个等次'
  if (grades.at(-1)?.least !== 0) return '最低等次的分数线应为0分'
  if (grades.some(({ least }, at) => at > 0 && least >= (grades[at - 1]?.least ?? 0)))
    return '等次的分数线应由高到低'
  return new Set(grades.map(({ name }) => name)).size < grades.length ? '等次名称不能重复' : null
}

export type LeafScore = { leafKey: string; score: number | null; leftOut: boolean }

/** Null as long as a counted indicator has no score. */
export type Total = {
  total: number
  /** Points of the indicators that counted, of one hundred. */
  counted: number
  /** Earned of those, before the rest is made up for. */
  earned: number
  bonus: number
}

const hundredths = (value: number): number => Math.round(Number((value * 100).toFixed(6))) / 100

/**
 * What is left out weighs nothing: the others are made up to one hundred. Extra points come on top, as many as the plan
 * allows.
 */
export function totalOf(
  leaves: readonly CountedLeaf[],
  scores: readonly LeafScore[],
  bonusLimit: number,
): Total | null {
  const byKey = new Map(scores.map((row) => [row.leafKey, row]))
  const sum = { counted: 0, earned: 0, bonus: 0 }
  for (const { key, points, bonus } of leaves) {
    const row = byKey.get(key)
    if (row?.leftOut) continue
    if (row === undefined || row.score === null) return null
    if (bonus) sum.bonus += tenths(row.score)
    else {
      sum.counted += tenths(points)
      sum.earned += tenths(row.score)
    }
  }
  if (sum.counted === 0) return null
  const bonus = Math.min(sum.bonus / 10, bonusLimit)
  const total = hundredths((WHOLE_POINTS * sum.earned) / sum.counted + bonus)
  return { total, counted: sum.counted / 10, earned: sum.earned / 10, bonus }
}

export const gradeOf = (total: number, grades: readonly GradeThreshold[]): string =>
  grades.find(({ least }) => total >= least)?.name ?? ''

/** Equal totals share a place, and the next place is left free: 1, 2, 2, 4. */
export function placesOf(totals: readonly number[]): number[] {
  return totals.map((total) => 1 + totals.filter((other) => hundredths(other) > hundredths(total)).length)
}

/** With fewer scores none stands out. */
const JUDGED_LEAST = 5
export type Spread = { mean: number; deviation: number; least: number; most: number; count: number }

export function spreadOf(scores: readonly number[]): Spread | null {
  if (scores.length === 0) return null
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length
  return {
    mean: hundredths(mean),
    deviation: hundredths(Math.sqrt(variance)),
    least: Math.min(...scores),
    most: Math.max(...scores),
    count: scores.length,
  }
}

/** More than two standard deviations from the mean of all units. */
export const isOutlier = (score: number, spread: Spread | null): boolean =>
  spread !== null &&
  spread.count >= JUDGED_LEAST &&
  spread.deviation > 0 &&
  Math.abs(score - spread.mean) > 2 * spread.deviation
