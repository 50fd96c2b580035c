import type { ColumnType, JSONColumnType } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/** A day, YYYY-MM-DD. */
export type DateColumn = string
export type Json = JSONColumnType<object>
