// Readings that come by import or from a device: taken where nothing contradicts them, otherwise a person decides.
import { hasResult } from '#contract/eyesight/contradictions.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { type RecordField, RecordSource } from '#contract/eyesight/record-schemas.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import { replaceConflicts, selectDrawnFor, selectOrigins } from './conflict-queries.ts'
import { changesBetween, type FieldChanges, type StoredFields, withValues } from './record-fields.ts'
import { BLIND_REFUSED, faultOfFields, lockedByState, withDay } from './record-rules.ts'
import { type RecordForWriting, selectForWriting, type Writer, writeReadings } from './write-readings.ts'

/** Values that came from a sheet or device; undefined, null and an unset mark mean that nothing was stated. */
export type Proposal = { recordId: number; fields: Partial<StoredFields> }
export type ProposalWriter = Writer & { source: (typeof RecordSource.code)['import' | 'device'] }
export type ProposalOutcome = {
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

/** The stated values; a result of a student recorded as absent also states that they were present. */
function statedValues({ fields }: Proposal, { before, plan }: RecordForWriting): Values {
  const stated: Values = {}
  // The few that came instead of all that there are.
  for (const name in fields) {
    const field = name as RecordField
    if (Object.hasOwn(before, field) && isGiven(fields[field])) stated[field] = fields[field]
  }
  const absentNoMore = !('absence' in stated) && before.absence !== null
  if (absentNoMore && hasResult(withValues({ ...before, absence: null }, stated), plan.items))
    stated.absence = null
  return stated
}

export type EvaluatedProposal = ProposalOutcome & {
  record: RecordForWriting
  after: StoredFields
  stated: Values
}
type Circumstances = { by: ProposalWriter; origins: Origins; drawn: ReadonlySet<number>; today: string }

/** The same source may correct itself; two devices are two sources, and so are the sheets of two organisations. */
function isOwn(record: RecordForWriting, field: RecordField, { by, origins }: Circumstances): boolean {
  const origin = origins.get(`${record.recordId}.${field}`) ?? { ...record, orgId: null }
  if (origin.source !== by.source) return false
  return by.source === RecordSource.code.device
    ? origin.deviceId === (by.deviceId ?? null)
    : origin.orgId === by.orgId
}

/** What a proposal would do to a record as it is now. */
function evaluateProposal(
  proposal: Proposal,
  record: RecordForWriting,
  given: Circumstances,
): EvaluatedProposal {
  const { before, plan, recordId } = record
  const stated = statedValues(proposal, record)
  // The day alone contradicts nothing: the first one stays unless the same source corrects it.
  const keepsDay = before.checkedOn !== null && !isOwn(record, 'checkedOn', given)
  const values = keepsDay ? { ...stated, checkedOn: before.checkedOn } : stated
  const proposed = normalReading(withValues(before, values))
  const after = withDay(before, proposed, { items: plan.items, today: given.today })
  const changes = changesBetween(before, after)
  const evaluated = (
    outcome: ProposalOutcome['outcome'],
    message: string | null = null,
  ): EvaluatedProposal => ({
    recordId,
    outcome,
    message,
    changes,
    record,
    after,
    stated,
  })
  if (given.drawn.has(recordId)) {
    return { ...evaluated('refused', BLIND_REFUSED), changes: {}, after: before, stated: {} }
  }
  const closed = lockedByState(record)
  if (closed) return evaluated('refused', closed)
  const changed = Object.keys(changes) as RecordField[]
  if (changed.length === 0) return evaluated('same')
  const fault = faultOfFields(before, after, plan)
  if (fault) return evaluated('refused', fault)
  const contradicts = changed.some(
    (field) => field !== 'checkedOn' && isGiven(before[field]) && !isOwn(record, field, given),
  )
  return contradicts ? evaluated('conflict', '与已有结果不一致，等待人工处理') : evaluated('taken')
}

/** As a record is listed: nothing of it was ever written. */
const FIRST_VERSION = 1

/** Evaluates several proposals, with the origins of the present values. */
export async function evaluateProposals(
  db: Db,
  proposals: readonly Proposal[],
  records: readonly RecordForWriting[],
  { by, today }: Pick<Circumstances, 'by' | 'today'>,
): Promise<(EvaluatedProposal | null)[]> {
  const known = new Map(records.map((record) => [record.recordId, record]))
  const changed = records.filter(({ version }) => version > FIRST_VERSION).map(({ recordId }) => recordId)
  const origins: Origins = changed.length > 0 ? await selectOrigins(db, changed) : new Map()
  const drawn =
    by.source === RecordSource.code.import ? await selectDrawnFor(db, changed, by) : new Set<number>()
  const given = { by, origins, drawn, today }
  return proposals.map((proposal) => {
    const record = known.get(proposal.recordId)
    return record ? evaluateProposal(proposal, record, given) : null
  })
}

/**
 * Writes what can be taken and stores contradictions for a person to decide; a record stays whole either way. That
 * the sender may write the records is checked before. Several proposals for one record are applied one after the
 * other.
 */
export async function proposeReadings(
  db: Tx,
  { proposals, by }: { proposals: readonly Proposal[]; by: ProposalWriter },
): Promise<ProposalOutcome[]> {
  const outcomes: ProposalOutcome[] = []
  for (const round of roundsOf(proposals)) {
    const results = await proposeOnce(
      db,
      round.map(({ proposal }) => proposal),
      by,
    )
    for (const [index, { at }] of round.entries()) outcomes[at] = results[index] as ProposalOutcome
  }
  return outcomes
}

type Placed = { proposal: Proposal; at: number }
/** Nearly always one: in each a record occurs once. */
function roundsOf(proposals: readonly Proposal[]): Placed[][] {
  const times = new Map<number, number>()
  const rounds: Placed[][] = []
  for (const [at, proposal] of proposals.entries()) {
    const round = times.get(proposal.recordId) ?? 0
    times.set(proposal.recordId, round + 1)
    rounds[round] = [...(rounds[round] ?? []), { proposal, at }]
  }
  return rounds
}

async function proposeOnce(db: Tx, proposals: Proposal[], by: ProposalWriter): Promise<ProposalOutcome[]> {
  const records = await selectForWriting(
    db,
    null,
    proposals.map(({ recordId }) => recordId),
  )
  const evaluated = await evaluateProposals(db, proposals, records, { by, today: await selectToday(db) })
  const known = evaluated.flatMap((each) => each ?? [])
  const taken = known.filter(({ outcome }) => outcome === 'taken')
  for (const planId of new Set(taken.map(({ record }) => record.planId))) {
    const rows = taken
      .filter(({ record }) => record.planId === planId)
      .map(({ record, after }) => ({ ...record, after }))
    if (rows[0]) await writeReadings(db, { plan: rows[0].plan, rows, by })
  }
  await replaceConflicts(db, known.filter(({ outcome }) => outcome !== 'refused').map(newConflict), by)
  return evaluated.map((each, index) => {
    if (each === null) return unknown(proposals[index]?.recordId ?? 0)
    const { recordId, outcome, message, changes } = each
    return { recordId, outcome, message, changes }
  })
}

const unknown = (recordId: number): ProposalOutcome => ({
  recordId,
  outcome: 'refused',
  message: '没有找到该学生的筛查记录',
  changes: {},
})

const newConflict = ({ record, outcome, stated }: EvaluatedProposal) => {
  const { checkedOn, ...reading } = stated
  return {
    recordId: record.recordId,
    planId: record.planId,
    schoolOrgId: record.schoolOrgId,
    reading: outcome === 'conflict' ? reading : null,
    stated: Object.keys(reading),
    checkedOn: (checkedOn as string | undefined) ?? null,
  }
}
