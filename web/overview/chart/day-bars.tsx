import { countText, monthDay, shortCount } from '../frame/number-text.ts'
import styles from './day-bars.module.css'
import { type Box, useBox } from './use-box.ts'

type Day = { day: string; screened: number }

/** Amounts by day from zero; the highest and the last one carry their numbers. */
export function DayBars({ days, label }: { days: readonly Day[]; label: string }) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label={label}>
      {box && <Drawing days={days} box={box} />}
    </svg>
  )
}

function Drawing({ days, box: { width, height, u } }: { days: readonly Day[]; box: Box }) {
  const [top, base] = [26 * u, height - 26 * u]
  const most = Math.max(1, ...days.map(({ screened }) => screened))
  const step = Math.min(width / Math.max(1, days.length), 96 * u)
  const highest = days.findIndex(({ screened }) => screened === most)
  const last = days.length - 1
  return (
    <>
      {days.map(({ day, screened }, nth) => {
        const high = Math.max(1, ((base - top) * screened) / most)
        return (
          <rect
            key={day}
            x={nth * step + step * 0.14}
            y={base - high}
            width={step * 0.72}
            height={high}
            className={nth === last ? styles.last : styles.bar}
          >
            <title>{`${monthDay(day)} ${countText(screened)} 人`}</title>
          </rect>
        )
      })}
      <line x1={0} x2={width} y1={base} y2={base} className={styles.base} />
      {[...new Set([highest, last])].map((nth) => {
        const day = days[nth]
        // Two numbers side by side would overlap.
        if (!day || (nth === last && highest !== last && (last - highest) * step < 90 * u)) return null
        const at = (nth + 0.5) * step
        const high = ((base - top) * day.screened) / most
        const anchor = at < 40 * u ? 'start' : at > width - 40 * u ? 'end' : 'middle'
        return (
          <text key={nth} x={at} y={base - high - 8 * u} textAnchor={anchor} className={styles.number}>
            {shortCount(day.screened)}
          </text>
        )
      })}
      {days[0] && (
        <text x={0} y={height - 4 * u} className={styles.day}>
          {monthDay(days[0].day)}
        </text>
      )}
      {last * step > 100 * u && days[last] && (
        <text x={(last + 1) * step} y={height - 4 * u} textAnchor="end" className={styles.day}>
          {monthDay(days[last].day)}
        </text>
      )}
    </>
  )
}
