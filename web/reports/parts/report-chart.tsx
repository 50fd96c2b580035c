import { memo, useLayoutEffect, useRef } from 'react'
import { chartSvg } from '#contract/reports/chart/chart-svg.ts'
import type { ReportChart } from '#contract/reports/report/report.ts'
import styles from './report.module.css'

/** Wider than this bars and names lie too far apart. */
const WIDEST = 920

type Props = { chart: ReportChart; width: number }

export const ReportChartFigure = memo(function ReportChartFigure({ chart, width }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = Math.min(width, WIDEST)
  useLayoutEffect(() => {
    if (!box.current || drawn === 0) return
    const { fontFamily } = getComputedStyle(box.current)
    const text = chartSvg(chart, { width: drawn, fontFamily })
    box.current.replaceChildren(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement)
  }, [chart, drawn])
  return (
    <figure className={styles.reportChart}>
      <figcaption>{chart.title}</figcaption>
      <div ref={box} />
    </figure>
  )
})
