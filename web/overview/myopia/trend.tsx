import { termYear } from '#contract/eyesight/term.ts'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { type Box, useBox } from '../chart/use-box.ts'
import { percentText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './trend.module.css'

type Point = { year: number; rate: number; otherSchools: boolean; isNow: boolean }

/** The plans of the same season one after the other. */
export function Trend({ view, plan }: { view: Pick<MyopiaView, 'trend'>; plan: WallPlan }) {
  const [svg, box] = useBox<SVGSVGElement>()
  const points = view.trend.flatMap(({ planId, schoolYear, rate, otherSchools }): Point[] =>
    rate === null
      ? []
      : [
          {
            year: termYear({ schoolYear, season: plan.season }),
            rate,
            otherSchools,
            isNow: planId === plan.planId,
          },
        ],
  )
  if (points.length < 2) return <WallMessage>同季节的计划不足两次，暂无趋势。</WallMessage>
  return (
    <>
      <svg ref={svg} className={styles.chart} role="img" aria-label="同季节各次计划">
        {box && <Drawing points={points} box={box} />}
      </svg>
      {points.some(({ otherSchools }) => otherSchools) && (
        <p className={styles.note}>○ 参加的学校与本次不同，口径不一致。</p>
      )}
    </>
  )
}

function Drawing({ points, box: { width, height, u } }: { points: readonly Point[]; box: Box }) {
  const rates = points.map(({ rate }) => rate)
  const low = Math.floor(Math.min(...rates)) - 1
  // Even, so that the middle is a round number.
  const high = low + 2 * Math.ceil((Math.max(...rates) + 1 - low) / 2)
  const [left, right, top, floor] = [30 * u, 58 * u, 26 * u, height - 28 * u]
  const x = (nth: number) => left + ((width - left - right) * nth) / (points.length - 1)
  const y = (rate: number) => floor - ((floor - top) * (rate - low)) / (high - low)
  const middle = (low + high) / 2
  return (
    <>
      {[low, middle, high].map((rate) => (
        <g key={rate}>
          <line x1={0} x2={width - right + 14 * u} y1={y(rate)} y2={y(rate)} className={styles.grid} />
          <text x={width} y={y(rate) + 5 * u} textAnchor="end" className={styles.tick}>
            {rate}
          </text>
        </g>
      ))}
      {points.slice(1).map((point, nth) => {
        const before = points[nth]
        return (
          before && (
            <line
              key={point.year}
              x1={x(nth)}
              y1={y(before.rate)}
              x2={x(nth + 1)}
              y2={y(point.rate)}
              className={point.otherSchools || before.otherSchools ? styles.loose : styles.line}
            />
          )
        )
      })}
      {points.map(({ year, rate, otherSchools, isNow }, nth) => (
        <g key={year}>
          <circle
            cx={x(nth)}
            cy={y(rate)}
            r={(isNow ? 7 : 5) * u}
            className={otherSchools ? styles.hollow : styles.dot}
          />
          <text x={x(nth)} y={y(rate) - 12 * u} textAnchor="middle" className={styles.value}>
            {percentText(rate)}
          </text>
          <text x={x(nth)} y={height - 4 * u} textAnchor="middle" className={styles.tick}>
            {year}
          </text>
        </g>
      ))}
    </>
  )
}
