import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Encryption of personal fields and keyed hashes for looking them up. Everything derives from one data key,
 * which production keeps outside the database (`DATA_KEY`).
 */
export type Secrets = {
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
  encryptBytes(content: Buffer): Buffer
  decryptBytes(sealed: Buffer): Buffer
  /** The same text gives the same hash, but only to who has the key. */
  lookupHash(kind: 'phone' | 'idCard' | 'passport' | 'studentNo' | 'account', text: string): Buffer
  /** Hash of a short-lived code; `salt` binds it to its purpose. */
  codeHash(salt: string, code: string): Buffer
  /** Tells whether two nodes hold the same key without telling the key. */
  fingerprint: string
}

const IV_BYTES = 12
const TAG_BYTES = 16

export function makeSecrets(dataKey: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, '', purpose, 32))
  // As objects: bytes would be turned into a key anew for every field of every row.
  const fieldKey = createSecretKey(derive('field-encryption'))
  const lookupKey = createSecretKey(derive('field-lookup'))
  const codeKey = derive('code-hash')
  const nextIv = randomPieces(IV_BYTES)
  const encryptBytes = (content: Buffer) => {
    const iv = nextIv()
    const cipher = createCipheriv('aes-256-gcm', fieldKey, iv)
    const body = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const decryptBytes = (sealed: Buffer) => {
    // Without the length a shortened tag, easier to guess, would pass as well.
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', fieldKey, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text) => encryptBytes(Buffer.from(text, 'utf8')),
    decrypt: (sealed) => decryptBytes(sealed).toString('utf8'),
    lookupHash: (kind, text) => createHmac('sha256', lookupKey).update(`${kind}:${text}`).digest(),
    codeHash: (salt, code) => createHmac('sha256', codeKey).update(`${salt}:${code}`).digest(),
    fingerprint: createHash('sha256').update(derive('fingerprint')).digest('hex').slice(0, 16),
  }
}

/** Random bytes, fetched many at a time: asking for twelve costs as much as asking for a thousand. */
function randomPieces(size: number): () => Buffer {
  let pool: Buffer = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at + size > pool.length) {
      pool = randomBytes(size * 512)
      at = 0
    }
    at += size
    return pool.subarray(at - size, at)
  }
}

/** 32 bytes as hex or base64; null when it is neither. */
export function parseDataKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}

/** 256 random bits, as text that fits a header. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Tokens are random: a plain hash is enough to keep a stolen table useless. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
export const newSmsCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

// No look-alikes: an administrator reads this aloud.
const ONE_TIME_LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const ONE_TIME_DIGITS = '23456789'
const ONE_TIME_SIGNS = '@#%+='

export function newOneTimePassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)])
  return [
    ...pick(ONE_TIME_LETTERS.toUpperCase(), 1),
    ...pick(ONE_TIME_LETTERS, 6),
    ...pick(ONE_TIME_SIGNS, 1),
    ...pick(ONE_TIME_DIGITS, 4),
  ].join('')
}

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
