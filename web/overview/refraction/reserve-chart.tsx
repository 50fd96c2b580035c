import { type Box, useBox } from '../chart/use-box.ts'
import { dioptreText } from './dioptre-text.ts'
import styles from './reserve-chart.module.css'

export type AgeMedian = {
  age: number
  median: number
  lower: number
  upper: number
  /** What is usual at this age, measured with paralysed accommodation; null where nothing is said. */
  reference: readonly [low: number, high: number] | null
}

/** The median by age against what is usual: only how it falls can be compared. */
export function ReserveChart({ ages }: { ages: readonly AgeMedian[] }) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="远视储备与年龄">
      {box && <Drawing ages={ages} box={box} />}
    </svg>
  )
}

function Drawing({ ages, box: { width, height, u } }: { ages: readonly AgeMedian[]; box: Box }) {
  const values = ages.flatMap(({ lower, upper, reference }) => [lower, upper, ...(reference ?? [])])
  const [least, most] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(0, ...values))]
  const [right, top, floor] = [54 * u, 16 * u, height - 34 * u]
  const step = (width - right) / Math.max(1, ages.length)
  const x = (nth: number) => step * (nth + 0.5)
  const y = (se: number) => floor - ((floor - top) * (se - least)) / (most - least || 1)
  const known = ages.flatMap(({ reference }, nth) => (reference ? [{ nth, reference }] : []))
  const band = [
    ...known.map(({ nth, reference }) => `${x(nth)},${y(reference[1])}`),
    ...known.map(({ nth, reference }) => `${x(nth)},${y(reference[0])}`).toReversed(),
  ]
  const ticks = Array.from({ length: most - least + 1 }, (_, nth) => least + nth)
  const labelAt = known[Math.min(2, known.length - 1)]
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={0}
            x2={width - right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? styles.zero : styles.grid}
          />
          <text x={width} y={y(tick) + 5 * u} textAnchor="end" className={styles.tick}>
            {tick > 0 ? `+${tick}` : tick < 0 ? `−${-tick}` : '0'}
          </text>
        </g>
      ))}
      <polygon points={band.join(' ')} className={styles.reference} />
      {labelAt && (
        <text x={x(labelAt.nth)} y={y(labelAt.reference[1]) - 10 * u} className={styles.referenceText}>
          同龄远视储备参考（睫状肌麻痹）
        </text>
      )}
      <polyline
        points={ages.map(({ median }, nth) => `${x(nth)},${y(median)}`).join(' ')}
        className={styles.line}
      />
      {ages.map(({ age, median, lower, upper }, nth) => (
        <g key={age}>
          <line x1={x(nth)} x2={x(nth)} y1={y(lower)} y2={y(upper)} className={styles.half} />
          <circle cx={x(nth)} cy={y(median)} r={7 * u} className={styles.dot} />
          {(nth === 0 || nth === ages.length - 1 || nth % 3 === 0) && (
            <text
              x={x(nth) + 12 * u}
              y={y(median) - 11 * u}
              textAnchor={nth === ages.length - 1 ? 'end' : 'start'}
              className={styles.value}
            >
              {dioptreText(median)}
            </text>
          )}
          <text x={x(nth)} y={height - 8 * u} textAnchor="middle" className={styles.name}>
            {age} 岁
          </text>
        </g>
      ))}
      <text x={0} y={floor - 10 * u} className={styles.tick}>
        竖线：中间 50% 的学生
      </text>
    </>
  )
}
