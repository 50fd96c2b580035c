// The fields of a reading as devices send them: only what was measured, each checked by itself.
import { z } from 'zod'
import { lensFaults, normalReading } from '#contract/eyesight/normal-reading.ts'
import { READING_NUMBERS, type Reading, ReadingFields } from '#contract/eyesight/reading.ts'

/** A field that is absent says nothing about what stands in the record. */
export type MeasuredFields = Partial<Reading>

const Fields = z.strictObject(
  Object.fromEntries(
    Object.entries(ReadingFields.shape).map(([key, field]) => [key, field.unwrap().nullable().optional()]),
  ),
)
const NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(READING_NUMBERS).map(([key, { label }]) => [key, label])),
  glasses: '戴镜类型',
  unableRight: '右眼无法检查',
  unableLeft: '左眼无法检查',
  uncooperative: '不配合',
  position: '眼位',
  colour: '色觉',
}

/** What was measured, or in words why it cannot be taken. */
export function readDeviceValues(
  sent: Readonly<Record<string, unknown>>,
): { fields: MeasuredFields } | { fault: string } {
  const parsed = Fields.safeParse(sent)
  const [issue] = parsed.error?.issues ?? []
  if (issue) return { fault: faultOf(issue) }
  const values: MeasuredFields = normalReading(parsed.data ?? {})
  const [lensFault] = lensFaults(values)
  if (lensFault) return { fault: lensFault.message }
  const measured = Object.entries(values).filter(([, value]) => value !== null && value !== false)
  if (measured.length === 0) return { fault: '没有检查结果' }
  return { fields: Object.fromEntries(measured) as MeasuredFields }
}

const isOurs = (message: string): boolean => /\p{Script=Han}/u.test(message)

function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    // Only what looks like a name is said again.
    const known = issue.keys.find((key) => /^[A-Za-z0-9_]{1,30}$/.test(key))
    return known ? `没有“${known}”这个检查项目` : '有不认识的检查项目'
  }
  const name = NAMES[String(issue.path[0])] ?? '检查结果'
  return isOurs(issue.message) ? issue.message : `${name}的格式不正确`
}
