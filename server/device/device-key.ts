import { createHmac, randomBytes } from 'node:crypto'
import type { DeviceMessage } from '#contract/device/schemas.ts'
import { newToken, type Secrets, sameBytes } from '../core/secrets.ts'
import type { SealedKey } from './device-queries.ts'

/** A key as the device gets it, once, and as it is stored. */
export function newDeviceKey(secrets: Secrets): {
  shown: { keyId: string; secret: string }
  sealed: SealedKey
} {
  const keyId = `dk_${randomBytes(12).toString('base64url')}`
  const secret = newToken()
  return { shown: { keyId, secret }, sealed: { keyId, keyEnc: secrets.encrypt(secret) } }
}

type Signed = Pick<DeviceMessage, 'keyId' | 'time' | 'nonce' | 'payload'>

/** The secret is used as it is written: its letters are the key, they are not decoded. */
export const signatureOf = (secret: string, { keyId, time, nonce, payload }: Signed): Buffer =>
  createHmac('sha256', secret).update(`${keyId}\n${time}\n${nonce}\n${payload}`).digest()

/** Takes as long for a key that does not exist as for one that does. */
export function isSigned(secrets: Secrets, keyEnc: Buffer | undefined, message: DeviceMessage): boolean {
  const secret = secrets.decrypt(keyEnc ?? secrets.encrypt(newToken()))
  const same = sameBytes(signatureOf(secret, message), Buffer.from(message.signature, 'hex'))
  return same && keyEnc !== undefined
}
