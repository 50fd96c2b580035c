// The readings behind the reasons of warnings, for all of a page at once.
import type { ReasonFacts, StoredReason } from '#contract/warning/reason-words.ts'
import type { IndicatorName } from '#contract/warning/rules.ts'
import type { UserCtx } from '../../core/context.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import type { WarningRowData, WarningViewer } from '../warning-queries.ts'
import {
  type Pair,
  selectAxialGrowth,
  selectProgressionRates,
  selectReasonReadings,
} from './reason-facts-queries.ts'

const PROGRESSION: IndicatorName = 'progression'
const AXIAL_GROWTH: IndicatorName = 'axialGrowth'

type Row = Pick<WarningRowData, 'id' | 'recordId' | 'printedAt' | 'reasons'>
export type FactsOf = (row: Row, reason: StoredReason) => ReasonFacts

/** Readings of the warnings of one plan that the viewer may see; a reason whose readings are missing has no facts. */
export async function findReasonFacts(
  { db }: Pick<UserCtx, 'db'>,
  viewer: WarningViewer,
  rules: Pick<PlanRecord, 'profile' | 'items'>,
  rows: readonly Row[],
): Promise<FactsOf> {
  const recordIds = [...new Set(rows.flatMap(recordsOf))]
  const readings = recordIds.length > 0 ? await selectReasonReadings(db, viewer, recordIds) : []
  const pairs = rows.flatMap(pairsOf)
  const rates = pairs.length > 0 ? await selectProgressionRates(db, pairs) : []
  // Who carries out tasks sees no visits.
  const growing = viewer.who.carriesOut === null ? rows.filter(isGrowing).map(({ id }) => id) : []
  const growth = growing.length > 0 ? await selectAxialGrowth(db, growing) : []
  const readingOf = new Map(readings.map((each) => [each.recordId, each]))
  const rateOf = new Map(rates.map(({ warningId, rate }) => [warningId, rate]))
  const growthOf = new Map(growth.map((each) => [each.warningId, each]))
  return ({ id, recordId, printedAt }, { fromRecordId }) => ({
    now: readingOf.get(recordId ?? 0) ?? null,
    from: readingOf.get(fromRecordId ?? 0) ?? null,
    rate: rateOf.get(id) ?? null,
    axial: growthOf.get(id) ?? null,
    letterPrinted: printedAt !== null,
    rules,
  })
}

const recordsOf = ({ recordId, reasons }: Row): number[] =>
  recordId === null ? [] : [recordId, ...reasons.flatMap(({ fromRecordId }) => fromRecordId ?? [])]

const pairsOf = ({ id, recordId, reasons }: Row): Pair[] =>
  reasons.flatMap(({ indicator, eye, fromRecordId }) =>
    indicator === PROGRESSION && recordId !== null && fromRecordId !== null && eye !== null
      ? [{ warningId: id, recordId, fromId: fromRecordId, eye }]
      : [],
  )

const isGrowing = ({ reasons }: Row): boolean => reasons.some(({ indicator }) => indicator === AXIAL_GROWTH)
