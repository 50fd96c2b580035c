import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element and of the wall's unit, in pixels. */
export type MeasuredBox = { width: number; height: number; unit: number }

/** Before anything is measured, and where nothing is ever laid out. */
const UNMEASURED: MeasuredBox = { width: 900, height: 600, unit: 1 }
/** The probe is so many units wide, so that a unit is known to a hundredth of a pixel. */
const PROBE_UNITS = 100

export function useBox(
  element: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): MeasuredBox {
  const [box, setBox] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      const unit = (probe.current?.getBoundingClientRect().width ?? 0) / PROBE_UNITS
      if (width === 0 || height === 0 || unit === 0) return
      setBox((before) =>
        before.width === width && before.height === height && before.unit === unit
          ? before
          : { width, height, unit },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, probe])
  return box
}
