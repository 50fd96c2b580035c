import type { Generated } from 'kysely'
import type { DateColumn, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type DeviceTables = {
  device: {
    id: Generated<number>
    orgId: number
    name: string
    kind: number
    model: string | null
    serialNo: string
    schoolOrgId: number | null
    keyId: string
    keyEnc: Buffer
    keyMadeAt: Timestamp
    status: Generated<number>
    calibratedOn: DateColumn | null
    calibrationMonths: Generated<number>
    lastSeenAt: NullableTimestamp
    lastIp: string | null
    readingCount: Generated<number>
    remark: string | null
    createdBy: number | null
    createdAt: Timestamp
    updatedAt: Timestamp
    version: Generated<number>
  }
  deviceNonce: {
    deviceId: number
    nonce: string
    at: Timestamp
  }
  deviceReading: {
    deviceId: number
    readingNo: string
    recordId: number | null
    outcome: string
    message: string | null
    at: Timestamp
  }
}
