import { useEffect, useState } from 'react'

/** How long masked data stays visible after it was revealed. */
export const SHOWN_SECONDS = 60

/** A value that is forgotten by itself after a while. */
export function useBrieflyShown<Value>(seconds = SHOWN_SECONDS) {
  const [shown, setShown] = useState<{ value: Value; until: number }>()
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => {
      const left = Math.ceil((shown.until - Date.now()) / 1000)
      if (left > 0) setSecondsLeft(left)
      else setShown(undefined)
    }, 500)
    return () => clearInterval(timer)
  }, [shown])
  return {
    value: shown?.value,
    secondsLeft,
    show: (value: Value) => {
      setSecondsLeft(seconds)
      setShown({ value, until: Date.now() + seconds * 1000 })
    },
    hide: () => setShown(undefined),
  }
}
