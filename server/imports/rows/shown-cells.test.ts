import { describe, expect, test } from 'vitest'
import { disclosures, idCardEndingInX } from '../../testing/number-privacy.ts'
import { maskedCells, type ShownSheet } from './shown-cells.ts'

const KINDS = [undefined, 'idCard', 'passport', 'studentNo', 'phone'] as const
const columns = KINDS.map((personal, index) => ({ index, title: `${personal}`, key: null, personal }))
const sheet = { columns } as unknown as ShownSheet
const shownInAll = (text: string) =>
  maskedCells(
    sheet,
    KINDS.map(() => text),
  )

const idCard = idCardEndingInX()
const groups = [idCard.slice(0, 6), idCard.slice(6, 14), idCard.slice(14)]
const fullWidth = idCard.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('an id number is masked in whatever column it stands', () => {
  test.each([
    ['plain', idCard],
    ['in small letters', idCard.toLowerCase()],
    ['after a letter', `G${idCard}`],
    ['in groups', groups.join(' ')],
    ['in groups far apart', groups.join('  ')],
    ['in groups with dashes', groups.join(' - ')],
    ['in groups with dots', groups.join('.')],
    ['in groups with strokes', groups.join('/')],
    ['with invisible signs', groups.join('\u200b')],
    ['in full width', fullWidth],
  ])('%s', (_, text) => {
    for (const shown of shownInAll(text)) {
      expect(disclosures(shown.normalize('NFKC').toUpperCase(), [idCard])).toEqual([])
      expect(shown).toContain('*')
    }
  })
})

test('a phone shows its ends where it is one', () => {
  const [other, , , , phone] = shownInAll('13812345678')
  expect([other, phone]).toEqual(['138****5678', '138****5678'])
})

test('dates, readings and words are shown as they are', () => {
  for (const text of ['2016-05-12', '2016/5/12 00:00:00', '4.9', '-1.25', '三年级2班', 'G2026001'])
    expect(shownInAll(text)[0]).toBe(text)
})
