import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type {
  RecordChanges,
  RecordField,
  SavedRecord,
  SaveRecords,
} from '#contract/eyesight/record-schemas.ts'
import type { UserTxCtx } from '../core/context.ts'
import { selectToday } from '../core/db/today.ts'
import { requireTask, screeningScope } from './access.ts'
import { RECORD_FIELDS, type StoredFields, storedValue, withValues } from './record-fields.ts'
import { rowsById, selectBlind, selectLastTouched } from './record-queries.ts'
import { presentRecord } from './record-row.ts'
import { assertTakesPart, assertUnderWay, BLIND_REFUSED, faultOfFields, withDay } from './record-rules.ts'
import { fieldLabel, storedWord } from './record-words.ts'
import { type RecordForWriting, selectForWriting, writeReadings } from './write-readings.ts'

type Input = z.output<typeof SaveRecords>
type Given = Input['rows'][number]

/** Field by field: what somebody else changed meanwhile is not overwritten, and then nothing of that row is. */
export async function saveRecords(ctx: UserTxCtx, { taskId, rows }: Input): Promise<SavedRecord[]> {
  ctx.note({ objectType: 'task', objectId: taskId, detail: { records: rows.length } })
  const records = await takeRecords(ctx, taskId, rows)
  const today = await selectToday(ctx.db)
  const blind = await selectBlind(ctx.db, [...records.keys()], ctx)
  const outcomes = rows.map((row) => outcomeOf(row, { records, blind, today }))
  const faults = outcomes.flatMap(({ fault }) => fault ?? [])
  const [fault] = faults
  // Where nothing at all can be kept the whole is refused, so that nobody takes it for saved.
  if (fault && faults.length === rows.length) throw new BizError(700, fault)
  const accepted = outcomes.filter((each) => !each.fault && each.clash.length === 0)
  const { userId, orgId } = ctx.caller
  const [first] = accepted
  if (first) {
    const written = accepted.map(({ record, after }) => ({ ...record, after }))
    await writeReadings(ctx.db, { plan: first.record.plan, rows: written, by: { source: 1, userId, orgId } })
  }
  ctx.note({ detail: { records: rows.length, saved: accepted.length } })
  return answer(ctx, outcomes)
}

async function takeRecords(ctx: UserTxCtx, taskId: number, rows: Given[]) {
  const ids = rows.map(({ recordId }) => recordId)
  if (new Set(ids).size < ids.length) throw new BizError(400)
  const task = await requireTask(ctx, taskId)
  const records = await selectForWriting(ctx.db, screeningScope(ctx), ids)
  if (records.length < ids.length || records.some((record) => record.taskId !== taskId)) {
    throw new BizError(650)
  }
  assertTakesPart(ctx, { executorOrgId: task.orgId, schoolOrgId: task.schoolOrgId })
  for (const record of records) assertUnderWay(record)
  return new Map(records.map((record) => [record.recordId, record]))
}

type Clash = { field: RecordField; theirs: unknown; yours: unknown }
type Outcome = { record: RecordForWriting; after: StoredFields; clash: Clash[]; fault: string | null }

type Known = { records: Map<number, RecordForWriting>; blind: ReadonlySet<number>; today: string }

function outcomeOf(given: Given, { records, blind, today }: Known): Outcome {
  const record = records.get(given.recordId)
  if (!record) throw new BizError(650)
  if (blind.has(record.recordId)) {
    return { record, after: record.before, clash: [], fault: `${record.studentName}：${BLIND_REFUSED}` }
  }
  const { values, clash } = compared(record.before, given.changes)
  const after = withValues(record.before, values)
  if (clash.length > 0) return { record, after, clash, fault: null }
  const { items } = record.plan
  const dated = withDay(record.before, after, { items, today })
  const fault = faultOfFields(record.before, dated, { ...record.plan, today })
  return { record, after, clash, fault: fault && `${record.studentName}：${fault}` }
}

/** What stands there may be what was seen, or already what shall be; anything else is somebody else's. */
export function compared(before: StoredFields, changes: RecordChanges) {
  const values: Partial<Record<RecordField, unknown>> = {}
  const clash: Clash[] = []
  for (const field of RECORD_FIELDS) {
    const change = changes[field]
    if (!change) continue
    const [from, to] = [storedValue(field, change.from), storedValue(field, change.to)]
    const present = before[field]
    if (present === from || present === to) values[field] = to
    else clash.push({ field, theirs: present, yours: to })
  }
  return { values, clash }
}

/** Every row as it stands now. */
async function answer(ctx: UserTxCtx, outcomes: Outcome[]): Promise<SavedRecord[]> {
  const ids = outcomes.map(({ record }) => record.recordId)
  const rows = new Map((await rowsById(ctx.db, ids, ctx)).map((row) => [row.id, row]))
  const clashing = outcomes.filter(({ clash }) => clash.length > 0)
  const touched = clashing.map(({ record, clash }) => ({
    recordId: record.recordId,
    fields: clash.map(({ field }) => field),
  }))
  const last = touched.length > 0 ? await selectLastTouched(ctx.db, touched) : new Map()
  return outcomes.map(({ record: { recordId }, clash, fault }) => {
    const row = rows.get(recordId)
    if (!row) throw new BizError(650)
    const by = last.get(recordId)
    return {
      recordId,
      saved: clash.length === 0 && !fault,
      row: presentRecord(row),
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
