// Readings that come by import or from a device: taken where nothing contradicts them, otherwise a person decides.
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import { replaceConflicts, selectDrawnFor, selectOrigins } from './conflict-queries.ts'
import { changesBetween, type FieldChanges, type StoredFields, withValues } from './record-fields.ts'
import { BLIND_REFUSED, faultOfFields, hasResult, lockedByState, withDay } from './record-rules.ts'
import { type RecordForWriting, selectForWriting, type Writer, writeReadings } from './write-readings.ts'

/** What came; nothing, null and an unset mark mean that nothing was said. */
export type Offer = { recordId: number; fields: Partial<StoredFields> }
export type OfferWriter = Writer & { source: 2 | 3 }
export type OfferOutcome = {
  recordId: number
  outcome: 'taken' | 'same' | 'conflict' | 'refused'
  /** Why it was refused, or what it contradicts. */
  message: string | null
  /** What it changes, or would change if a person took it. */
  changes: FieldChanges
}

type Values = Partial<Record<RecordField, unknown>>
type Origins = Awaited<ReturnType<typeof selectOrigins>>

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && value !== ''

/** What was said; a result of somebody who was absent says that they were not. */
function saidBy({ fields }: Offer, { before, plan }: RecordForWriting): Values {
  const said: Values = {}
  // The few that came instead of all that there are.
  for (const name in fields) {
    const field = name as RecordField
    if (Object.hasOwn(before, field) && isGiven(fields[field])) said[field] = fields[field]
  }
  const absentNoMore = !('absence' in said) && before.absence !== null
  if (absentNoMore && hasResult(withValues({ ...before, absence: null }, said), plan.items))
    said.absence = null
  return said
}

export type Weighed = OfferOutcome & { record: RecordForWriting; after: StoredFields; said: Values }
type Circumstances = { by: OfferWriter; origins: Origins; drawn: ReadonlySet<number>; today: string }

/** The same source may correct itself; two devices are two sources, and so are the sheets of two organisations. */
function isOwn(record: RecordForWriting, field: RecordField, { by, origins }: Circumstances): boolean {
  const origin = origins.get(`${record.recordId}.${field}`) ?? { ...record, orgId: null }
  if (origin.source !== by.source) return false
  return by.source === 3 ? origin.deviceId === (by.deviceId ?? null) : origin.orgId === by.orgId
}

/** What an offer would do to a record as it stands. */
function weighOffer(offer: Offer, record: RecordForWriting, given: Circumstances): Weighed {
  const { before, plan, recordId } = record
  const said = saidBy(offer, record)
  // The day alone contradicts nothing: the first one stays unless the same source corrects it.
  const kept = before.checkedOn !== null && !isOwn(record, 'checkedOn', given)
  const values = kept ? { ...said, checkedOn: before.checkedOn } : said
  const after = withDay(before, withValues(before, values), { items: plan.items, today: given.today })
  const changes = changesBetween(before, after)
  const weighed = (outcome: OfferOutcome['outcome'], message: string | null = null): Weighed => ({
    recordId,
    outcome,
    message,
    changes,
    record,
    after,
    said,
  })
  if (given.drawn.has(recordId)) {
    return { ...weighed('refused', BLIND_REFUSED), changes: {}, after: before, said: {} }
  }
  const closed = lockedByState(record)
  if (closed) return weighed('refused', closed)
  const changed = Object.keys(changes) as RecordField[]
  if (changed.length === 0) return weighed('same')
  const fault = faultOfFields(before, after, plan)
  if (fault) return weighed('refused', fault)
  const contradicts = changed.some(
    (field) => field !== 'checkedOn' && isGiven(before[field]) && !isOwn(record, field, given),
  )
  return contradicts ? weighed('conflict', '与已有结果不一致，等待人工处理') : weighed('taken')
}

/** As a record is listed: nothing of it was ever written. */
const FIRST_VERSION = 1

/** Several offers, with what they need to know about where present values came from. */
export async function weighOffers(
  db: Db,
  offers: readonly Offer[],
  records: readonly RecordForWriting[],
  { by, today }: Pick<Circumstances, 'by' | 'today'>,
): Promise<(Weighed | null)[]> {
  const known = new Map(records.map((record) => [record.recordId, record]))
  const changed = records.filter(({ version }) => version > FIRST_VERSION).map(({ recordId }) => recordId)
  const origins: Origins = changed.length > 0 ? await selectOrigins(db, changed) : new Map()
  const drawn = by.source === 2 ? await selectDrawnFor(db, changed, by) : new Set<number>()
  const given = { by, origins, drawn, today }
  return offers.map((offer) => {
    const record = known.get(offer.recordId)
    return record ? weighOffer(offer, record, given) : null
  })
}

/**
 * Writes what can be taken and keeps what contradicts for a person; a record stays whole either way. That the records
 * may be written by whoever sends is checked before. Several offers for one record are taken one after the other.
 */
export async function offerReadings(
  db: Tx,
  { offers, by }: { offers: readonly Offer[]; by: OfferWriter },
): Promise<OfferOutcome[]> {
  const outcomes: OfferOutcome[] = []
  for (const round of roundsOf(offers)) {
    const results = await offerOnce(
      db,
      round.map(({ offer }) => offer),
      by,
    )
    for (const [index, { at }] of round.entries()) outcomes[at] = results[index] as OfferOutcome
  }
  return outcomes
}

type Placed = { offer: Offer; at: number }
/** Nearly always one: in each a record occurs once. */
function roundsOf(offers: readonly Offer[]): Placed[][] {
  const times = new Map<number, number>()
  const rounds: Placed[][] = []
  for (const [at, offer] of offers.entries()) {
    const round = times.get(offer.recordId) ?? 0
    times.set(offer.recordId, round + 1)
    rounds[round] = [...(rounds[round] ?? []), { offer, at }]
  }
  return rounds
}

async function offerOnce(db: Tx, offers: Offer[], by: OfferWriter): Promise<OfferOutcome[]> {
  const records = await selectForWriting(
    db,
    null,
    offers.map(({ recordId }) => recordId),
  )
  const weighed = await weighOffers(db, offers, records, { by, today: await selectToday(db) })
  const known = weighed.flatMap((each) => each ?? [])
  const taken = known.filter(({ outcome }) => outcome === 'taken')
  for (const planId of new Set(taken.map(({ record }) => record.planId))) {
    const rows = taken
      .filter(({ record }) => record.planId === planId)
      .map(({ record, after }) => ({ ...record, after }))
    if (rows[0]) await writeReadings(db, { plan: rows[0].plan, rows, by })
  }
  await replaceConflicts(db, known.filter(({ outcome }) => outcome !== 'refused').map(newConflict), by)
  return weighed.map((each, index) => {
    if (each === null) return unknown(offers[index]?.recordId ?? 0)
    const { recordId, outcome, message, changes } = each
    return { recordId, outcome, message, changes }
  })
}

const unknown = (recordId: number): OfferOutcome => ({
  recordId,
  outcome: 'refused',
  message: '没有找到该学生的筛查记录',
  changes: {},
})

const newConflict = ({ record, outcome, said }: Weighed) => {
  const { checkedOn, ...reading } = said
  return {
    recordId: record.recordId,
    planId: record.planId,
    schoolOrgId: record.schoolOrgId,
    reading: outcome === 'conflict' ? reading : null,
    said: Object.keys(reading),
    checkedOn: (checkedOn as string | undefined) ?? null,
  }
}
