import { type AgeDiopter, SE_AGES } from '#contract/overview/diopter.ts'
import { type Box, useBox } from '../chart/use-box.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { axisText, dioptreText } from './dioptre-text.ts'
import styles from './reserve-chart.module.css'
import { runsOf } from './runs.ts'
import { isShown, signOf } from './too-few.ts'

type Props = { ages: readonly AgeDiopter[] }

/** The median by age against what is usual: only how it falls can be compared. */
export function ReserveChart({ ages }: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  if (!ages.some(isShown)) return <WallMessage>有屈光数据满 30 人的年龄显示在这里。</WallMessage>
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="远视储备与年龄">
      {box && <Drawing ages={ages} box={box} />}
    </svg>
  )
}

function Drawing({ ages, box: { width, height, u } }: Props & { box: Box }) {
  const values = [
    ...ages.filter(isShown).flatMap(({ lower, upper }) => [Number(lower), Number(upper)]),
    ...ages.flatMap(({ reference }) => reference),
  ]
  const [least, most] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(0, ...values))]
  const [right, top, floor] = [66 * u, 30 * u, height - 62 * u]
  const [first, last] = [ages[0]?.age ?? 0, ages.at(-1)?.age ?? 0]
  const apart = (width - right) / (last - first + 1)
  const x = (age: number) => apart * (age - first + 0.5)
  const y = (se: number) => floor - ((floor - top) * (se - least)) / (most - least || 1)
  const isNext = (one: AgeDiopter, next: AgeDiopter) => next.age === one.age + 1
  const ticks = Array.from({ length: most - least + 1 }, (_, nth) => least + nth)
  const labelled = ages[ages.length > 6 ? 2 : 0]
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
            {axisText(tick)}
          </text>
        </g>
      ))}
      {runsOf(ages, () => true, isNext).map((run) => (
        <polygon
          key={run[0]?.item.age}
          points={[
            ...run.map(({ item: { age, reference } }) => `${x(age)},${y(reference[1])}`),
            ...run.map(({ item: { age, reference } }) => `${x(age)},${y(reference[0])}`).toReversed(),
          ].join(' ')}
          className={styles.reference}
        />
      ))}
      {labelled && (
        <text x={x(labelled.age)} y={y(labelled.reference[1]) - 10 * u} className={styles.referenceText}>
          同龄远视储备参考（睫状肌麻痹）
        </text>
      )}
      {runsOf(ages, isShown, isNext).map((run) => (
        <polyline
          key={run[0]?.item.age}
          points={run.map(({ item: { age, median } }) => `${x(age)},${y(median ?? 0)}`).join(' ')}
          className={styles.line}
        />
      ))}
      {ages.map((age, nth) => (
        <Age
          key={age.age}
          group={age}
          x={x(age.age)}
          y={y}
          height={height}
          u={u}
          isLabelled={nth === 0 || nth === ages.length - 1 || nth % 3 === 0}
        />
      ))}
      <line x1={5 * u} x2={5 * u} y1={height - 18 * u} y2={height - 2 * u} className={styles.half} />
      <text x={16 * u} y={height - 5 * u} className={styles.tick}>
        竖线：中间 50% 的学生
      </text>
    </>
  )
}

type AgeProps = {
  group: AgeDiopter
  x: number
  y: (se: number) => number
  height: number
  u: number
  isLabelled: boolean
}

function Age({ group, x, y, height, u, isLabelled }: AgeProps) {
  const { age, median, lower, upper } = group
  return (
    <g>
      {isShown(group) ? (
        <>
          <line x1={x} x2={x} y1={y(lower ?? 0)} y2={y(upper ?? 0)} className={styles.half} />
          <circle cx={x} cy={y(median ?? 0)} r={7 * u} className={styles.dot} />
          {isLabelled && (
            <text x={x + 8 * u} y={y(median ?? 0) - 11 * u} className={styles.value}>
              {dioptreText(median)}
            </text>
          )}
        </>
      ) : (
        <text x={x} y={y(0) - 8 * u} textAnchor="middle" className={styles.tick}>
          {signOf(group)}
        </text>
      )}
      <text x={x} y={height - 34 * u} textAnchor="middle" className={styles.name}>
        {ageText(age)}
      </text>
    </g>
  )
}

/** The ends of the axis include all younger and older children. */
const ageText = (age: number): string =>
  age === SE_AGES.from ? `≤${age} 岁` : age === SE_AGES.to ? `≥${age} 岁` : `${age} 岁`
