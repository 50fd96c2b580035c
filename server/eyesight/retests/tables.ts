import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../core/db/column-types.ts'

export type RetestTables = {
  retest: {
    recordId: number
    planId: number
    taskId: number
    schoolOrgId: number
    drawnAt: Timestamp
    drawnBy: number | null
    reading: ColumnType<object | null, string | null | undefined, string | null>
    firstReading: ColumnType<object | null, string | null | undefined, string | null>
    items: Generated<number>
    errors: Generated<number>
    stage: Generated<number | null>
    enteredBy: number | null
    enteredAt: NullableTimestamp
  }
  retestMove: {
    tx: Generated<string>
    taskId: number
    planId: number
    drawn: number
    done: number
    items: number
    errors: number
  }
}
