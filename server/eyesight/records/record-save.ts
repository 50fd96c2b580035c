import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { SIDES } from '#contract/eyesight/reading.ts'
import {
  type RecordChanges,
  type RecordField,
  RecordSource,
  RecordState,
  type SavedRecord,
  type SaveRecords,
} from '#contract/eyesight/record-schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { screeningScope } from '../plans/access.ts'
import { RECORD_FIELDS, type StoredFields, storedValue, withValues } from './record-fields.ts'
import { lockShownRecords, rowsById, type ShownRecord, selectLastTouched } from './record-queries.ts'
import { presentRecord, storedOf } from './record-row.ts'
import { assertTakesPart, assertUnderWay, BLIND_REFUSED, faultOfFields, withDay } from './record-rules.ts'
import { fieldLabel, storedWord } from './record-words.ts'
import { forWriting, type RecordForWriting, type Written, writeReadings } from './write-readings.ts'
import { lockTasksOf } from './write-readings-queries.ts'

type Input = z.output<typeof SaveRecords>
type Given = Input['rows'][number]

/** Field by field: what somebody else changed meanwhile is not overwritten, and then nothing of that row is. */
export async function saveRecords(ctx: UserTxCtx, { taskId, rows }: Input): Promise<SavedRecord[]> {
  ctx.note({ objectType: 'task', objectId: taskId, detail: { records: rows.length } })
  const records = await requireLockedRecords(ctx, taskId, rows)
  const outcomes = rows.map((row) => outcomeOf(row, records.get(row.recordId)))
  const faults = outcomes.flatMap(({ fault }) => fault ?? [])
  const [fault] = faults
  // Where no row can be stored the whole call is refused, so that nobody takes it for saved.
  if (fault && faults.length === rows.length) throw new BizError(700, fault)
  const accepted = outcomes.filter((each) => !each.fault && each.clash.length === 0)
  const { userId, orgId } = ctx.caller
  const [first] = accepted
  const changed = accepted.map(({ taken: { record }, after }) => ({ ...record, after }))
  const by = { source: RecordSource.code.hand, userId, orgId } as const
  const written = first
    ? await writeReadings(ctx.db, { plan: first.taken.record.plan, rows: changed, by })
    : []
  ctx.note({ detail: { records: rows.length, saved: accepted.length } })
  return answer(ctx, outcomes, written)
}

/** A locked record, to be written and to be shown. */
type LockedRecord = { record: RecordForWriting; shown: ShownRecord }

async function requireLockedRecords(
  ctx: UserTxCtx,
  taskId: number,
  rows: Given[],
): Promise<Map<number, LockedRecord>> {
  const ids = rows.map(({ recordId }) => recordId)
  if (new Set(ids).size < ids.length) throw new BizError(400)
  const tasks = await lockTasksOf(ctx.db, ids)
  const shown = await lockShownRecords(ctx.db, screeningScope(ctx), ids, ctx)
  if (shown.length < ids.length || shown.some((record) => record.taskId !== taskId)) throw new BizError(650)
  const records = forWriting(shown, tasks)
  for (const record of records) {
    assertTakesPart(ctx, record)
    assertUnderWay(record)
  }
  return new Map(
    shown.flatMap((row, index) => (records[index] ? [[row.id, { record: records[index], shown: row }]] : [])),
  )
}

type Clash = { field: RecordField; theirs: unknown; yours: unknown }
type Outcome = { taken: LockedRecord; after: StoredFields; clash: Clash[]; fault: string | null }

function outcomeOf(given: Given, taken: LockedRecord | undefined): Outcome {
  if (!taken) throw new BizError(650)
  const { record, shown } = taken
  if (shown.blind) {
    return { taken, after: record.before, clash: [], fault: `${record.studentName}：${BLIND_REFUSED}` }
  }
  const { values, clash } = compared(record.before, given.changes)
  const after = withValues(record.before, values)
  if (clash.length > 0) return { taken, after, clash, fault: null }
  const dated = withDay(record.before, after, record.plan)
  const fault = faultOfFields(record.before, dated, record.plan)
  return { taken, after, clash, fault: fault && `${record.studentName}：${fault}` }
}

/**
 * The stored value may be the one that was seen, or already the one that is asked for; any other one is somebody
 * else's.
 */
export function compared(before: StoredFields, changes: RecordChanges) {
  const values: Partial<Record<RecordField, unknown>> = {}
  const clash: Clash[] = []
  const wanted = wantedValues(before, changes)
  for (const field of RECORD_FIELDS) {
    const change = changes[field]
    if (!change) continue
    const [from, to] = [storedValue(field, change.from), wanted[field]]
    const present = before[field]
    if (present === from || present === to) values[field] = to
    else clash.push({ field, theirs: present, yours: to })
  }
  return { values, clash }
}

/**
 * What the fields shall be, as it is stored. A positive cylinder is turned with the sphere and the axis that come with it, never
 * with stored ones: asked for twice it would turn them twice.
 */
function wantedValues(before: StoredFields, changes: RecordChanges): Partial<StoredFields> {
  const given: Partial<Record<RecordField, unknown>> = {}
  for (const field of RECORD_FIELDS) {
    const change = changes[field]
    if (change) given[field] = storedValue(field, change.to)
  }
  const wanted = given as Partial<StoredFields>
  const normal = normalReading(wanted)
  const turnsStoredAxis = SIDES.some(
    (side) =>
      normal[`cylinder${side}`] !== wanted[`cylinder${side}`] &&
      !(`axis${side}` in wanted) &&
      before[`axis${side}`] !== null,
  )
  return turnsStoredAxis ? wanted : normal
}

/** Every row as it stands now: what was written is known, what was left alone is looked up. */
async function answer(ctx: UserTxCtx, outcomes: Outcome[], written: Written[]): Promise<SavedRecord[]> {
  const now = new Map(written.map((each) => [each.id, each]))
  const left = outcomes.map(({ taken }) => taken.record.recordId).filter((id) => !now.has(id))
  const looked = left.length > 0 ? await rowsById(ctx.db, left, ctx) : []
  const rows = new Map(looked.map((row) => [row.id, presentRecord(row)]))
  for (const { taken } of outcomes) {
    const saved = now.get(taken.record.recordId)
    if (saved) rows.set(saved.id, presentRecord(asWritten(taken, saved, ctx)))
  }
  const clashing = outcomes.filter(({ clash }) => clash.length > 0)
  const touched = clashing.map(({ taken: { record }, clash }) => ({
    recordId: record.recordId,
    fields: clash.map(({ field }) => field),
  }))
  const last = touched.length > 0 ? await selectLastTouched(ctx.db, touched) : new Map()
  return outcomes.map(({ taken, clash, fault }) => {
    const { recordId } = taken.record
    const row = rows.get(recordId)
    if (!row) throw new BizError(650)
    const by = last.get(recordId)
    return {
      recordId,
      saved: clash.length === 0 && !fault,
      row,
      clash:
        clash.length === 0
          ? null
          : {
              byName: by?.byName ?? null,
              at: by?.at.toISOString() ?? null,
              fields: clash.map(({ field, theirs, yours }) => ({
                field,
                label: fieldLabel(field),
                theirs: storedWord(field, theirs),
                yours: storedWord(field, yours),
              })),
            },
      ...(fault ? { fault } : {}),
    }
  })
}

/** A record as a class shows it, after a writing of the caller's. */
const asWritten = (
  { record, shown }: LockedRecord,
  { fields, concluded, ...saved }: Written,
  { caller }: UserTxCtx,
) => ({
  ...shown,
  ...fields,
  ...storedOf(concluded),
  ...saved,
  age: concluded.age,
  // Who entered first stays.
  enteredByName:
    saved.source === null
      ? null
      : record.state === RecordState.code.notScreened
        ? caller.realName
        : shown.enteredByName,
})
