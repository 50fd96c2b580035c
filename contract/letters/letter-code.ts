// What stands on a letter to find it by, as people type it or a scanner reads it.
import { TICKET_LENGTH, TICKET_SIGNS } from './letter-schemas.ts'

/** Behind the # where the whole address was read; small letters, gaps, and signs that look like others. */
export function readTicket(typed: string): string | null {
  const signs = (typed.normalize('NFKC').split('#').at(-1) ?? '')
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return signs.length === TICKET_LENGTH && [...signs].every((sign) => TICKET_SIGNS.includes(sign))
    ? signs
    : null
}

/** 000931 → 931 */
export function readLetterNumber(typed: string): number | null {
  const digits = typed.normalize('NFKC').replace(/\s/g, '')
  return /^\d{1,12}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null
}
