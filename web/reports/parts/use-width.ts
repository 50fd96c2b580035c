import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide the contents of an element can be, now and after the window has changed; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const observer = new ResizeObserver(([entry]) => {
      // Charts are not redrawn for printing: they shrink to the page.
      if (entry && entry.contentRect.width > 0 && !matchMedia('print').matches)
        setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
