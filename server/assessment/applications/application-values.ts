// What is known of some applications, put together for those who read them: read for all of them at once.
import type { ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import { type CountedLeaf, leavesOf } from '#contract/assessment/indicators.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import { type LeafScore, type Total, totalOf } from '#contract/assessment/totals.ts'
import type { Db } from '../../core/db/connect.ts'
import type { AssessPlanRecord } from '../plans/plan-queries.ts'
import {
  type AnswerRow,
  type FileRow,
  type ScoreRow,
  selectAnswers,
  selectFiles,
  selectMeasures,
  selectScores,
} from './application-queries.ts'

export type LeafValues = {
  answer: AnswerRow | undefined
  files: FileRow[]
  measured: Measured | null
  computedScore: number | null
  measuredAt: Date | null
  scores: ScoreRow[]
}
const NOTHING: LeafValues = {
  answer: undefined,
  files: [],
  measured: null,
  computedScore: null,
  measuredAt: null,
  scores: [],
}
export type ApplicationValues = ReadonlyMap<string, LeafValues>

const keyOf = (row: { applicationId: number; leafKey: string }) => `${row.applicationId}:${row.leafKey}`

function grouped<Row extends { applicationId: number; leafKey: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(keyOf(row))
    if (own) own.push(row)
    else found.set(keyOf(row), [row])
  }
  return found
}

/** By application and indicator. */
export async function readApplications(
  db: Db,
  applicationIds: readonly number[],
): Promise<Map<number, Map<string, LeafValues>>> {
  const answers = new Map((await selectAnswers(db, applicationIds)).map((row) => [keyOf(row), row]))
  const files = grouped(await selectFiles(db, applicationIds))
  const measures = new Map((await selectMeasures(db, applicationIds)).map((row) => [keyOf(row), row]))
  const scores = grouped(await selectScores(db, applicationIds))
  const found = new Map<number, Map<string, LeafValues>>(applicationIds.map((id) => [id, new Map()]))
  const keys = new Set([answers, files, measures, scores].flatMap((map) => [...map.keys()]))
  for (const key of keys) {
    const [id = '', leafKey = ''] = key.split(':')
    const measure = measures.get(key)
    found.get(Number(id))?.set(leafKey, {
      answer: answers.get(key),
      files: files.get(key) ?? [],
      measured: measure?.measured ?? null,
      computedScore: measure?.score ?? null,
      measuredAt: measure?.measuredAt ?? null,
      scores: scores.get(key) ?? [],
    })
  }
  return found
}

export const valuesOf = (values: ApplicationValues, leafKey: string): LeafValues =>
  values.get(leafKey) ?? NOTHING

const isLeftOut = ({ measured }: LeafValues): boolean => measured !== null && measured.leftOut !== null

/** By the last reviewer; a computed one that nobody corrected as it was computed. */
export const finalScore = (leaf: CountedLeaf, values: LeafValues): number | null =>
  values.scores.at(-1)?.score ?? (leaf.computed ? values.computedScore : null)

const selfScore = (leaf: CountedLeaf, values: LeafValues): number | null =>
  leaf.computed ? values.computedScore : (values.answer?.selfScore ?? null)

type Scored = Pick<AssessPlanRecord, 'indicators' | 'bonusLimit'>
const scoresBy = (
  { indicators }: Scored,
  values: ApplicationValues,
  of: (leaf: CountedLeaf, values: LeafValues) => number | null,
): LeafScore[] =>
  leavesOf(indicators).map((leaf) => {
    const own = valuesOf(values, leaf.key)
    return { leafKey: leaf.key, score: of(leaf, own), leftOut: isLeftOut(own) }
  })

/** As the unit sees itself; null as long as something is missing. */
export const selfTotalOf = (plan: Scored, values: ApplicationValues): number | null =>
  totalOf(leavesOf(plan.indicators), scoresBy(plan, values, selfScore), plan.bonusLimit)?.total ?? null

export const reviewedTotal = (plan: Scored, values: ApplicationValues): Total | null =>
  totalOf(leavesOf(plan.indicators), scoresBy(plan, values, finalScore), plan.bonusLimit)

/** Indicators that a reviewer has to score, and how many are scored. */
export function scoredOf({ indicators }: Pick<Scored, 'indicators'>, values: ApplicationValues) {
  const leaves = leavesOf(indicators).filter(({ computed }) => computed === null)
  const scored = leaves.filter(({ key }) => valuesOf(values, key).scores.length > 0).length
  return { scored, toScore: leaves.length }
}

/** Earned points of each head; null where nothing of it counts or something is not scored yet. */
export const headTotals = (
  { indicators }: Pick<Scored, 'indicators'>,
  values: ApplicationValues,
): (number | null)[] =>
  indicators.map(({ bonus, leaves }) => {
    const counted = leaves
      .map((leaf) => ({ ...leaf, bonus }))
      .filter(({ key }) => !isLeftOut(valuesOf(values, key)))
    const scores = counted.map((leaf) => finalScore(leaf, valuesOf(values, leaf.key)))
    if (scores.length === 0 || scores.includes(null)) return null
    return scores.reduce<number>((sum, score) => sum + Math.round((score ?? 0) * 10), 0) / 10
  })

export const presentFile = ({ fileId, name, type, bytes, uploadedByName, uploadedAt }: FileRow) => ({
  fileId,
  name,
  type,
  bytes,
  uploadedBy: uploadedByName,
  uploadedAt: uploadedAt.toISOString(),
})

export const presentReview = ({ round, score, reason, reviewerName, scoredAt, version }: ScoreRow) => ({
  round,
  score,
  reason,
  reviewerName,
  at: scoredAt.toISOString(),
  version,
})

export function presentLeaf(leafKey: string, values: LeafValues, showsReviews: boolean): ApplicationLeaf {
  const { answer, files, measured, computedScore, scores } = values
  return {
    leafKey,
    version: answer?.version ?? 0,
    selfScore: answer?.selfScore ?? null,
    text: answer?.text ?? '',
    savedBy: answer?.savedByName ?? null,
    savedAt: answer?.savedAt.toISOString() ?? null,
    files: files.map(presentFile),
    measured,
    computedScore,
    reviews: showsReviews ? scores.map(presentReview) : null,
  }
}
