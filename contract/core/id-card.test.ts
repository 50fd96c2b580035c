import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCalendarDate, isIdCard, parseIdCard } from './id-card.ts'

// Computed here on its own, from the table of remainders, so that the rule is stated twice.
const REMAINDER_TO_CHECK = ['1', '0', 'X', '9', '8', '7', '6', '5', '4', '3', '2']
function checkOf(first17: string): string {
  let sum = 0
  for (let index = 0; index < 17; index++) sum += Number(first17[index]) * (2 ** (17 - index) % 11)
  return REMAINDER_TO_CHECK[sum % 11] ?? ''
}

const PROVINCES =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'
const birthDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((d) => d.join(''))
const parts = fc.record({
  area: fc.tuple(fc.constantFrom(...PROVINCES.split(' ')), digits(4)).map((pair) => pair.join('')),
  birth: birthDate,
  sequence: digits(3),
})
const first17Of = (card: { area: string; birth: string; sequence: string }): string =>
  card.area + card.birth.replaceAll('-', '') + card.sequence

describe('numbers of 18 characters', () => {
  it.each([
    ['330300201509010011', 1, '2015-09-01'],
    ['330200201202290025', 2, '2012-02-29'],
    ['330900200801310159', 1, '2008-01-31'],
    ['33030020160512019X', 1, '2016-05-12'],
    ['11010519491231002X', 2, '1949-12-31'],
  ])('%s is read', (number, sex, birth) => {
    expect(parseIdCard(number)).toEqual({ number, sex, birthDate: birth, areaCode: number.slice(0, 6) })
  })

  it.each([
    ['330300201509010012', 'wrong check digit'],
    ['330200201302290021', '29 February of a common year'],
    ['', 'nothing'],
    ['33030020150901001', '17 digits'],
    ['3303002015090100110', '19 digits'],
    ['33030020150901001X', 'X where a digit belongs'],
    ['3303002015X9010011', 'X inside'],
    ['３３０３００２０１５０９０１００１１', 'full-width digits'],
    ['330300 201509010011', 'a blank inside'],
  ])('%s is refused: %s', (number) => {
    expect(parseIdCard(number)).toBeNull()
  })

  it('refuses months and days that do not exist, and provinces that do not exist', () => {
    for (const first17 of [
      '33030020151301001',
      '33030020150001001',
      '33030020150431001',
      '33030020150900001',
    ])
      expect(parseIdCard(first17 + checkOf(first17))).toBeNull()
    for (const first17 of ['99030020150901001', '00030020150901001'])
      expect(parseIdCard(first17 + checkOf(first17))).toBeNull()
  })

  it('takes a small x and blanks around, and answers in one form', () => {
    expect(parseIdCard(' 33030020160512019x ')?.number).toBe('33030020160512019X')
  })

  it('takes residence permits of Hong Kong, Macau and Taiwan', () => {
    for (const area of ['810000', '820000', '830000']) {
      const first17 = `${area}20150901001`
      expect(parseIdCard(first17 + checkOf(first17))?.areaCode).toBe(area)
    }
  })

  it('reads back any 17 digits with a real date and their check digit', () => {
    fc.assert(
      fc.property(parts, (card) => {
        const number = first17Of(card) + checkOf(first17Of(card))
        expect(parseIdCard(number)).toEqual({
          number,
          sex: Number(card.sequence[2]) % 2 === 1 ? 1 : 2,
          birthDate: card.birth,
          areaCode: card.area,
        })
      }),
    )
  })

  it('refuses any change of a single character', () => {
    fc.assert(
      fc.property(parts, fc.nat(17), fc.integer({ min: 1, max: 9 }), (card, position, shift) => {
        const number = first17Of(card) + checkOf(first17Of(card))
        const old = number[position] === 'X' ? 10 : Number(number[position])
        const changed = number.slice(0, position) + ((old + shift) % 10) + number.slice(position + 1)
        fc.pre(changed !== number)
        expect(parseIdCard(changed)).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('refuses a birth date still to come when the day is given', () => {
    expect(isIdCard('330300201509010011', '2015-09-01')).toBe(true)
    expect(isIdCard('330300201509010011', '2015-08-31')).toBe(false)
    expect(isIdCard('330300201509010011')).toBe(true)
    expect(isIdCard('330300201509010012')).toBe(false)
  })
})

describe('numbers of 15 digits', () => {
  it('become 18 characters', () => {
    expect(parseIdCard('330300800101001')).toEqual({
      number: '330300198001010016',
      sex: 1,
      birthDate: '1980-01-01',
      areaCode: '330300',
    })
  })

  it('say the sex by the last digit and refuse a date that does not exist', () => {
    expect(parseIdCard('330300800101002')?.sex).toBe(2)
    expect(parseIdCard('330300800230001')).toBeNull()
    expect(parseIdCard('33030080010100X')).toBeNull()
  })

  it('agree with the number of 18 characters for the same person', () => {
    fc.assert(
      fc.property(parts, (card) => {
        fc.pre(card.birth.startsWith('19'))
        const long = first17Of(card) + checkOf(first17Of(card))
        const short = card.area + card.birth.replaceAll('-', '').slice(2) + card.sequence
        expect(parseIdCard(short)).toEqual(parseIdCard(long))
      }),
    )
  })
})

describe('isCalendarDate', () => {
  it.each([
    [2000, 2, 29, true],
    [1900, 2, 29, false],
    [2024, 2, 29, true],
    [2023, 2, 29, false],
    [2023, 4, 31, false],
    [2023, 12, 31, true],
    [2023, 0, 1, false],
    [2023, 13, 1, false],
    [2023, 1, 0, false],
  ])('%i-%i-%i: %s', (year, month, day, real) => {
    expect(isCalendarDate(year, month, day)).toBe(real)
  })
})
