import type { MyopiaView } from '#contract/overview/myopia.ts'
import { countText, percentText, shareOf, shortCount } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './degree-ring.module.css'

const DEGREES = [
  { key: 'low', label: '低度', color: '--wall-low' },
  { key: 'mid', label: '中度', color: '--wall-mid' },
  { key: 'high', label: '高度', color: '--wall-high' },
  { key: 'ungraded', label: '未分度', color: '--wall-ungraded' },
] as const
const RADIUS = 40
const AROUND = 2 * Math.PI * RADIUS
const GAP = 0.6

/** The myopic by degree: parts of one whole, named beside it. */
export function DegreeRing({ view: { degrees, high } }: { view: MyopiaView }) {
  if (!degrees) return <WallMessage>人数过少，不显示。</WallMessage>
  const whole = DEGREES.reduce((sum, { key }) => sum + degrees[key], 0)
  if (whole === 0) return <WallMessage>没有近视的学生。</WallMessage>
  let before = 0
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 100 100" role="img" aria-label={`高度近视率 ${percentText(high.rate)}%`}>
        {DEGREES.map(({ key, color }) => {
          const length = (degrees[key] / whole) * AROUND
          const start = before
          before += length
          return (
            degrees[key] > 0 && (
              <circle
                key={key}
                cx="50"
                cy="50"
                r={RADIUS}
                style={{ stroke: `var(${color})` }}
                strokeDasharray={`${Math.max(0.4, length - GAP)} ${AROUND}`}
                strokeDashoffset={-start}
              />
            )
          )
        })}
        <text x="50" y="46" className={styles.label}>
          高度近视率
        </text>
        <text x="50" y="61" className={styles.value}>
          {percentText(high.rate)}%
        </text>
      </svg>
      <ul>
        {DEGREES.map(({ key, label, color }) => (
          <li key={key}>
            <i style={{ background: `var(${color})` }} />
            <span>
              {label}
              <small title={countText(degrees[key])}>{shortCount(degrees[key])} 人</small>
            </span>
            <strong>{percentText(shareOf(degrees[key], whole))}%</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
