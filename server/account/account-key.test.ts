import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountKey } from './account-key.ts'

describe('the key of an account', () => {
  test.each([
    'School01',
    'SCHOOL01',
    ' school01',
    'school01\t',
    'sch ool 01',
    'school01\u00a0',
    'school01\u3000',
    'school\u200b01',
    '\ufeffschool01',
    'school01\u0000',
    'school\u202e01',
    'ｓｃｈｏｏｌ０１',
    'Ｓchool０1',
    'ⓢchool01',
    'school01\ud800',
  ])('of %j is school01', (account) => {
    expect(accountKey(account)).toBe('school01')
  })

  test.each(['school02', 'school1', 'school001', 'schoo101', 'school01x', 'scho0l01', 'ѕchool01'])(
    'of %j is another',
    (account) => {
      expect(accountKey(account)).not.toBe('school01')
    },
  )

  test('of a key is the key itself, and holds nothing that a database refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const key = accountKey(text)
        expect(key).not.toMatch(/[\s\p{Cc}\p{Cf}\p{Cs}]/u)
        expect(Buffer.from(key).includes(0)).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{6,16}$/), (account) => {
        expect(accountKey(account)).toBe(account.toLowerCase())
        expect(accountKey(accountKey(account))).toBe(accountKey(account))
      }),
    )
  })
})
