import { useEffect, useRef } from 'react'

/** Asks again and again while the page is in sight, and at once when it comes back; null stops it. */
export function usePolling(again: () => void, everyMs: number | null): void {
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (everyMs === null) return
    const look = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])
}
