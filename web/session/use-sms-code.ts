import { useCallback, useState } from 'react'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { SendSmsInput } from '#contract/session/schemas.ts'
import { secondsToWait } from '#contract/session/sms-wait.ts'
import { ApiError, call } from '#web/core/api/call.ts'
import { notifyError, notifySuccess } from '#web/core/notice.ts'
import { useCountdown } from './use-countdown.ts'

/** Sends an SMS code; the button counts down until another may be sent, and comes back at once where sending failed. */
export function useSmsCode() {
  const { seconds, start, reset } = useCountdown()
  const [sending, setSending] = useState(false)
  /** How often the server asked for a captcha before it sends another one; 0 while it does not. */
  const [captchaRound, setCaptchaRound] = useState(0)
  const send = useCallback(
    async (input: SendSmsInput): Promise<boolean> => {
      setSending(true)
      start()
      try {
        await call(sessionEndpoints.sendSms, input)
        setCaptchaRound(0)
        notifySuccess('验证码发送成功！')
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.silent) return false
        if (error.code === REFUSALS.smsTooSoon) start(secondsToWait(error.message))
        else reset()
        if (error.issues.some(({ path }) => path[0] === 'captchaCode')) setCaptchaRound((round) => round + 1)
        notifyError(error.message)
        return false
      } finally {
        setSending(false)
      }
    },
    [start, reset],
  )
  const label = seconds > 0 ? `${seconds}秒后重新获取` : '获取验证码'
  return { send, waiting: seconds > 0 || sending, seconds, label, captchaRound }
}
