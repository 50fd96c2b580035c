import { useEffect, useRef } from 'react'

/** Polls while the page is visible, and at once when it becomes visible again; null stops it. */
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
