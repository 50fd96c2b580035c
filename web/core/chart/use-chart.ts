import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef, useState } from 'react'

type Maker = (element: HTMLElement) => EChartsType

/**
 * A chart in a box of the page: its library is loaded when the box is there, it follows the box's size, and is drawn
 * anew when the option changes. `load` must be the same function each time.
 */
export function useChart(
  load: () => Promise<Maker>,
  option: EChartsCoreOption,
  empty: boolean,
): { box: RefObject<HTMLDivElement | null>; ready: boolean } {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType>()

  useEffect(() => {
    const element = box.current
    if (!element || empty) return
    let made: EChartsType | undefined
    let gone = false
    const observer = new ResizeObserver(() => made?.resize())
    void load().then((create) => {
      if (gone) return
      made = create(element)
      observer.observe(element)
      setChart(made)
    })
    return () => {
      gone = true
      observer.disconnect()
      made?.dispose()
      setChart(undefined)
    }
  }, [empty, load])

  useEffect(() => chart?.setOption(option, true), [chart, option])
  return { box, ready: chart !== undefined }
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
