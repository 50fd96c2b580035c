import { parseIdCard } from '#contract/core/id-card.ts'
import { cellText } from './cell-values.ts'
import type { RowCells } from './row-check.ts'

/** Children of one school who were born on the same day in the same county and are of the same sex: hardly ever three. */
export const SAME_BIRTH_MAX = 10

const NUMBER_KEYS = ['idCard', 'passport', 'studentNo'] as const
const SIGNS_OF_BIRTH = 14

/**
 * Counts the id numbers of a file by place, birth date and sex. Of a child of whom these are known 500 numbers are
 * possible: a file with many of them would say which one it is.
 */
export function makeCrowdedNumbers(): (rows: readonly RowCells[]) => boolean {
  const byBirth = new Map<string, Set<string>>()
  return (rows) => {
    let crowded = false
    for (const number of rows.flatMap(idNumbersOf)) {
      const card = parseIdCard(number)
      if (!card) continue
      const birth = `${card.number.slice(0, SIGNS_OF_BIRTH)} ${card.sex}`
      const numbers = byBirth.get(birth) ?? new Set<string>()
      byBirth.set(birth, numbers.add(card.number))
      crowded ||= numbers.size > SAME_BIRTH_MAX
    }
    return crowded
  }
}

/** A national student number is a letter and an id number. */
const idNumbersOf = (cells: RowCells): string[] =>
  NUMBER_KEYS.flatMap((key) => {
    const text = cellText(cells.get(key))
      .normalize('NFKC')
      .replace(/[^\dXx]/g, '')
    return text.length >= 15 ? [text.toUpperCase()] : []
  })
