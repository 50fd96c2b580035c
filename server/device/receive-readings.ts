import { type DeviceAnswer, type DevicePayload, DeviceReading } from '#contract/device/schemas.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import type { TxCtx } from '../core/context.ts'
import { type Proposal, proposeReadings } from '../eyesight/records/conflict-proposal.ts'
import { storedValue } from '../eyesight/records/record-fields.ts'
import { type MeasuredFields, readDeviceValues } from './device-values.ts'
import { findRecords } from './find-records.ts'
import {
  type AnsweredReading,
  insertReadings,
  type KnownDevice,
  selectStoredReadings,
  updateDeviceSeen,
} from './intake-queries.ts'

type Sent = DevicePayload['readings'][number]
type Result = DeviceAnswer['results'][number]
type Read = { reading: DeviceReading; fields: MeasuredFields }
/** A reading and the record it is about, or the reason why there is none. */
type Seen = (Read & { recordId: number }) | { fault: string }

const NUMBER_REUSED = '该编号已用于另一名学生的检查，请使用新的编号'

/** The outcome of each reading. A reading number that was sent before gets its first answer again, and nothing is written. */
export async function receiveReadings(
  ctx: TxCtx,
  device: KnownDevice,
  sent: readonly Sent[],
): Promise<Result[]> {
  const numbers = sent.map(({ readingNo }) => readingNo)
  const stored = await selectStoredReadings(ctx.db, device.id, numbers)
  const known = new Map(stored.map((reading) => [reading.readingNo, reading]))
  const seen = await seeEach(ctx, device, sent)
  const unknown = seen.flatMap((each, nth) => {
    const readingNo = numbers[nth] ?? ''
    return known.has(readingNo) || numbers.indexOf(readingNo) < nth ? [] : [{ ...each, readingNo }]
  })
  const taken = await proposeNew(ctx, device, unknown)
  if (taken.length > 0) await insertReadings(ctx.db, device.id, taken)
  await updateDeviceSeen(ctx.db, device.id, ctx.ip, taken.length)
  for (const reading of taken) known.set(reading.readingNo, reading)
  note(ctx, sent.length, taken)
  return seen.map((each, nth) => answerTo(known.get(numbers[nth] ?? ''), each, numbers[nth] ?? ''))
}

async function seeEach(ctx: TxCtx, device: KnownDevice, sent: readonly Sent[]): Promise<Seen[]> {
  const read = sent.map(readOne)
  const found = await findRecords(
    ctx,
    device,
    read.map((each) => ('reading' in each ? each.reading : null)),
  )
  return read.map((each, nth) => {
    const record = found[nth]
    return 'reading' in each && record ? { ...each, ...record } : (each as { fault: string })
  })
}

function readOne({ readingNo: _, ...rest }: Sent): Read | { fault: string } {
  const parsed = DeviceReading.safeParse(rest)
  if (!parsed.success) return { fault: faultOf(parsed.error.issues[0]) }
  const values = readDeviceValues(parsed.data.reading)
  return 'fault' in values ? values : { reading: parsed.data, fields: values.fields }
}

const NAMES: Record<string, string> = {
  recordId: '记录编号',
  taskId: '任务编号',
  idCard: '身份证号',
  studentNo: '学籍号',
  checkedOn: '检查日期',
  reading: '检查结果',
}
function faultOf(issue: { path: PropertyKey[] } | undefined): string {
  const name = NAMES[String(issue?.path[0])]
  return name ? `${name}的格式不正确` : '有不认识的字段'
}

async function proposeNew(
  ctx: TxCtx,
  device: KnownDevice,
  unknown: readonly (Seen & { readingNo: string })[],
): Promise<AnsweredReading[]> {
  const proposed = unknown.filter((each) => 'recordId' in each)
  const outcomes = await proposeReadings(ctx.db, {
    proposals: proposed.map(proposalOf),
    by: { source: RecordSource.code.device, userId: null, orgId: device.orgId, deviceId: device.id },
  })
  const refused = unknown.filter((each) => 'fault' in each)
  return [
    ...proposed.flatMap(({ readingNo }, nth) => {
      const made = outcomes[nth]
      return made
        ? [{ readingNo, recordId: made.recordId, outcome: made.outcome, message: made.message }]
        : []
    }),
    ...refused.map(({ readingNo, fault }) => ({
      readingNo,
      recordId: null,
      outcome: 'refused' as const,
      message: fault,
    })),
  ]
}

function proposalOf({ recordId, reading, fields }: Read & { recordId: number }): Proposal {
  const stored = Object.entries(fields).map(([field, value]) => [
    field,
    storedValue(field as keyof MeasuredFields, value),
  ])
  return { recordId, fields: { ...Object.fromEntries(stored), checkedOn: reading.checkedOn } }
}

/** A device that starts its numbers again must get an error, as its readings are not stored. */
function answerTo(stored: AnsweredReading | undefined, seen: Seen, readingNo: string): Result {
  const meant = 'recordId' in seen ? seen.recordId : null
  const other = stored && stored.recordId !== null && meant !== null && stored.recordId !== meant
  if (!stored || other) return { readingNo, outcome: 'refused', message: NUMBER_REUSED }
  return { readingNo, outcome: stored.outcome, message: stored.message }
}

function note(ctx: TxCtx, readings: number, taken: readonly AnsweredReading[]) {
  const count = (outcome: AnsweredReading['outcome']) =>
    taken.filter((reading) => reading.outcome === outcome).length
  ctx.note({
    detail: {
      readings,
      repeated: readings - taken.length,
      taken: count('taken'),
      same: count('same'),
      conflict: count('conflict'),
      refused: count('refused'),
    },
  })
}
