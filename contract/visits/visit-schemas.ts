// A visit to a hospital after a screening: what the re-check found, or only that there was one. It never changes what was
// screened.
import { z } from 'zod'
import { PageQuery, page } from '../core/envelope.ts'
import { ChangeReason, PlainDate } from '../core/fields.ts'
import { WireId } from '../core/wire.ts'
import { lensFaults, normalReading } from '../eyesight/normal-reading.ts'
import {
  enteredRange,
  faultInRange,
  type NumberRange,
  READING_NUMBERS,
  SIDE_NAMES,
  SIDES,
  type Side,
} from '../eyesight/reading.ts'
import { Treatment } from '../eyesight/treatment.ts'
import { Finding, LetterEye, OpenLetter } from '../letters/letter-schemas.ts'
import { VisitSource } from '../letters/visit-source.ts'
import { StudentId } from '../students/schemas.ts'

/** Who recorded a visit may withdraw it for so long. */
export const VISIT_WITHDRAWN_WITHIN_DAYS = 30
export const HOSPITAL_NAME_MAX = 50
export const VISIT_TEXT_MAX = 200

const READ = ['sphere', 'cylinder', 'axis', 'corrected'] as const
type Read = (typeof READ)[number]
export type VisitNumber = `${Read | 'axial'}${Side}`

const AXIAL: NumberRange = { min: 15, max: 35, step: 0.01, scale: 100, label: '眼轴' }
const entries = SIDES.flatMap((side): [VisitNumber, NumberRange][] => [
  ...READ.map((name): [VisitNumber, NumberRange] => {
    const key = `${name}${side}` as const
    const label = name === 'corrected' ? `矫正视力（${SIDE_NAMES[side]}）` : READING_NUMBERS[key].label
    return [key, { ...enteredRange(key), label }]
  }),
  [`axial${side}`, { ...AXIAL, label: `眼轴（${SIDE_NAMES[side]}）` }],
])
/** What may be entered: ranges and steps of the readings, and the length of the eye in millimetres. */
export const VISIT_NUMBERS = Object.fromEntries(entries) as Record<VisitNumber, NumberRange>
export const VISIT_NUMBER_KEYS = Object.keys(VISIT_NUMBERS) as VisitNumber[]

const numberField = (key: VisitNumber) =>
  z
    .number(`${VISIT_NUMBERS[key].label}应为数字`)
    .superRefine((value, context) => {
      const fault = faultInRange(VISIT_NUMBERS[key], value)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .nullable()
    .default(null)
const numberFields = Object.fromEntries(VISIT_NUMBER_KEYS.map((key) => [key, numberField(key)])) as Record<
  VisitNumber,
  ReturnType<typeof numberField>
>
export type VisitNumbers = Record<VisitNumber, number | null>

const text = (label: string) =>
  z.string().trim().max(VISIT_TEXT_MAX, `${label}不能超过${VISIT_TEXT_MAX}个字`).default('')
const HospitalName = z.string().trim().max(HOSPITAL_NAME_MAX, `医院名称不能超过${HOSPITAL_NAME_MAX}个字`)
/** Two characters at least: 县医院 is one, 院 is none. */
const StatedHospital = HospitalName.min(2, '请填写医院名称')

const VisitFields = z.object({
  visitedOn: PlainDate,
  cycloplegic: z.boolean().nullable().default(null),
  ...numberFields,
  diagnosis: text('诊断'),
  treatments: z
    .array(Treatment.schema)
    .max(Treatment.codes.length)
    .overwrite((codes) => [...new Set(codes)])
    .default([]),
  nextOn: PlainDate.nullable().default(null),
  remark: text('备注'),
  /** The same again is not recorded twice. */
  clientKey: z.string().regex(/^[A-Za-z0-9-]{16,64}$/),
})

type Fault = { field: string; message: string }

/** What cannot stand together; the same before it is sent and when it arrives. */
export function visitFaults(visit: Pick<z.output<typeof VisitFields>, 'visitedOn' | 'nextOn' | VisitNumber>) {
  const faults: Fault[] = lensFaults(normalReading({ ...visit }))
  if (visit.nextOn !== null && visit.nextOn <= visit.visitedOn)
    faults.push({ field: 'nextOn', message: '下次复查日期应晚于就诊日期' })
  return faults
}
const checked = (visit: z.output<typeof VisitFields>, context: z.RefinementCtx) => {
  for (const { field, message } of visitFaults(visit))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** A hospital records under its own name, which it need not write. */
export const VisitForm = VisitFields.extend({ hospitalName: HospitalName.default('') }).superRefine(checked)
export type VisitForm = z.output<typeof VisitForm>
export type VisitFormInput = z.input<typeof VisitForm>

/** As people write it → whole numbers in one way of writing. */
export function storedVisitNumbers(visit: VisitNumbers): VisitNumbers {
  const normal = normalReading({ ...visit })
  return Object.fromEntries(
    VISIT_NUMBER_KEYS.map((key) => {
      const value = normal[key]
      return [key, value === null ? null : Math.round(value * VISIT_NUMBERS[key].scale)]
    }),
  ) as VisitNumbers
}
export const shownVisitNumbers = (stored: VisitNumbers): VisitNumbers =>
  Object.fromEntries(
    VISIT_NUMBER_KEYS.map((key) => {
      const value = stored[key]
      return [key, value === null ? null : value / VISIT_NUMBERS[key].scale]
    }),
  ) as VisitNumbers

const shownNumbers = Object.fromEntries(
  VISIT_NUMBER_KEYS.map((key) => [key, z.number().nullable()]),
) as Record<VisitNumber, z.ZodNullable<z.ZodNumber>>
export const StudentVisit = z.object({
  visitId: z.number(),
  recordId: z.number().nullable(),
  visitedOn: z.string(),
  /** In years, with two decimals. */
  age: z.number(),
  source: VisitSource.schema,
  hospitalName: z.string(),
  cycloplegic: z.boolean().nullable(),
  ...shownNumbers,
  diagnosis: z.string(),
  treatments: z.array(Treatment.schema),
  nextOn: z.string().nullable(),
  remark: z.string(),
  /** Null: the family. */
  recordedBy: z.string().nullable(),
  recordedAt: z.string(),
  withdrawnAt: z.string().nullable(),
  withdrawReason: z.string(),
  mayWithdraw: z.boolean(),
})
export type StudentVisit = z.infer<typeof StudentVisit>

/** What a hospital recorded, of any child; of the child no more than the letter shows. */
export const OwnVisit = StudentVisit.pick({
  visitId: true,
  visitedOn: true,
  hospitalName: true,
  axialRight: true,
  axialLeft: true,
  diagnosis: true,
  treatments: true,
  nextOn: true,
  recordedBy: true,
  recordedAt: true,
  withdrawnAt: true,
  withdrawReason: true,
  mayWithdraw: true,
}).extend({
  maskedName: z.string(),
  schoolName: z.string(),
  /** Of the letter in force; null where there is none any more. */
  letterNo: z.string().nullable(),
})
export type OwnVisit = z.infer<typeof OwnVisit>
export const OwnVisitQuery = PageQuery
export const OwnVisitPage = page(OwnVisit)

/** Without the age: from a few of them the birth date follows, with which the page of the family opens. */
export const LetterVisit = StudentVisit.omit({ age: true })
export type LetterVisit = z.infer<typeof LetterVisit>

/** What opens one child: the ticket (or the address of its code), or the number of the letter with the birth date. */
export const LetterKey = z.object({
  ticket: z.string().trim().max(200).default(''),
  letterNo: z.string().trim().max(20).default(''),
  birthDate: z.string().trim().max(20).default(''),
})
export type LetterKey = z.output<typeof LetterKey>

/** One child, as far as its letter shows it, and what the caller's organisation recorded of it. */
export const OpenedLetter = z.object({
  letterNo: z.string(),
  maskedName: z.string(),
  schoolName: z.string(),
  className: z.string(),
  checkedOn: z.string(),
  glasses: z.string(),
  eyes: z.tuple([LetterEye, LetterEye]),
  finding: Finding,
  conclusion: z.string(),
  /** A hospital records under this name; null for others, who write it. */
  hospitalName: z.string().nullable(),
  visits: z.array(LetterVisit),
})
export type OpenedLetter = z.infer<typeof OpenedLetter>

export const RecordVisitByLetter = LetterKey.extend({ visit: VisitForm })
export const RecordVisit = z.object({
  studentId: StudentId,
  /** The screening it follows; without it the last one before the visit. */
  recordId: WireId.optional(),
  visit: VisitForm,
})
export const WithdrawVisit = z.object({ visitId: WireId, reason: ChangeReason })
export const StudentVisitQuery = z.object({ studentId: StudentId })
export const FamilyVisit = OpenLetter.extend({ visitedOn: PlainDate, hospitalName: StatedHospital })
