import { isCalendarDate } from '#contract/core/id-card.ts'

/** What a cell of a sheet holds; the reader gives nothing else. */
export type CellValue = string | number | boolean | null | { date: string } | { error: string }

/** Digits, plain letters and common characters, as most cells are made of: nothing to set right. */
const PLAIN = /^[\x21-\x7e\u4e00-\u9fff]*$/

/** As a person sees it: half-width, without blanks at the ends and without characters nobody sees. */
export function cellText(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return 'date' in cell ? cell.date : cell.error
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (PLAIN.test(cell)) return cell
  return cell
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, '')
    .trim()
}

/** Whole numbers without an exponent. */
const numberText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)

/** Numbers keep fifteen digits; of a longer one nobody can say what it was. */
export const lostDigits = (cell: CellValue | undefined): boolean =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15

const CHINESE_DIGITS: Record<string, string> = {
  〇: '0',
  '○': '0',
  零: '0',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
}

/** YYYY-MM-DD of the many ways to write a day; undefined where none is meant or two could be. */
export function parseDay(cell: CellValue | undefined): string | undefined {
  if (typeof cell === 'object' && cell !== null) return 'date' in cell ? cell.date.slice(0, 10) : undefined
  if (typeof cell === 'number')
    return /^\d{8}$/.test(String(cell)) ? dayOfDigits(String(cell)) : dayOfSerial(cell)
  const text = cellText(cell).replace(/\s+/g, ' ')
  if (/^\d{8}$/.test(text)) return dayOfDigits(text)
  if (/^\d{5}(\.\d+)?$/.test(text)) return dayOfSerial(Number(text))
  return dayOfParts(text)
}

const SEPARATED = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?(?:日|号)?(?:[ T]\d{1,2}:\d{2}.*)?$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function dayOfParts(text: string): string | undefined {
  const separated = SEPARATED.exec(text)
  if (separated) return day(separated[1], separated[2], separated[3])
  // 09-Mar-2016, Mar 9, 2016
  const english =
    /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4})$/i.exec(text) ??
    /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/i.exec(text)
  if (english) {
    const [first = '', second = '', year] = english.slice(1)
    const [date, name] = /\d/.test(first) ? [first, second] : [second, first]
    const month = MONTHS.indexOf(name.toLowerCase()) + 1
    return month > 0 ? day(year, String(month), date) : undefined
  }
  const chinese =
    /^([〇○零一二三四五六七八九]{4})年([一二三四五六七八九十]{1,3})月([一二三四五六七八九十]{1,3})[日号]?$/.exec(
      text,
    )
  if (!chinese) return undefined
  const year = [...(chinese[1] ?? '')].map((digit) => CHINESE_DIGITS[digit]).join('')
  return day(year, chineseCount(chinese[2] ?? ''), chineseCount(chinese[3] ?? ''))
}

function chineseCount(text: string): string {
  const [tens, ones] = text.split('十')
  if (ones === undefined) return CHINESE_DIGITS[text] ?? ''
  return `${tens ? CHINESE_DIGITS[tens] : '1'}${ones ? CHINESE_DIGITS[ones] : '0'}`
}

const dayOfDigits = (text: string) => day(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8))

/** A day that lost its format: days since the end of 1899. Children are born between 1980 and 2079. */
function dayOfSerial(serial: number): string | undefined {
  if (!(serial >= 29_221 && serial <= 65_745)) return undefined
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000)
  return date.toISOString().slice(0, 10)
}

function day(year?: string, month?: string, date?: string): string | undefined {
  const parts = [Number(year), Number(month), Number(date)] as const
  if (!isCalendarDate(...parts)) return undefined
  return `${year}-${String(parts[1]).padStart(2, '0')}-${String(parts[2]).padStart(2, '0')}`
}

export function parseSex(text: string): 1 | 2 | undefined {
  if (/^(男|男性|男生|1|m|male)$/i.test(text)) return 1
  return /^(女|女性|女生|2|f|female)$/i.test(text) ? 2 : undefined
}

/** Digits of a phone people write with blanks and dashes. */
export const phoneText = (text: string): string => text.replace(/[\s\p{Pd}()]+/gu, '')
