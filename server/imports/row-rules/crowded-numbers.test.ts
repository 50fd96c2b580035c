import { describe, expect, test } from 'vitest'
import { idCardEndingInX, numbersLike } from '../../testing/number-privacy.ts'
import type { CellValue } from './cell-values.ts'
import { makeCrowdedNumbers, SAME_BIRTH_MAX } from './crowded-numbers.ts'

const boys = numbersLike(idCardEndingInX())
const row = (key: string, value: CellValue) => new Map([[key, value]])

describe('a file with many numbers of one place, birth date and sex', () => {
  test.each([
    ['as id numbers', 'idCard', (number: string) => number],
    ['as student numbers', 'studentNo', (number: string) => `G${number}`],
    ['as documents', 'passport', (number: string) => number],
    ['in groups', 'idCard', (number: string) => number.replace(/^(.{6})(.{8})/, '$1 $2 ')],
    ['in small letters', 'idCard', (number: string) => number.toLowerCase()],
  ])('is crowded, %s', (_, key, write) => {
    const isCrowded = makeCrowdedNumbers()
    const rows = boys.slice(0, SAME_BIRTH_MAX + 1).map((number) => row(key, write(number)))
    expect(isCrowded(rows.slice(0, SAME_BIRTH_MAX))).toBe(false)
    expect(isCrowded(rows.slice(SAME_BIRTH_MAX))).toBe(true)
  })

  test('is not, where they are of one child, of several days, or no numbers', () => {
    const isCrowded = makeCrowdedNumbers()
    const same = boys.slice(0, 2).flatMap((number) => Array.from({ length: 20 }, () => row('idCard', number)))
    const days = Array.from({ length: 20 }, (_, day) =>
      numbersLike(idCardEndingInX('330106', `2016-05-${day + 10}`)).slice(0, 2),
    )
    expect(isCrowded(same)).toBe(false)
    expect(isCrowded(days.flat().map((number) => row('idCard', number)))).toBe(false)
    expect(isCrowded(Array.from({ length: 40 }, (_, nth) => row('studentNo', `2026${nth}`)))).toBe(false)
    expect(isCrowded(Array.from({ length: 40 }, () => row('idCard', null)))).toBe(false)
  })
})
