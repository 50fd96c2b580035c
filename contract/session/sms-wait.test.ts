import { expect, it } from 'vitest'
import { SMS_RESEND_SECONDS } from '../core/limits.ts'
import { secondsToWait, smsTooSoon } from './sms-wait.ts'

it('reads the seconds out of its own sentence', () => {
  expect(secondsToWait(smsTooSoon(7))).toBe(7)
  expect(secondsToWait('请稍后再试')).toBe(SMS_RESEND_SECONDS)
})
