import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { SmsSender } from './sender.ts'

type Outcome = { ms: number; failed: boolean }

/** Enough that made-up waits differ among each other like real ones. */
const REMEMBERED = 8
const outcomes = new WeakMap<SmsSender, Outcome[]>()

/** Sends, and remembers how long that took and how it ended. */
export async function deliverSms(sms: SmsSender, phone: string, code: string, type: number): Promise<void> {
  const started = monotonicMs()
  const remember = (failed: boolean) => {
    const known = outcomes.get(sms) ?? []
    outcomes.set(sms, [...known, { ms: monotonicMs() - started, failed }].slice(-REMEMBERED))
  }
  try {
    await sms.send(phone, code, type)
    remember(false)
  } catch (error) {
    remember(true)
    throw error
  }
}

/** Sends nothing, but takes as long and ends as sending did lately: neither tells who has an account. */
export async function pretendToDeliver(sms: SmsSender): Promise<void> {
  const known = outcomes.get(sms) ?? []
  const failed = known.at(-1)?.failed ?? false
  const alike = known.filter((outcome) => outcome.failed === failed)
  await sleep(alike.length ? alike[randomInt(alike.length)]?.ms : sms.usualMs)
  if (failed) throw new Error('sending failed lately')
}
