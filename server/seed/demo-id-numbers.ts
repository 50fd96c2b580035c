import { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { hashOf } from './demo-random.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'
const LAST_OF_DAY = 999

/** The highest number given so far to one sex, by place and day of birth. */
export type TakenNumber = { area: string; birthDate: string; sex: CodeOf<typeof Sex>; last: number }

/** Gives every number once; `area` ends in 00, which no county has, so that no real person's number comes out. */
export type IdNumbers = (area: string, birthDate: string, sex: CodeOf<typeof Sex>) => string

export function makeIdNumbers(taken: readonly TakenNumber[] = []): IdNumbers {
  const given = new Map<string, number>()
  for (const { area, birthDate, sex, last } of taken) given.set(`${area}${birthDate}${sex}`, last)
  return (area, birthDate, sex) => {
    const cell = `${area}${birthDate}${sex}`
    const before = given.get(cell)
    // Odd for boys, even for girls; not everywhere from the first on, or all would end alike.
    const number =
      before === undefined ? 2 * (hashOf(cell) % 150) + (sex === Sex.code.male ? 1 : 2) : before + 2
    if (number > LAST_OF_DAY) throw new Error(`no id number left in ${area} on ${birthDate}`)
    given.set(cell, number)
    return withCheckDigit(`${area}${birthDate.replaceAll('-', '')}${String(number).padStart(3, '0')}`)
  }
}

function withCheckDigit(first17: string): string {
  let sum = 0
  for (let index = 0; index < 17; index++) sum += (WEIGHTS[index] ?? 0) * (first17.charCodeAt(index) - 48)
  return first17 + CHECKS[sum % 11]
}
