import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Password } from '#contract/core/fields.ts'
import {
  makeSecrets,
  newOneTimePassword,
  newSmsCode,
  newToken,
  parseDataKey,
  sameBytes,
  tokenHash,
} from './secrets.ts'

const KEY = Buffer.alloc(32, 7)
const secrets = makeSecrets(KEY)
const PHONE = '13912345678'

describe('a personal field', () => {
  test.each(['', PHONE, '11010519491231002X', '张三', '😀', 'x'.repeat(5_000)])(
    'comes back as it was: %j',
    (text) => {
      expect(secrets.decrypt(secrets.encrypt(text))).toBe(text)
    },
  )

  test('shows nothing of itself, and looks different each time', () => {
    const [one, two] = [secrets.encrypt(PHONE), secrets.encrypt(PHONE)]
    expect(one.equals(two)).toBe(false)
    for (const sealed of [one, two]) {
      expect(sealed.toString('latin1')).not.toContain(PHONE)
      expect(sealed.includes(Buffer.from(PHONE))).toBe(false)
    }
  })

  test('cannot be altered anywhere', () => {
    const sealed = secrets.encrypt(PHONE)
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => secrets.decrypt(altered), `byte ${at}`).toThrow()
    }
  })

  test('cannot be cut short, not even inside the part that proves it', () => {
    const sealed = secrets.encrypt('')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.decrypt(sealed.subarray(0, length)), `${length} bytes`).toThrow()
    }
  })

  test('does not open with another key', () => {
    expect(() => makeSecrets(Buffer.alloc(32, 8)).decrypt(secrets.encrypt(PHONE))).toThrow()
  })
})

describe('a hash for looking up', () => {
  test('is the same for the same text on every node with the key, and only there', () => {
    const hash = secrets.lookupHash('phone', PHONE)
    expect(makeSecrets(Buffer.from(KEY)).lookupHash('phone', PHONE).equals(hash)).toBe(true)
    expect(makeSecrets(randomBytes(32)).lookupHash('phone', PHONE).equals(hash)).toBe(false)
    expect(hash).toHaveLength(32)
  })

  test('of one kind is not that of another', () => {
    const hashes = (['phone', 'idCard', 'passport', 'account'] as const).map((kind) =>
      secrets.lookupHash(kind, PHONE),
    )
    hashes.push(secrets.codeHash('phone', PHONE))
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(5)
  })

  test('of a code is bound to what the code is for', () => {
    const [one, two] = [secrets.codeHash('reset', '123456'), secrets.codeHash('phoneLogin', '123456')]
    expect(one.equals(two)).toBe(false)
  })

  test('tells nodes apart by key without telling the key', () => {
    expect(secrets.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(makeSecrets(Buffer.from(KEY)).fingerprint).toBe(secrets.fingerprint)
    expect(makeSecrets(randomBytes(32)).fingerprint).not.toBe(secrets.fingerprint)
    expect(KEY.toString('hex')).not.toContain(secrets.fingerprint)
  })
})

describe('a data key', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8))

  test('is read as hex, base64 and base64url', () => {
    for (const text of [
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
      key.toString('base64'),
      key.toString('base64').replace(/=+$/, ''),
      key.toString('base64url'),
    ]) {
      expect(parseDataKey(text)?.equals(key), text).toBe(true)
    }
  })

  test.each([
    '',
    'secret',
    '11'.repeat(31),
    '11'.repeat(33),
    `${'11'.repeat(31)}zz`,
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    'a pass phrase of several words, 32 bytes once unreadable signs are skipped!',
    `${'A'.repeat(20)} \n${'A'.repeat(23)}`,
    '密'.repeat(43),
    '!'.repeat(43),
  ])('is not %j', (text) => {
    expect(parseDataKey(text)).toBeNull()
  })
})

describe('a token', () => {
  const tokens = Array.from({ length: 200 }, newToken)

  test('has 256 bits in 43 letters that fit a header', () => {
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    }
  })

  test('shares no beginning or end with another beyond chance', () => {
    // Two of 200 sharing 48 bits by chance: less than one in ten thousand million.
    expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBe(200)
    expect(new Set(tokens.map((token) => token.slice(-8))).size).toBe(200)
  })

  test('sets every bit about as often as not', () => {
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
    for (let bit = 0; bit < 256; bit++) {
      const ones = bytes.filter((one) => ((one[bit >> 3] ?? 0) >> (bit & 7)) & 1).length
      // Seven standard deviations off the middle.
      expect(Math.abs(ones - 100)).toBeLessThan(50)
    }
  })

  test('is looked up by a hash of 32 bytes that does not contain it', () => {
    const [token] = tokens as [string]
    expect(tokenHash(token)).toHaveLength(32)
    expect(tokenHash(token).equals(tokenHash(newToken()))).toBe(false)
  })
})

describe('what people type', () => {
  test('an SMS code has six digits, and every digit can stand at every place', () => {
    const codes = Array.from({ length: 2_000 }, newSmsCode)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    for (let place = 0; place < 6; place++) {
      expect(new Set(codes.map((code) => code[place])).size).toBe(10)
    }
    expect(new Set(codes).size).toBeGreaterThan(1_950)
  })

  test('a one-time password keeps the rule, has no look-alikes, and never comes twice', () => {
    const passwords = Array.from({ length: 500 }, newOneTimePassword)
    for (const password of passwords) {
      expect(Password.safeParse(password).success).toBe(true)
      expect(password).not.toMatch(/[0O1lIio]/)
    }
    expect(new Set(passwords).size).toBe(500)
  })
})

test('bytes of different length are not the same, and comparing them is no fault', () => {
  expect(sameBytes(Buffer.from('ab'), Buffer.from('abc'))).toBe(false)
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abd'))).toBe(false)
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true)
  expect(sameBytes(Buffer.alloc(0), Buffer.alloc(0))).toBe(true)
})
