// What somebody types into a cell and what it means, and back.
import { Glasses } from '#contract/core/codes.ts'
import { VALUE_RANGES } from '#contract/core/fields.ts'
import { equivalentText } from '#contract/eyesight/equivalent-text.ts'
import { PlanDay } from '#contract/eyesight/plan-schemas.ts'
import {
  AbsenceReason,
  ColourVision,
  EyePosition,
  faultOfNumber,
  READING_NUMBERS,
  type ReadingNumber,
} from '#contract/eyesight/reading.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'

export type FieldValue = number | string | boolean | null
export type Parsed =
  | { ok: true; value: FieldValue }
  /** `unfinished`: going on typing can still make it right. */
  | { ok: false; fault: string; unfinished: boolean }

const CODES = { glasses: Glasses, position: EyePosition, colour: ColourVision, absence: AbsenceReason }
type CodeField = keyof typeof CODES
const REMARK_MAX = 200

export const isNumberField = (field: RecordField): field is ReadingNumber => field in READING_NUMBERS
export const isCodeField = (field: RecordField): field is CodeField => field in CODES
export const codesOf = (field: CodeField) => CODES[field]

const right = (value: FieldValue): Parsed => ({ ok: true, value })
const wrong = (fault: string, unfinished = false): Parsed => ({ ok: false, fault, unfinished })

/** `today` as YYYY-MM-DD: a day without its year is the last one that has been. */
export function parseCell(field: RecordField, text: string, today: string): Parsed {
  if (isNumberField(field)) return parseNumber(field, text)
  if (isCodeField(field)) return parseCode(field, text)
  if (field === 'remark') return parseRemark(text)
  if (field === 'checkedOn') return parseDay(text, today)
  return right(text !== '')
}

/** The text of a cell while it is edited. */
export function editedText(field: RecordField, value: FieldValue): string {
  if (value === null || value === false) return ''
  if (typeof value === 'number' && isNumberField(field)) return numberText(field, value)
  return value === true ? '1' : String(value)
}

/** The text of a cell that is read only. */
export function readOnlyText(field: RecordField, value: FieldValue): string {
  return isCodeField(field) ? CODES[field].label(value) : editedText(field, value)
}

/** Full-width characters, the dashes and stops that Chinese keyboards give, units. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−–—‐‑﹣―ー]/g, '-')
    .replace(/[。,、·]/g, '.')
    .replace(/[\s°度Dd]/g, '')

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/
const WHOLE = /^[+-]?\d+$/

function parseNumber(field: ReadingNumber, text: string): Parsed {
  const plain = plainText(text)
  if (plain === '') return right(null)
  const read = readNumber(field, plain)
  // A lens without power was not written down.
  if (read === 0 && measureOf(field) === 'orthoK') return right(null)
  if (typeof read !== 'string') return right(read)
  return wrong(
    read,
    !LONG.test(plain) && ENDINGS.some((end) => typeof readNumber(field, plain + end) !== 'string'),
  )
}

/** -130 could become -1300, but hardly ever does. */
const LONG = /^[+-]?\d{3,}$/
const DIGITS = [...'0123456789']
/** Enough to make any begun number a whole one. */
const ENDINGS = [
  ...DIGITS,
  ...DIGITS.map((digit) => `.${digit}`),
  ...['00', '25', '50', '75', '.25', '.75', '125', '000'],
]

/** The value, or why it is none. */
function readNumber(field: ReadingNumber, plain: string): number | string {
  const { label, scale } = READING_NUMBERS[field]
  if (!NUMBER.test(plain)) return `${label}应为数字`
  const value = MEANINGS[measureOf(field)](plain)
  const fault = faultOfNumber(field, value)
  if (fault !== null) return fault + hintOf(field, value)
  // Adding zero makes a negative zero plain.
  return Math.round(value * scale) / scale + 0
}

type Measure = 'vision' | 'sphere' | 'cylinder' | 'orthoK' | 'plain'
function measureOf(field: ReadingNumber): Measure {
  if (/^(naked|corrected)/.test(field)) return 'vision'
  return (['sphere', 'cylinder', 'orthoK'] as const).find((measure) => field.startsWith(measure)) ?? 'plain'
}

const MEANINGS: Record<Measure, (plain: string) => number> = {
  plain: Number,
  /** 49 is 4.9. */
  vision: (plain) => (/^\d{2}$/.test(plain) ? Number(plain) / 10 : Number(plain)),
  sphere: dioptres,
  /** Written without its sign more often than not; only a plus makes it positive. */
  cylinder: (plain) => (/^[+-]/.test(plain) ? dioptres(plain) : -dioptres(plain)),
  /** In degrees; -3.00 is 300. */
  orthoK: (plain) => Math.abs(plain.includes('.') ? Number(plain) * 100 : Number(plain)),
}

/** -150 is -1.50: no eye has as many dioptres, and the least in degrees is 25. */
function dioptres(plain: string): number {
  const value = Number(plain)
  return WHOLE.test(plain) && Math.abs(value) > VALUE_RANGES.sphere.max ? value / 100 : value
}

function hintOf(field: ReadingNumber, value: number): string {
  const isDecimal = measureOf(field) === 'vision' && value > 0 && value < VALUE_RANGES.vision.min
  return isDecimal ? '，请用5分记录' : ''
}

function numberText(field: ReadingNumber, value: number): string {
  const { scale } = READING_NUMBERS[field]
  const text = value.toFixed(Math.round(Math.log10(scale)))
  return ['sphere', 'cylinder'].includes(measureOf(field)) && value > 0 ? `+${text}` : text
}

function parseCode(field: CodeField, text: string): Parsed {
  const plain = plainText(text)
  if (plain === '') return right(null)
  const code = Number(plain)
  return CODES[field].has(code) ? right(code) : wrong('没有这个选项')
}

function parseRemark(text: string): Parsed {
  const remark = text.trim()
  if (remark.length > REMARK_MAX) return wrong(`备注不超过${REMARK_MAX}字`)
  return right(remark === '' ? null : remark)
}

function parseDay(text: string, today: string): Parsed {
  const plain = plainText(text)
  if (plain === '') return right(null)
  const day = dayOf(plain, today)
  if (day === null || !PlanDay.safeParse(day).success) {
    return wrong('请填写日期，如 0912 或 2025-09-12', /^\d[\d./年月日-]*$/.test(plain) && plain.length < 10)
  }
  return day > today ? wrong('检查日期不能晚于今天') : right(day)
}

const WITH_YEAR = /^(\d{4})(?:[-./年](\d{1,2})[-./月](\d{1,2})日?|(\d{2})(\d{2}))$/
const WITHOUT_YEAR = /^(?:(\d{1,2})[-./月](\d{1,2})日?|(\d{2})(\d{2}))$/

function dayOf(plain: string, today: string): string | null {
  const full = WITH_YEAR.exec(plain)
  if (full) return joined(full[1], full[2] ?? full[4], full[3] ?? full[5])
  const short = WITHOUT_YEAR.exec(plain)
  if (!short) return null
  const year = Number(today.slice(0, 4))
  const thisYear = joined(String(year), short[1] ?? short[3], short[2] ?? short[4])
  return thisYear > today ? `${year - 1}${thisYear.slice(4)}` : thisYear
}

const joined = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** A spherical equivalent in thousandths of a dioptre. */
export const seText = (thousandths: number | null): string =>
  thousandths === null ? '' : equivalentText(thousandths / 1000)
