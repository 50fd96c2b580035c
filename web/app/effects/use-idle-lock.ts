import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { signOut } from '#web/core/session/session-store.ts'
import { siteConfig } from '#web/core/site.ts'
import { lastActivity, recordActivity } from './activity.ts'

const EVENTS = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const
const CHECK_MS = 5_000

/** Ends the session when no tab was used for the configured time; wall displays are exempt (spec §4). */
export function useIdleLock(): void {
  const { pathname } = useLocation()
  const { idleLockMs, idleExemptRoutes } = siteConfig()
  const exempt = idleExemptRoutes.includes(pathname)

  useEffect(() => {
    const isIdle = () => !exempt && Date.now() - lastActivity() >= idleLockMs
    const lock = () => {
      stop.abort()
      clearInterval(timer)
      call(sessionEndpoints.logout, {}, { background: true }).catch(() => {})
      signOut({ idle: true })
    }
    // The check comes first: after a laptop wakes up, the first move must not pass for activity.
    const check = () => isIdle() && lock()
    const active = () => (isIdle() ? lock() : recordActivity(Date.now()))

    recordActivity(Date.now())
    const stop = new AbortController()
    const timer = setInterval(check, Math.min(CHECK_MS, idleLockMs / 4))
    const listening = { signal: stop.signal, passive: true, capture: true }
    for (const type of EVENTS) window.addEventListener(type, active, listening)
    document.addEventListener('visibilitychange', check, listening)
    window.addEventListener('focus', check, listening)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [exempt, idleLockMs])
}
