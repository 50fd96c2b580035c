// A letter to the parents of one child, and what became of it.
import { z } from 'zod'
import { PrivateName } from '../core/private-name.ts'
import { LetterFilter } from '../exports/letter-filter.ts'
import { ScreeningFilter } from '../exports/screening-filter.ts'
import { LetterState } from '../eyesight/letter-state.ts'
import { TaskId } from '../eyesight/plan-schemas.ts'
import { ClassId } from '../schools/schemas.ts'
import { StudentId } from '../students/schemas.ts'
import { LetterContent } from './template-schemas.ts'

/** So many are drawn at once on a page; more are made in the background as a file. */
export const LETTERS_AT_ONCE = 300

export const LetterEye = z.object({
  naked: z.string(),
  corrected: z.string(),
  sphere: z.string(),
  cylinder: z.string(),
  axis: z.string(),
  equivalent: z.string(),
  hint: z.string(),
})
export type LetterEye = z.infer<typeof LetterEye>

const Past = z.object({
  /** 2025秋 */
  when: z.string(),
  nakedRight: z.string(),
  nakedLeft: z.string(),
  equivalentRight: z.string(),
  equivalentLeft: z.string(),
})
export type LetterPast = z.infer<typeof Past>

export const Finding = z.enum(['normal', 'watch', 'referral'])
export type Finding = z.infer<typeof Finding>

const LetterResult = z.object({
  checkedOn: z.string(),
  glasses: z.string(),
  /** Right, left. */
  eyes: z.tuple([LetterEye, LetterEye]),
  /** The newest last, with this one. */
  history: z.array(Past),
  finding: Finding,
  conclusion: z.string(),
  change: z.string(),
  advice: z.string(),
  /** Until when to see a doctor. */
  dueOn: z.string().nullable(),
})
export type LetterResult = z.infer<typeof LetterResult>

export const LetterSheet = z.object({
  letterNo: z.string(),
  /** Which of the templates it is written by. */
  template: z.number(),
  planName: z.string(),
  areaName: z.string(),
  schoolName: z.string(),
  className: z.string(),
  name: PrivateName,
  sex: z.string(),
  age: z.number(),
  executorName: z.string(),
  issuedOn: z.string(),
  /** Printed before with another result. */
  corrected: z.boolean(),
  /** Null: a notice, before anything is known. */
  result: LetterResult.nullable(),
  /** A code to scan: its rows as lines, dark squares as 1; null where it has none. */
  code: z.object({ ticket: z.string(), squares: z.string() }).nullable(),
})
export type LetterSheet = z.infer<typeof LetterSheet>

export const LetterPack = z.object({ templates: z.array(LetterContent), letters: z.array(LetterSheet) })
export type LetterPack = z.infer<typeof LetterPack>

export const IssueLetters = LetterFilter.extend({
  studentIds: z.array(StudentId).min(1).max(LETTERS_AT_ONCE).optional(),
})

/** A visit is expected within so many days. */
export const DAYS_TO_SEE_A_DOCTOR = 30

export const LetterClassQuery = ScreeningFilter
export const LetterClass = z.object({
  taskId: z.number(),
  classId: z.number(),
  schoolName: z.string(),
  className: z.string(),
  /** Everybody on the list, to whom a notice goes. */
  listed: z.number(),
  /** With a result that can be told. */
  screened: z.number(),
  printed: z.number(),
  opened: z.number(),
  acknowledged: z.number(),
  /** Advised to see a doctor. */
  referred: z.number(),
  /** Seen at a hospital after the screening. */
  visited: z.number(),
  /** Referred, and still without a visit so many days after the letter, or after the screening where none was printed. */
  overdue: z.number(),
  corrected: z.number(),
  locked: z.number(),
  remindedAt: z.string().nullable(),
})
export type LetterClass = z.infer<typeof LetterClass>

export const LetterStudentQuery = z.object({ taskId: TaskId, classId: ClassId })
export const LetterStudent = z.object({
  studentId: z.number(),
  name: PrivateName,
  letterId: z.number().nullable(),
  letterNo: z.string().nullable(),
  state: LetterState.schema,
  conclusion: z.string(),
  referral: z.boolean(),
  printedAt: z.string().nullable(),
  openedAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  visitedOn: z.string().nullable(),
  corrected: z.boolean(),
  locked: z.boolean(),
})
export type LetterStudent = z.infer<typeof LetterStudent>

/** Random signs without look-alikes; 26 of 32 are 130 bits. */
export const TICKET_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const TICKET_LENGTH = 26

export const OpenLetter = z.object({
  ticket: z.string().trim().max(60),
  birthDate: z.string().trim().max(20),
})

export const PublicEye = z.object({
  naked: z.string(),
  /** Below what is normal at this age. */
  low: z.boolean(),
  words: z.string(),
  equivalent: z.string(),
})
export const PublicLetter = z.object({
  schoolName: z.string(),
  className: z.string(),
  /** Masked for everybody: the paper has the name. */
  maskedName: z.string(),
  checkedOn: z.string(),
  finding: Finding,
  conclusion: z.string(),
  dueOn: z.string().nullable(),
  eyes: z.tuple([PublicEye, PublicEye]),
  history: z.array(z.object({ when: z.string(), right: z.number().nullable(), left: z.number().nullable() })),
  advice: z.array(z.string()),
  hospitals: z.array(z.string()),
  corrected: z.boolean(),
  acknowledgedAt: z.string().nullable(),
  /** That the child was seen at a hospital: what the family wrote may be changed, what a hospital recorded not. */
  visit: z.object({ visitedOn: z.string(), hospitalName: z.string(), byHospital: z.boolean() }).nullable(),
})
export type PublicLetter = z.infer<typeof PublicLetter>
