// How far the review of one application is, and what it adds up to so far.
import type { Application } from '#contract/assessment/application-schemas.ts'
import { leavesOf, tenths } from '#contract/assessment/indicators.ts'
import { totalOf } from '#contract/assessment/totals.ts'

/** `computed`: scored by the figures, and by nobody else. */
export type LeafMark = 'scored' | 'computed' | 'open' | 'leftOut'
export type ReviewSum = {
  marks: ReadonlyMap<string, LeafMark>
  /** Of those that need a person. */
  scored: number
  toScore: number
  /** Points so far, extra points included. */
  earned: number
  /** Null as long as something is open. */
  total: number | null
}

/** `typed`: the reader's own score, saved or about to be; null where it is not the reader's to give. */
export function reviewSum(
  { indicators, leaves, bonusLimit }: Pick<Application, 'indicators' | 'leaves' | 'bonusLimit'>,
  typed: (leafKey: string) => number | null,
): ReviewSum {
  const byKey = new Map(leaves.map((leaf) => [leaf.leafKey, leaf]))
  const counted = leavesOf(indicators)
  const rows = counted.map(({ key, computed }) => {
    const leaf = byKey.get(key)
    const latest = [...(leaf?.reviews ?? [])].sort((one, other) => other.round - one.round)[0]
    const given = typed(key) ?? latest?.score ?? null
    const leftOut = computed !== null && (leaf?.measured?.leftOut ?? null) !== null
    return {
      leafKey: key,
      score: given ?? (computed ? (leaf?.computedScore ?? null) : null),
      leftOut,
      isComputed: computed !== null,
      mark: markOf(leftOut, given, computed !== null),
    }
  })
  const toScore = rows.filter(({ isComputed }) => !isComputed)
  const done = rows.filter(({ score, leftOut }) => score !== null && !leftOut)
  return {
    marks: new Map(rows.map(({ leafKey, mark }) => [leafKey, mark])),
    scored: toScore.filter(({ score }) => score !== null).length,
    toScore: toScore.length,
    earned: done.reduce((sum, { score }) => sum + tenths(score ?? 0), 0) / 10,
    total: totalOf(counted, rows, bonusLimit)?.total ?? null,
  }
}

function markOf(leftOut: boolean, given: number | null, isComputed: boolean): LeafMark {
  if (leftOut) return 'leftOut'
  if (given !== null) return 'scored'
  return isComputed ? 'computed' : 'open'
}
