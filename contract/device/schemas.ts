import { z } from 'zod'
import { codeEnum } from '../core/enums.ts'
import { PageQuery } from '../core/envelope.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'

export const DeviceId = WireId
export const DeviceKind = codeEnum({
  refractor: [1, '电脑验光仪'],
  visionChart: [2, '视力检查设备'],
  other: [3, '其他'],
})
export const DeviceStatus = codeEnum({ disabled: [0, '已停用'], active: [1, '使用中'] })

export const DevicePageQuery = PageQuery.extend({
  orgId: OrgId.optional(),
  kind: DeviceKind.query.optional(),
  status: DeviceStatus.query.optional(),
  /** Calibration is due within 30 days, or overdue. */
  calibration: z.enum(['due', 'overdue']).optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type DevicePageQuery = z.output<typeof DevicePageQuery>

export const DeviceRow = z.object({
  deviceId: z.number(),
  name: z.string(),
  kind: DeviceKind.schema,
  model: z.string().nullable(),
  serialNo: z.string(),
  orgId: z.number(),
  orgName: z.string(),
  schoolOrgId: z.number().nullable(),
  schoolName: z.string().nullable(),
  keyId: z.string(),
  status: DeviceStatus.schema,
  calibratedOn: z.string().nullable(),
  calibrationMonths: z.number(),
  calibrationDueOn: z.string().nullable(),
  calibration: z.enum(['unknown', 'ok', 'due', 'overdue']),
  lastSeenAt: z.string().nullable(),
  readingCount: z.number(),
  remark: z.string().nullable(),
  version: z.number(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

const text = (max: number, message: string) => z.string().trim().min(1, message).max(max, message)
export const DeviceForm = z.object({
  name: text(30, '请输入1-30个字的设备名称'),
  kind: DeviceKind.schema,
  model: z.string().trim().max(50).nullable().default(null),
  serialNo: text(50, '请输入设备序列号').regex(
    /^[A-Za-z0-9._-]+$/,
    '序列号只能包含字母、数字、点、横线和下划线',
  ),
  /** The school the device stands at, of those the organisation serves. */
  schoolOrgId: OrgId.nullable().default(null),
  calibratedOn: z.iso.date().nullable().default(null),
  calibrationMonths: z.number().int().min(1).max(60).default(12),
  remark: z.string().trim().max(200).nullable().default(null),
})
/** A government body names the organisation; others register their own. */
export const AddDevice = DeviceForm.extend({ orgId: OrgId.optional() })
export const EditDevice = DeviceForm.extend({ deviceId: DeviceId, version: z.number().int() })
export const DeviceVersion = z.object({ deviceId: DeviceId, version: z.number().int() })
/** The secret is shown once and never again. */
export const DeviceKey = z.object({
  deviceId: z.number(),
  keyId: z.string(),
  secret: z.string(),
  version: z.number(),
})

export const DeviceReadingRow = z.object({
  readingNo: z.string(),
  at: z.string(),
  outcome: z.enum(['taken', 'same', 'conflict', 'refused']),
  message: z.string().nullable(),
  studentName: PrivateName.nullable(),
  schoolName: z.string().nullable(),
})
export const DeviceDetail = DeviceRow.extend({
  lastIp: z.string().nullable(),
  keyMadeAt: z.string(),
  /** Readings of the last 30 days. */
  byDay: z.array(z.object({ day: z.string(), readings: z.number() })),
  recent: z.array(DeviceReadingRow),
})
export type DeviceDetail = z.infer<typeof DeviceDetail>

export const DEVICE_CLOCK_SECONDS = 300
export const DEVICE_BATCH = 200

/** Without a line break in it: the parts of what is signed must not run into each other. */
const word = (min: number, max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`))

/**
 * One message of a device. `payload` is the text of a `DevicePayload`, signed as it stands:
 * signature = hex(HMAC-SHA256(secret, `${keyId}\n${time}\n${nonce}\n${payload}`)).
 */
export const DeviceMessage = z.object({
  keyId: word(1, 64),
  /** Seconds since 1970; at most five minutes off. */
  time: z.number().int(),
  nonce: word(8, 64),
  payload: z.string().min(2).max(500_000),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})
export type DeviceMessage = z.output<typeof DeviceMessage>

/** What is needed to answer reading by reading; whatever else is wrong with one refuses that one alone. */
export const DevicePayload = z.object({
  readings: z
    .array(
      z.looseObject({
        /** The device's own number of the reading: sent again it counts once. */
        readingNo: z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/),
      }),
    )
    .min(1)
    .max(DEVICE_BATCH),
})
export type DevicePayload = z.output<typeof DevicePayload>

/** One reading. Who was examined: by the record (from a code on the class list), or by a number of the student. */
export const DeviceReading = z.strictObject({
  recordId: WireId.optional(),
  taskId: WireId.optional(),
  idCard: z.string().trim().max(30).optional(),
  studentNo: z.string().trim().max(30).optional(),
  /** The day of the examination; absent: today. */
  checkedOn: z.iso.date().optional(),
  /** Fields of a reading; what was not measured is left out or null. */
  reading: z.record(z.string(), z.unknown()),
})
export type DeviceReading = z.output<typeof DeviceReading>

export const DeviceOutcome = z.enum(['taken', 'same', 'conflict', 'refused'])
export type DeviceOutcome = z.output<typeof DeviceOutcome>
export const DeviceAnswer = z.object({
  results: z.array(
    z.object({ readingNo: z.string(), outcome: DeviceOutcome, message: z.string().nullable() }),
  ),
})
export type DeviceAnswer = z.output<typeof DeviceAnswer>
