import type { SmsSender } from './sender.ts'

export type DemoMessage = { phone: string; smsCode: string; type: number }
type Log = { info(details: object, message: string): void }

/** Sends nothing: writes the code to the log and remembers the newest per phone for `/dev/sms/latest`. */
export function makeDemoSender(log: Log): SmsSender & { latest(phone: string): DemoMessage | undefined } {
  const newest = new Map<string, DemoMessage>()
  return {
    async send(phone, code, type) {
      newest.set(phone, { phone, smsCode: code, type })
      log.info({ phone, smsCode: code, type }, 'demo SMS')
    },
    latest: (phone) => newest.get(phone),
  }
}
