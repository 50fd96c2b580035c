import { type Box, useBox } from '../chart/use-box.ts'
import { meanText } from './dioptre-text.ts'
import styles from './means-chart.module.css'

export type GradeMean = {
  key: string
  name: string
  right: number
  left: number | null
  /** Of the right eye the middle half of the children. */
  lower: number
  upper: number
}

/** The mean of both eyes from grade to grade; the left one only matters where it differs. */
export function MeansChart({ grades }: { grades: readonly GradeMean[] }) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="各年级平均等效球镜">
      {box && <Drawing grades={grades} box={box} />}
    </svg>
  )
}

function Drawing({ grades, box: { width, height, u } }: { grades: readonly GradeMean[]; box: Box }) {
  const values = grades.flatMap(({ right, left, lower, upper }) => [right, left ?? right, lower, upper])
  const [least, most] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(0, ...values))]
  const [right, top, floor] = [54 * u, 16 * u, height - 66 * u]
  const step = (width - right) / Math.max(1, grades.length)
  const x = (nth: number) => step * (nth + 0.5)
  const y = (se: number) => floor - ((floor - top) * (se - least)) / (most - least || 1)
  const band = [
    ...grades.map(({ upper }, nth) => `${x(nth)},${y(upper)}`),
    ...grades.map(({ lower }, nth) => `${x(nth)},${y(lower)}`).toReversed(),
  ]
  const ticks = Array.from({ length: most - least + 1 }, (_, nth) => least + nth)
  return (
    <>
      <polygon points={band.join(' ')} className={styles.band} />
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
      <polyline
        points={grades.map((grade, nth) => `${x(nth)},${y(grade.right)}`).join(' ')}
        className={styles.line}
      />
      {grades.map((grade, nth) => (
        <g key={grade.key}>
          {grade.left !== null && (
            <circle cx={x(nth)} cy={y(grade.left)} r={7.5 * u} className={styles.left} />
          )}
          <circle cx={x(nth)} cy={y(grade.right)} r={4 * u} className={styles.right} />
          {isLabelled(nth, grades.length) && (
            <text
              x={x(nth)}
              y={y(grade.right) - 16 * u}
              textAnchor={nth === 0 ? 'start' : nth === grades.length - 1 ? 'end' : 'middle'}
              className={styles.value}
            >
              {meanText(grade.right)}
            </text>
          )}
          <text x={x(nth)} y={height - 8 * u} textAnchor="middle" className={styles.name}>
            {grade.name}
          </text>
        </g>
      ))}
      <Key y={height - 38 * u} u={u} />
    </>
  )
}

/** The ends and every third one: among fifteen points all numbers would be a wall of text. */
const isLabelled = (nth: number, all: number): boolean =>
  nth === 0 || nth === all - 1 || (nth % 3 === 0 && nth < all - 2)

function Key({ y, u }: { y: number; u: number }) {
  return (
    <g>
      <line x1={0} x2={26 * u} y1={y - 5 * u} y2={y - 5 * u} className={styles.line} />
      <circle cx={13 * u} cy={y - 5 * u} r={4 * u} className={styles.right} />
      <text x={34 * u} y={y} className={styles.tick}>
        右眼平均
      </text>
      <circle cx={146 * u} cy={y - 5 * u} r={7.5 * u} className={styles.left} />
      <text x={162 * u} y={y} className={styles.tick}>
        左眼平均
      </text>
    </g>
  )
}
