import { useEffect } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { followOtherTabs, stamp } from '#web/core/session/session-store.ts'
import { lastActivity } from './activity.ts'

const EVERY_MS = 60_000
const AT_MOST_EVERY_MS = 3_000

/**
 * Asks now and then whether the permissions changed: any answer carries their version, and the session
 * store does the rest. Counts as use of the session only if the user did something since the last time.
 */
export function usePermissionWatch(): void {
  useEffect(() => {
    let asked = Date.now()
    const ask = () => {
      const now = Date.now()
      if (document.visibilityState !== 'visible' || now - asked < AT_MOST_EVERY_MS) return
      followOtherTabs()
      const background = lastActivity() <= asked
      asked = now
      call(sessionEndpoints.userInfo, { t: stamp() }, { background }).catch(() => {})
    }
    const stop = new AbortController()
    const timer = setInterval(ask, EVERY_MS)
    window.addEventListener('focus', ask, { signal: stop.signal })
    document.addEventListener('visibilitychange', ask, { signal: stop.signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
}
