import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type Box = {
  width: number
  height: number /** A pixel of the design, in pixels of the screen. */
  u: number
}

const unit = (): number => Math.min(window.innerWidth / 1920, window.innerHeight / 1080)

/** How large a chart may be; null until it is measured. */
export function useBox<E extends Element>(): [RefObject<E | null>, Box | null] {
  const element = useRef<E>(null)
  const [box, setBox] = useState<Box | null>(null)
  useLayoutEffect(() => {
    const own = element.current
    if (!own) return
    const measure = () => {
      const { width, height } = own.getBoundingClientRect()
      setBox({ width, height, u: unit() })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(own)
    return () => observer.disconnect()
  }, [])
  return [element, box]
}
