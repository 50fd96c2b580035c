import { Sex } from './codes.ts'
import type { CodeOf } from './enums.ts'

/** National id numbers: GB 11643 (18 characters) and the older 15 digits (spec §5). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const ZERO = '0'.charCodeAt(0)
const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91 92 93 94 95 96'.split(
    ' ',
  ),
)

export type IdCard = {
  /** Always 18 characters, upper-case X. */
  number: string
  sex: CodeOf<typeof Sex>
  /** YYYY-MM-DD */
  birthDate: string
  areaCode: string
}

/** Reads a 15- or 18-character number; null when the form, the date or the check digit is wrong. */
export function parseIdCard(value: string): IdCard | null {
  const text = value.trim().toUpperCase()
  const number = /^\d{15}$/.test(text) ? withCheckDigit(`${text.slice(0, 6)}19${text.slice(6)}`) : text
  if (!/^\d{17}[\dX]$/.test(number) || withCheckDigit(number.slice(0, 17)) !== number) return null
  if (!PROVINCES.has(number.slice(0, 2))) return null
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)]
  if (Number(year) < 1850 || !isCalendarDate(Number(year), Number(month), Number(day))) return null
  return {
    number,
    sex: Number(number[16]) % 2 === 1 ? Sex.code.male : Sex.code.female,
    birthDate: `${year}-${month}-${day}`,
    areaCode: number.slice(0, 6),
  }
}

/** `today` (YYYY-MM-DD) refuses birth dates still to come. */
export function isIdCard(value: string, today?: string): boolean {
  const card = parseIdCard(value)
  return card !== null && (today === undefined || card.birthDate <= today)
}

export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0))
}

function withCheckDigit(first17: string): string {
  let sum = 0
  for (let index = 0; index < WEIGHTS.length; index++) {
    sum += (WEIGHTS[index] ?? 0) * (first17.charCodeAt(index) - ZERO)
  }
  return first17 + CHECKS[sum % 11]
}
