// Masking of personal fields; done by the server before an answer leaves.

/**
 * Of an id number the place alone. Birth date and sex usually stand in the next columns, so any digit more would leave
 * a handful of numbers to try; with the place, the birth date and the sex 500 remain possible.
 */
export const maskIdCard = (value: string): string => keep(value, 6, 0)
export const maskPhone = (value: string): string => keep(value, 3, 4)

/** From this length on a document may carry a birth date as the id number does; its last sign would be a check digit. */
const LONG_DOCUMENT = 15
export function maskPassport(value: string): string {
  if (value.length <= 3) return '***'
  const last = value.length < LONG_DOCUMENT ? value.slice(-1) : ''
  return `${value.slice(0, 2)}***${last}`
}

export function maskName(value: string): string {
  const letters = [...value]
  if (letters.length <= 1) return value
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/** What is hardly longer than its shown part is not shown at all. */
const MIN_HIDDEN = 4

function keep(value: string, head: number, tail: number): string {
  const hidden = value.length - head - tail
  if (hidden < MIN_HIDDEN) return '*'.repeat(value.length)
  return value.slice(0, head) + '*'.repeat(hidden) + value.slice(value.length - tail)
}
