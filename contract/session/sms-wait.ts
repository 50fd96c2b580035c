import { SMS_RESEND_SECONDS } from '../core/limits.ts'

export const smsTooSoon = (seconds: number): string => `验证码已发送，请${seconds}秒后再试`

/** The seconds that such a sentence names. */
export const secondsToWait = (sentence: string): number =>
  Number(/\d+/.exec(sentence)?.[0] ?? SMS_RESEND_SECONDS)
