import { useCallback, useEffect, useState } from 'react'
import { SMS_RESEND_SECONDS } from '#contract/core/limits.ts'

/** Seconds until another SMS may be asked for; measured by the clock, so that a sleeping tab stays right. */
export function useCountdown() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [seconds])
  const start = useCallback((wait = SMS_RESEND_SECONDS) => {
    setNow(Date.now())
    setUntil(Date.now() + wait * 1000)
  }, [])
  const reset = useCallback(() => setUntil(0), [])
  return { seconds, start, reset }
}
