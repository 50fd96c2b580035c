const DAY = 86_400_000
/** 9999-12-31 in the system of 1900. */
const LAST_SERIAL = 2_958_465
const DAYS_TO_1904 = 1_462

const two = (part: number): string => String(part).padStart(2, '0')

/**
 * The text of a date that a workbook keeps as a number of days, or null where Excel itself shows none. Excel believes
 * that 1900 was a leap year: day 60 is its 1900-02-29, and all before lie one day later than they count.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const seconds = Math.round((is1904 ? serial + DAYS_TO_1904 : serial) * 86_400)
  const days = Math.floor(seconds / 86_400)
  const inDay = seconds - days * 86_400
  if (serial < 0 || days > LAST_SERIAL || (seconds === 0 && !is1904)) return null
  const time = `${two(Math.floor(inDay / 3600))}:${two(Math.floor(inDay / 60) % 60)}:${two(inDay % 60)}`
  if (serial < 1 && inDay > 0) return time
  if (days === 60) return inDay === 0 ? '1900-02-29' : `1900-02-29 ${time}`
  const date = new Date((days - (days < 60 ? 25_568 : 25_569)) * DAY)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return inDay === 0 ? day : `${day} ${time}`
}
