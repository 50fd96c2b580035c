import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

/** Settings, the audit trail, jobs and stored files: what every feature builds on. */
export type CoreTables = {
  setting: { key: string; value: Json }
  auditLog: {
    id: Generated<number>
    at: Timestamp
    userId: number | null
    account: string | null
    orgId: number | null
    ip: string
    action: string
    objectType: string | null
    objectId: string | null
    success: boolean
    code: number
    detail: ColumnType<object | null, string | null, never>
    requestId: string
  }
  job: {
    id: Generated<number>
    kind: string
    payload: Json
    key: string | null
    state: Generated<'queued' | 'running' | 'done' | 'failed'>
    runAt: Timestamp
    attempts: Generated<number>
    maxAttempts: Generated<number>
    leaseToken: string | null
    leaseUntil: NullableTimestamp
    progress: Generated<number>
    total: Generated<number>
    error: string | null
    createdAt: Timestamp
    finishedAt: NullableTimestamp
  }
  storedFile: {
    id: Generated<string>
    name: string
    bytes: Generated<number>
    complete: Generated<boolean>
    createdAt: Timestamp
    expiresAt: Timestamp
  }
  storedFilePart: { fileId: string; partNo: number; contentEnc: Buffer }
}
