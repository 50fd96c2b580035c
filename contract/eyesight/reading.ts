// What is measured at a screening. On the wire values are as people write them (4.9, -0.50); stored and judged they are
// whole numbers (tenths of vision, hundredths of a dioptre), so that no boundary is missed by a rounding.
import { z } from 'zod'
import { Glasses } from '../core/codes.ts'
import { codeEnum } from '../core/enums.ts'
import { isOnStep, VALUE_RANGES } from '../core/fields.ts'

/** Items of a plan (spec §3 "Screening type" says for each whether it is left out, mandatory or optional). */
export const PLAN_ITEMS = {
  naked: '裸眼视力',
  corrected: '戴镜视力',
  refraction: '电脑验光',
  position: '眼位',
  colour: '色觉',
  caries: '龋齿',
  body: '身高体重',
} as const
export type PlanItem = keyof typeof PLAN_ITEMS

export const EyePosition = codeEnum({
  normal: [1, '正常'],
  inward: [2, '内斜'],
  outward: [3, '外斜'],
  vertical: [4, '垂直斜'],
})
export const ColourVision = codeEnum({ normal: [1, '正常'], weak: [2, '色弱'], blind: [3, '色盲'] })

export const AbsenceReason = codeEnum({
  leave: [1, '请假'],
  transferred: [2, '转学'],
  suspended: [3, '休学'],
  refused: [4, '拒检'],
  uncooperative: [5, '不配合'],
  other: [9, '其他'],
})

export type NumberRange = { min: number; max: number; step: number; scale: number; label: string }
const TEETH = { min: 0, max: 32, step: 1, scale: 1 }

/** Every number that is measured, by its column without the side: range and step (spec §5), and the stored scale. */
const EYE_NUMBERS = {
  naked: { ...VALUE_RANGES.vision, scale: 10, label: '裸眼视力' },
  corrected: { ...VALUE_RANGES.vision, scale: 10, label: '戴镜视力' },
  sphere: { ...VALUE_RANGES.sphere, scale: 100, label: '球镜' },
  cylinder: { ...VALUE_RANGES.cylinder, scale: 100, label: '柱镜' },
  axis: { ...VALUE_RANGES.axis, scale: 1, label: '轴位' },
  orthoK: { ...VALUE_RANGES.orthoK, scale: 1, label: '塑形镜度数' },
} as const satisfies Record<string, NumberRange>
type EyeNumber = keyof typeof EYE_NUMBERS

const BODY_NUMBERS = {
  milkDecayed: { ...TEETH, label: '乳牙龋 d' },
  milkMissing: { ...TEETH, label: '乳牙失 m' },
  milkFilled: { ...TEETH, label: '乳牙补 f' },
  decayed: { ...TEETH, label: '恒牙龋 D' },
  missing: { ...TEETH, label: '恒牙失 M' },
  filled: { ...TEETH, label: '恒牙补 F' },
  height: { min: 50, max: 230, step: 0.1, scale: 10, label: '身高（厘米）' },
  weight: { min: 5, max: 200, step: 0.1, scale: 10, label: '体重（千克）' },
} as const satisfies Record<string, NumberRange>
type BodyNumber = keyof typeof BODY_NUMBERS

export type Side = 'Right' | 'Left'
export const SIDES: readonly Side[] = ['Right', 'Left']
export const SIDE_NAMES: Record<Side, string> = { Right: '右', Left: '左' }
export type ReadingNumber = `${EyeNumber}${Side}` | BodyNumber

/** Right before left, as on every form. */
export const READING_NUMBERS = {
  ...(Object.fromEntries(
    (Object.keys(EYE_NUMBERS) as EyeNumber[]).flatMap((key) =>
      SIDES.map((side) => [
        `${key}${side}`,
        { ...EYE_NUMBERS[key], label: `${EYE_NUMBERS[key].label}（${SIDE_NAMES[side]}）` },
      ]),
    ),
  ) as Record<`${EyeNumber}${Side}`, NumberRange>),
  ...BODY_NUMBERS,
} as const
export const READING_NUMBER_KEYS = Object.keys(READING_NUMBERS) as ReadingNumber[]

/** What may be entered: a cylinder may be written with a plus, and is then stored as the same lens with a minus (`normalReading`). */
export function enteredRange(key: ReadingNumber): NumberRange {
  const range = READING_NUMBERS[key]
  return key.startsWith('cylinder') ? { ...range, max: -range.min } : range
}

/** Why a number cannot be entered in a field, or null. */
export const faultOfNumber = (key: ReadingNumber, value: number): string | null =>
  faultInRange(enteredRange(key), value)

export function faultInRange(range: NumberRange, value: number): string | null {
  if (value < range.min || value > range.max) return `${range.label}应在 ${range.min} 至 ${range.max} 之间`
  if (!isOnStep(value, range)) return `${range.label}应以 ${range.step} 为一档`
  return null
}

const numberField = (key: ReadingNumber) =>
  z
    .number()
    .superRefine((value, context) => {
      const fault = faultOfNumber(key, value)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .nullable()
    .default(null)

const numberFields = Object.fromEntries(READING_NUMBER_KEYS.map((key) => [key, numberField(key)])) as Record<
  ReadingNumber,
  ReturnType<typeof numberField>
>

/** What stands in the row of one student: everything may be missing, null means not measured. */
export const ReadingFields = z.object({
  glasses: Glasses.schema.nullable().default(null),
  ...numberFields,
  /** The eye cannot be examined (blind, prosthetic): the record counts for progress, never for rates. */
  unableRight: z.boolean().default(false),
  unableLeft: z.boolean().default(false),
  uncooperative: z.boolean().default(false),
  position: EyePosition.schema.nullable().default(null),
  colour: ColourVision.schema.nullable().default(null),
})
export type Reading = z.output<typeof ReadingFields>

/** As `Reading`, in whole numbers. */
export type StoredReading = Reading

const scaled = (reading: Reading, convert: (value: number, scale: number) => number): Reading => {
  const result: Reading = { ...reading }
  for (const key of READING_NUMBER_KEYS) {
    const value = reading[key]
    result[key] = value === null ? null : convert(value, READING_NUMBERS[key].scale)
  }
  return result
}
export const toStored = (reading: Reading): StoredReading =>
  scaled(reading, (value, scale) => Math.round(value * scale))
export const fromStored = (reading: StoredReading): Reading =>
  scaled(reading, (value, scale) => value / scale)

/** Whether anything was measured. */
export const isMeasured = (reading: Reading): boolean =>
  READING_NUMBER_KEYS.some((key) => reading[key] !== null) ||
  reading.position !== null ||
  reading.colour !== null ||
  reading.unableRight ||
  reading.unableLeft

export const EMPTY_READING: Reading = ReadingFields.parse({})
