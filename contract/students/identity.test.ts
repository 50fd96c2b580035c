// Who somebody is: what the three types of students must state, and which numbers are numbers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIdCard } from '../core/id-card.ts'
import {
  ageOn,
  BIRTH_DATE_DIFFERS,
  type IdentityInput,
  isDocument,
  isNationalStudentNo,
  isStudentNo,
  NON_MAINLAND_CARD,
  normalDocument,
  normalStudentNo,
  readIdentity,
  SEX_DIFFERS,
} from './identity.ts'

const TODAY = '2026-11-15'
/** Completes 17 digits to a valid number. */
function card(first17: string): string {
  const last = [...'0123456789X'].find((digit) => parseIdCard(first17 + digit) !== null)
  return first17 + (last ?? '?')
}
const BOY = card('33030020160512019')
const faults = (input: IdentityInput) =>
  readIdentity(input, TODAY).issues.map(({ path, message }) => `${path.join('.')}：${message}`)

describe('a mainland student with an id card', () => {
  it('is known by the number: sex and birth date follow from it', () => {
    expect(readIdentity({ studentType: 1, idCard: BOY }, TODAY)).toEqual({
      identity: { sex: 1, birthDate: '2016-05-12', idCard: BOY, passportNo: null },
      issues: [],
    })
    const girl = card('33030020160512018')
    expect(readIdentity({ studentType: 1, idCard: girl.toLowerCase() }, TODAY).identity).toMatchObject({
      sex: 2,
      idCard: girl,
    })
  })

  it('may repeat what the number says, and must not contradict it', () => {
    expect(faults({ studentType: 1, idCard: BOY, sex: 1, birthDate: '2016-05-12' })).toEqual([])
    expect(faults({ studentType: 1, idCard: BOY, sex: 2 })).toEqual([`sex：${SEX_DIFFERS}`])
    expect(faults({ studentType: 1, idCard: BOY, sex: 2, birthDate: '2016-05-13' })).toEqual([
      `sex：${SEX_DIFFERS}`,
      `birthDate：${BIRTH_DATE_DIFFERS}`,
    ])
  })

  it('keeps no passport', () => {
    const { identity } = readIdentity({ studentType: 1, idCard: BOY, passportNo: 'E12345678' }, TODAY)
    expect(identity?.passportNo).toBeNull()
  })

  it.each([
    [undefined, '请输入身份证号'],
    [null, '请输入身份证号'],
    ['', '请输入身份证号'],
    ['330300201509010012', '身份证号格式错误'],
    ['33030020150901001', '身份证号格式错误'],
    [card('33030020261116001'), '身份证号格式错误'],
    [card('33030020241116001'), '身份证号格式错误'],
    [card('33030019951115001'), '身份证号格式错误'],
    [card('81000020150901001'), NON_MAINLAND_CARD],
    [card('82000020150901001'), NON_MAINLAND_CARD],
    [card('83000020150901001'), NON_MAINLAND_CARD],
    [card('91115620150901001'), NON_MAINLAND_CARD],
  ])('with the number %s is refused: %s', (idCard, message) => {
    expect(faults({ studentType: 1, idCard })).toEqual([`idCard：${message}`])
  })

  it('is between two and thirty years old, counted to the day', () => {
    expect(faults({ studentType: 1, idCard: card('33030020241115001') })).toEqual([])
    expect(faults({ studentType: 1, idCard: card('33030019951116001') })).toEqual([])
  })

  it('may have an old number of fifteen digits, which is stored as eighteen', () => {
    const { identity } = readIdentity({ studentType: 1, idCard: '330300980101001' }, TODAY)
    expect(identity).toMatchObject({ birthDate: '1998-01-01', sex: 1 })
    expect(identity?.idCard).toBe(card('33030019980101001'))
    expect(faults({ studentType: 1, idCard: '330300800101001' })).toEqual(['idCard：身份证号格式错误'])
  })
})

describe('a student from outside the mainland', () => {
  const given = { studentType: 2, sex: 2, birthDate: '2015-03-04' }

  it('states a document, the sex and the birth date', () => {
    expect(readIdentity({ ...given, passportNo: ' e1234-5678 ' }, TODAY)).toEqual({
      identity: { sex: 2, birthDate: '2015-03-04', idCard: null, passportNo: 'E12345678' },
      issues: [],
    })
    expect(faults({ studentType: 2 })).toEqual([
      'passportNo：请输入护照或通行证号',
      'sex：请选择性别',
      'birthDate：请选择出生日期',
    ])
    expect(faults({ ...given, passportNo: 'E123!' })).toEqual(['passportNo：护照或通行证号格式有误'])
    expect(faults({ ...given, passportNo: 'E12345678', birthDate: '2026-11-16' })).toEqual([
      'birthDate：出生日期有误',
    ])
  })

  it('with a residence permit must not contradict its number', () => {
    const passportNo = card('81000020150304002')
    expect(faults({ ...given, passportNo })).toEqual([])
    expect(faults({ ...given, passportNo, sex: 1, birthDate: '2015-03-05' })).toEqual([
      `sex：${SEX_DIFFERS}`,
      `birthDate：${BIRTH_DATE_DIFFERS}`,
    ])
  })

  it.each([
    'E12345678',
    'EA1234567',
    'G12345678',
    'X1234567',
    'AB123',
    'H12345678',
    'M1234567801',
    '01234567',
    'T123456789',
    'A123456(7)',
    'AB123456(A)',
    'FRA330012345678',
    card('81000020150901001'),
    card('83000020150901001'),
    card('91115620150901001'),
  ])('may have the document %s', (number) => {
    expect(isDocument(number)).toBe(true)
    expect(isDocument(number.toLowerCase())).toBe(true)
  })

  it.each([
    '',
    'A12',
    '护照12345678',
    'E1234567890123456X8',
    BOY,
    `${card('81000020150901001').slice(0, 17)}?`,
    'E1234*678',
    "E1234'678",
  ])('cannot have the document %s', (number) => {
    expect(isDocument(number)).toBe(false)
  })

  it('has one document however it is written', () => {
    const ways = ['A123456(7)', 'a1234567', 'Ａ１２３４５６（７）', 'A 123456 (7)', 'A-123456–7']
    expect(new Set(ways.map(normalDocument))).toEqual(new Set(['A1234567']))
  })
})

describe('a mainland student without an id card', () => {
  it('states sex and birth date, and keeps no document', () => {
    const given = { studentType: 3, sex: 1, birthDate: '2015-03-04', idCard: BOY, passportNo: 'E12345678' }
    expect(readIdentity(given, TODAY).identity).toEqual({
      sex: 1,
      birthDate: '2015-03-04',
      idCard: null,
      passportNo: null,
    })
    expect(faults({ studentType: 3 })).toEqual(['sex：请选择性别', 'birthDate：请选择出生日期'])
    expect(faults({ studentType: 3, sex: 1, birthDate: '1990-01-01' })).toEqual(['birthDate：出生日期有误'])
  })
})

describe('a student number', () => {
  it.each(['G330300201509010011', 'L33030020150901001X', 'J330300201509010011'])(
    '%s is a national one',
    (no) => {
      expect(isNationalStudentNo(no)).toBe(true)
      expect(isStudentNo(no)).toBe(true)
    },
  )
  it.each(['20240101', 'A1', '1', 'XH2024001', 'G2024'])("%s is a school's own", (no) => {
    expect(isNationalStudentNo(no)).toBe(false)
    expect(isStudentNo(no)).toBe(true)
  })
  it.each(['', 'G33030020150901001', 'L3303002015090100112', '学号1', '1'.repeat(21), 'A-1'])(
    '%s is none',
    (no) => {
      expect(isStudentNo(no)).toBe(false)
    },
  )
  it('is the same in any width, case and spacing', () => {
    expect(normalStudentNo(' ｇ330300 201509010011 ')).toBe('G330300201509010011')
  })
})

describe('an age', () => {
  it('is counted in full years', () => {
    expect(ageOn('2016-05-12', '2026-05-11')).toBe(9)
    expect(ageOn('2016-05-12', '2026-05-12')).toBe(10)
    expect(ageOn('2012-02-29', '2026-02-28')).toBe(13)
    expect(ageOn('2012-02-29', '2026-03-01')).toBe(14)
  })

  it('never differs by more than the calendar years', () => {
    const day = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, (born, on) => {
        const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4))
        expect([years, years - 1]).toContain(ageOn(born, on))
      }),
    )
  })
})
