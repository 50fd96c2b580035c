import { maskPhone } from '#contract/core/mask.ts'
import type { SmsSender } from './sender.ts'

export type DemoMessage = { phone: string; smsCode: string; type: number }
type Log = { info(details: object, message: string): void }

/** Sends nothing: writes the code to the log and remembers the newest per phone for `/dev/sms/latest`. */
export function makeDemoSender(log: Log): SmsSender & { latest(phone?: string): DemoMessage | undefined } {
  const newest = new Map<string, DemoMessage>()
  return {
    async send(phone, code, type) {
      newest.delete(phone)
      newest.set(phone, { phone, smsCode: code, type })
      log.info({ phone, smsCode: code, type }, 'demo SMS')
    },
    // Also by the masked number that the login page shows; without a number, the newest of all.
    latest: (phone) =>
      [...newest.values()].findLast((sms) => !phone || [sms.phone, maskPhone(sms.phone)].includes(phone)),
  }
}
