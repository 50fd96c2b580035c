import { READING_NUMBERS, type ReadingNumber } from '#contract/eyesight/reading.ts'
import { type RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'

/** As `RecordFields`, numbers as they are stored: whole tenths, hundredths or ones. */
export type StoredFields = RecordFields

export const RECORD_FIELDS = Object.keys(RecordFields.shape) as RecordField[]
export const EMPTY_FIELDS: StoredFields = RecordFields.parse({})

const isNumber = (field: RecordField): field is ReadingNumber => field in READING_NUMBERS

/** A value of a field, from whole numbers to what people write. */
export const wireValue = (field: RecordField, stored: unknown): unknown =>
  isNumber(field) && typeof stored === 'number' ? stored / READING_NUMBERS[field].scale : stored

/** A value of a field, from what people write to whole numbers; an emptied text is none. */
export const storedValue = (field: RecordField, wire: unknown): unknown => {
  if (isNumber(field) && typeof wire === 'number') return Math.round(wire * READING_NUMBERS[field].scale)
  return wire === '' ? null : wire
}

/** Begun from the same object each time: the engine then knows all of them as one kind. */
function mapped(value: (field: RecordField) => unknown): Record<RecordField, unknown> {
  const fields: Record<RecordField, unknown> = { ...EMPTY_FIELDS }
  for (const field of RECORD_FIELDS) fields[field] = value(field)
  return fields
}

export const toWireFields = (fields: StoredFields): RecordFields =>
  mapped((field) => wireValue(field, fields[field])) as RecordFields

/** What a row of the table of records says about its fields; the row may have more columns. */
export const fieldsOf = (row: Readonly<Record<RecordField, unknown>>): StoredFields =>
  mapped((field) => row[field]) as StoredFields

/** Some of the fields replaced; values are stored ones. */
export const withValues = (fields: StoredFields, values: Readonly<Record<string, unknown>>): StoredFields =>
  Object.assign({ ...fields }, values)

/** Old and new value of what changed, as people write them: how a change is stored and asked for. */
export type FieldChanges = Partial<Record<RecordField, readonly [before: unknown, after: unknown]>>

export function changesBetween(before: StoredFields, after: StoredFields): FieldChanges {
  const changes: FieldChanges = {}
  for (const field of RECORD_FIELDS) {
    const old = before[field]
    const now = after[field]
    if (old !== now) changes[field] = [wireValue(field, old), wireValue(field, now)]
  }
  return changes
}

/** One side of stored changes, in whole numbers; 0 is the old value, 1 the new one. */
export const sideOf = (changes: FieldChanges, side: 0 | 1): Partial<Record<RecordField, unknown>> =>
  Object.fromEntries(
    RECORD_FIELDS.flatMap((field) => {
      const pair = changes[field]
      return pair ? [[field, storedValue(field, pair[side])]] : []
    }),
  )
