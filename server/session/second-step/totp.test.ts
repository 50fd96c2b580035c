import { describe, expect, test } from 'vitest'
import { base32, matchingStep, newTotpSecret, STEP_SECONDS, totpCode } from './totp.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')

describe('codes', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i are those of RFC 6238, appendix B', (seconds, code) => {
    expect(totpCode(RFC_SECRET, Math.floor(seconds / STEP_SECONDS), 8)).toBe(code)
  })

  test('are those of RFC 4226, appendix D', () => {
    const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
    expect(codes.split(' ').map((_, step) => totpCode(RFC_SECRET, step))).toEqual(codes.split(' '))
  })
})

describe('secrets', () => {
  test('have 160 bits and are never the same', () => {
    expect(newTotpSecret()).toHaveLength(20)
    expect(newTotpSecret().equals(newTotpSecret())).toBe(false)
  })

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['foob', 'MZXW6YQ'],
    ['foobar', 'MZXW6YTBOI'],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('%j is written as RFC 4648 says', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written)
  })
})

describe('a typed code', () => {
  const at = (typedStep: number, lastStep = 0) =>
    matchingStep(RFC_SECRET, totpCode(RFC_SECRET, typedStep), { currentStep: 100, lastStep })

  test('is taken from one step earlier to one step later', () => {
    expect([98, 99, 100, 101, 102].map((step) => at(step))).toEqual([null, 99, 100, 101, null])
  })

  test('is not taken again, nor one before it', () => {
    expect([99, 100, 101].map((step) => at(step, 100))).toEqual([null, null, 101])
  })

  test('of another length is wrong', () => {
    for (const typed of ['', '1', '12345', '1234567', '１２３４５６'])
      expect(matchingStep(RFC_SECRET, typed, { currentStep: 100, lastStep: 0 })).toBeNull()
  })
})
