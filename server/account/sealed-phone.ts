import { maskPhone } from '#contract/core/mask.ts'
import type { Secrets } from '../core/secrets.ts'

export type SealedPhone = { phoneEnc: Buffer; phoneHash: Buffer; phoneMask: string }

/** A phone as it is stored: to be read back, to be found by, to be shown. */
export function sealPhone(secrets: Secrets, phone: string): SealedPhone {
  return {
    phoneEnc: secrets.encrypt(phone),
    phoneHash: secrets.lookupHash('phone', phone),
    phoneMask: maskPhone(phone),
  }
}
