import { parseIdCard } from '#contract/core/id-card.ts'

/** Of everything that is shown of a child, at least so many id numbers stay possible. */
export const POSSIBLE_MIN = 100

const END = 4
let sequence = -1

/** A boy's. It ends in three digits and an X, which nothing else in an answer does: no phone, no time, no id. */
export function idCardEndingInX(area = '330100', birthDate = '2016-05-12'): string {
  for (;;) {
    sequence += 2
    const number = `${area}${birthDate.replaceAll('-', '')}${String(sequence % 1000).padStart(3, '0')}X`
    if (parseIdCard(number)) return number
  }
}

/** What a text tells of these numbers beyond what it may: a number, its end, or a mask that leaves too few. */
export function disclosures(text: string, numbers: readonly string[]): string[] {
  const masks = text.match(/\d{1,17}\*+[\dX]*/g) ?? []
  return numbers.flatMap((number) => [
    ...(text.includes(number.slice(-END)) ? [`the end of ${number}`] : []),
    ...masks
      .filter((mask) => fits(mask, number) && possibleNumbers(mask, number) < POSSIBLE_MIN)
      .map((mask) => `${mask} leaves ${possibleNumbers(mask, number)} numbers`),
  ])
}

/** How many numbers somebody can still think of who sees the mask and knows the birth date, the sex and the place. */
export const possibleNumbers = (mask: string, number: string): number =>
  numbersLike(number).filter((other) => fits(mask, other)).length

const known = new Map<string, string[]>()

/** All numbers of the same place, birth date and sex. */
export function numbersLike(number: string): string[] {
  const found = known.get(number)
  if (found) return found
  const sex = parseIdCard(number)?.sex
  const made = Array.from({ length: 1000 }, (_, nth) => number.slice(0, 14) + String(nth).padStart(3, '0'))
    .flatMap((first17) => [...'0123456789X'].map((last) => parseIdCard(first17 + last)))
    .flatMap((card) => (card?.sex === sex && card ? [card.number] : []))
  known.set(number, made)
  return made
}

function fits(mask: string, number: string): boolean {
  const head = mask.slice(0, mask.indexOf('*'))
  const tail = mask.slice(mask.lastIndexOf('*') + 1)
  return number.startsWith(head) && number.endsWith(tail)
}
