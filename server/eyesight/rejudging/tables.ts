import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../core/db/column-types.ts'

/** Orders to judge stored records again, each given by a migration that comes with other rules. */
export type RejudgingTables = {
  rejudging: {
    id: Generated<number>
    orderedAt: Timestamp
    lastId: number
    doneId: Generated<number>
    finishedAt: NullableTimestamp
  }
}
