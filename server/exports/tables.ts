import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type ExportTables = {
  exportTask: {
    id: Generated<number>
    item: string
    userId: number
    loginOrgId: number
    parameters: Json
    reason: string
    fileName: string
    fileId: string | null
    state: Generated<'queued' | 'writing' | 'done' | 'failed' | 'cancelled'>
    total: Generated<number>
    progress: Generated<number>
    errorMsg: string | null
    cancelWanted: Generated<boolean>
    shown: Generated<boolean>
    createdAt: Timestamp
    finishedAt: NullableTimestamp
    expiresAt: Timestamp
  }
}
