import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './boxes.ts'

/** The size of an element in pixels, now and whenever it changes; `unmeasured` where nothing is laid out. */
export function useSize(element: RefObject<HTMLElement | null>, unmeasured: Size): Size {
  const [size, setSize] = useState(unmeasured)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width === 0 || height === 0) return
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}
