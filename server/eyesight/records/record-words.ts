// Fields of a record as people read them.
import { Glasses } from '#contract/core/codes.ts'
import {
  AbsenceReason,
  ColourVision,
  EyePosition,
  READING_NUMBERS,
  type ReadingNumber,
} from '#contract/eyesight/reading.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { type FieldChanges, RECORD_FIELDS, type StoredFields, wireValue } from './record-fields.ts'

const OTHER_LABELS: Record<Exclude<RecordField, ReadingNumber>, string> = {
  glasses: '戴镜类型',
  unableRight: '右眼无法检查',
  unableLeft: '左眼无法检查',
  uncooperative: '不配合检查',
  position: '眼位',
  colour: '色觉',
  absence: '未检原因',
  remark: '备注',
  checkedOn: '检查日期',
}
export const fieldLabel = (field: RecordField): string =>
  field in READING_NUMBERS
    ? READING_NUMBERS[field as ReadingNumber].label
    : OTHER_LABELS[field as Exclude<RecordField, ReadingNumber>]

const CODES: Partial<Record<RecordField, { label(code: unknown): string }>> = {
  glasses: Glasses,
  position: EyePosition,
  colour: ColourVision,
  absence: AbsenceReason,
}
const NOTHING = '未填'

/** Dioptres always carry their sign, as on every form. */
function numberWord(field: ReadingNumber, value: number): string {
  const decimals = Math.log10(READING_NUMBERS[field].scale)
  const text = value.toFixed(decimals)
  return decimals === 2 && value > 0 ? `+${text}` : text
}

/** A value as it travels. */
export function wireWord(field: RecordField, value: unknown): string {
  if (value === null || value === undefined) return NOTHING
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && field in READING_NUMBERS) return numberWord(field as ReadingNumber, value)
  return CODES[field]?.label(value) ?? String(value)
}

export const storedWord = (field: RecordField, value: unknown): string =>
  wireWord(field, wireValue(field, value))

/** Stored changes in the order of the form. */
export const changeWords = (changes: FieldChanges) =>
  RECORD_FIELDS.flatMap((field) => {
    const pair = changes[field]
    if (!pair) return []
    return [{ label: fieldLabel(field), before: wireWord(field, pair[0]), after: wireWord(field, pair[1]) }]
  })

/** Where two sets of fields differ, in words. */
export const differenceWords = (
  fields: readonly RecordField[],
  present: StoredFields,
  incoming: Partial<Record<RecordField, unknown>>,
) =>
  fields.map((field) => ({
    label: fieldLabel(field),
    present: storedWord(field, present[field]),
    incoming: storedWord(field, incoming[field]),
  }))
