// Time-based one-time passwords: RFC 6238 over RFC 4226, as every authenticator makes them.
import { createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from '../../core/secrets.ts'

export const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones differ: one step earlier and one later are accepted as well. */
const WINDOW = 1
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** RFC 4648 without padding: what can be typed into an authenticator. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was typed; null where it is none of now, or not later than the last one that was used. */
export function matchingStep(
  secret: Buffer,
  typed: string,
  { currentStep, lastStep }: { currentStep: number; lastStep: number },
): number | null {
  let found: number | null = null
  for (let step = currentStep - WINDOW; step <= currentStep + WINDOW; step++) {
    const right = sameBytes(Buffer.from(totpCode(secret, step)), Buffer.from(typed))
    if (right && step > lastStep) found = step
  }
  return found
}
