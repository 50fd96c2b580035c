// How far an application is: what is filled in, what is missing, what it adds up to.
import type { Application, ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import { type Head, type Leaf, leavesOf, tenths } from '#contract/assessment/indicators.ts'
import { totalOf } from '#contract/assessment/totals.ts'
import type { Snapshot } from './answers/answer-sheet.ts'
import { contentOf } from './answers/answer-state.ts'

export type Gap = { leafKey: string; name: string; what: string }
export type HeadProgress = {
  /** Indicators that the unit fills in. */
  toFill: number
  filled: number
  /** Something is missing for handing in. */
  open: boolean
}

type Answered = Pick<Application, 'indicators' | 'leaves'>

export const leafOf = ({ leaves }: Answered, leafKey: string): ApplicationLeaf | undefined =>
  leaves.find((leaf) => leaf.leafKey === leafKey)

/** As typed, which may be ahead of what is stored. */
export function selfScoreOf(application: Answered, { answers }: Snapshot, leafKey: string): number | null {
  const state = answers.get(leafKey)
  return state ? contentOf(state).selfScore : (leafOf(application, leafKey)?.selfScore ?? null)
}

function gapsOfLeaf(
  application: Answered,
  answers: Snapshot,
  { key, computed, filesRequired }: Leaf,
): string[] {
  if (computed) return []
  const missing: string[] = []
  if (selfScoreOf(application, answers, key) === null) missing.push('没有自评分')
  if (filesRequired && (leafOf(application, key)?.files.length ?? 0) === 0) missing.push('没有佐证材料')
  return missing
}

/** What stands in the way of handing in, in the order of the indicators. */
export const gapsOf = (application: Answered, answers: Snapshot): Gap[] =>
  leavesOf(application.indicators).flatMap((leaf) => {
    const missing = gapsOfLeaf(application, answers, leaf)
    return missing.length > 0 ? [{ leafKey: leaf.key, name: leaf.name, what: missing.join('、') }] : []
  })

export function progressOf(application: Answered, answers: Snapshot, { leaves }: Head): HeadProgress {
  const own = leaves.filter(({ computed }) => computed === null)
  return {
    toFill: own.length,
    filled: own.filter(({ key }) => selfScoreOf(application, answers, key) !== null).length,
    open: own.some((leaf) => gapsOfLeaf(application, answers, leaf).length > 0),
  }
}

/** As the unit sees itself now; null as long as a score is missing. */
export function selfTotalOf(
  application: Pick<Application, 'indicators' | 'leaves' | 'bonusLimit'>,
  answers: Snapshot,
): number | null {
  const leaves = leavesOf(application.indicators)
  const scores = leaves.map(({ key, computed }) => {
    const stored = leafOf(application, key)
    const score = computed ? (stored?.computedScore ?? null) : selfScoreOf(application, answers, key)
    return { leafKey: key, score, leftOut: computed !== null && stored?.measured?.leftOut != null }
  })
  return totalOf(leaves, scores, application.bonusLimit)?.total ?? null
}

export type HeadScore = {
  /** Null where a score is missing, or nothing of it counts. */
  score: number | null
  leftOut: boolean
  /** By whom the points were given. */
  by: 'review' | 'unit' | 'system'
}

/** Earned points of a head: by the review where it is published, else by the unit and the figures. */
export function headScore(application: Answered, { leaves }: Head): HeadScore {
  const counted = leaves.flatMap((leaf) => {
    const stored = leafOf(application, leaf.key)
    return stored && stored.measured?.leftOut == null ? [{ leaf, stored }] : []
  })
  const reviewed = counted.every(({ stored }) => stored.reviews !== null)
  const scores = counted.map(({ leaf, stored }) => {
    const own = leaf.computed ? stored.computedScore : stored.selfScore
    return reviewed ? (stored.reviews?.at(-1)?.score ?? (leaf.computed ? own : null)) : own
  })
  const isComputed = leaves.every(({ computed }) => computed !== null)
  const by = reviewed ? 'review' : isComputed ? 'system' : 'unit'
  const leftOut = scores.length === 0
  if (leftOut || scores.includes(null)) return { score: null, leftOut, by }
  return { score: scores.reduce<number>((sum, score) => sum + tenths(score ?? 0), 0) / 10, leftOut, by }
}
