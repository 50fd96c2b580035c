import { SchoolStage } from '#contract/core/codes.ts'
import type { GradeDiopter } from '#contract/overview/diopter.ts'
import { type Box, useBox } from '../chart/use-box.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { axisText, meanText } from './dioptre-text.ts'
import styles from './means-chart.module.css'
import { runsOf } from './runs.ts'
import { isShown, signOf } from './too-few.ts'

type Props = { grades: readonly GradeDiopter[] }

/** A left eye nearer to the right one than this, in dioptres, would say nothing. */
export const EYES_DIFFER = 0.05
const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
const STAGE_NAMES: Partial<Record<GradeDiopter['stage'], string>> = {
  [kindergarten]: '幼儿园',
  [primary]: '小学',
  [juniorHigh]: '初中',
  [seniorHigh]: '高中',
  [vocationalHigh]: '职高',
}

const isDrawn = (grade: GradeDiopter): boolean => isShown(grade) && grade.right !== null
const hasOtherLeft = ({ right, left }: GradeDiopter): boolean =>
  right !== null && left !== null && Math.abs(right - left) >= EYES_DIFFER

/** The mean of the right eye from grade to grade with the middle half of the children; the left eye where it differs. */
export function MeansChart({ grades }: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  if (!grades.some(isDrawn)) return <WallMessage>有屈光数据满 30 人的年级显示在这里。</WallMessage>
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="各年级平均等效球镜">
      {box && <Drawing grades={grades} box={box} />}
    </svg>
  )
}

function Drawing({ grades, box: { width, height, u } }: Props & { box: Box }) {
  const shown = grades.filter(isDrawn)
  const values = shown.flatMap(({ right, left, lower, upper }) => [right, left, lower, upper].map(Number))
  const [least, most] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(0, ...values))]
  const [right, top, floor] = [74 * u, 32 * u, height - 88 * u]
  const apart = (width - right) / Math.max(1, grades.length)
  const x = (nth: number) => apart * (nth + 0.5)
  const y = (se: number) => floor - ((floor - top) * (se - least)) / (most - least || 1)
  // Vocational schools are others than those at the end of the line.
  const runs = runsOf(
    grades,
    isDrawn,
    (one, next) => (one.stage === vocationalHigh) === (next.stage === vocationalHigh),
  )
  const stages = runsOf(
    grades,
    () => true,
    (one, next) => one.stage === next.stage,
  )
  const ticks = Array.from({ length: most - least + 1 }, (_, nth) => least + nth)
  return (
    <>
      {runs.map((run) => (
        <polygon
          key={run[0]?.item.key}
          points={[
            ...run.map(({ item, nth }) => `${x(nth)},${y(item.upper ?? 0)}`),
            ...run.map(({ item, nth }) => `${x(nth)},${y(item.lower ?? 0)}`).toReversed(),
          ].join(' ')}
          className={styles.band}
        />
      ))}
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
      {runs.map((run) => (
        <polyline
          key={run[0]?.item.key}
          points={run.map(({ item, nth }) => `${x(nth)},${y(item.right ?? 0)}`).join(' ')}
          className={styles.line}
        />
      ))}
      {grades.map((grade, nth) => (
        <Grade key={grade.key} grade={grade} x={x(nth)} y={y} floor={floor} height={height} u={u} />
      ))}
      {runs.map((run) => (
        <Values key={run[0]?.item.key} run={run} isLast={run === runs.at(-1)} x={x} y={y} u={u} />
      ))}
      {stages.map((own) => {
        const [first, last] = [own[0]?.nth ?? 0, own.at(-1)?.nth ?? 0]
        const stage = own[0]?.item.stage ?? primary
        return (
          <g key={stage}>
            <line
              x1={x(first) - apart * 0.4}
              x2={x(last) + apart * 0.4}
              y1={height - 25 * u}
              y2={height - 25 * u}
              className={styles.zero}
            />
            <text x={(x(first) + x(last)) / 2} y={height - 6 * u} textAnchor="middle" className={styles.tick}>
              {STAGE_NAMES[stage]}
            </text>
          </g>
        )
      })}
      <Key y={height - 62 * u} u={u} differs={shown.some(hasOtherLeft)} />
    </>
  )
}

type GradeProps = {
  grade: GradeDiopter
  x: number
  y: (se: number) => number
  floor: number
  height: number
  u: number
}

function Grade({ grade, x, y, floor, height, u }: GradeProps) {
  return (
    <g>
      {isDrawn(grade) ? (
        <>
          {hasOtherLeft(grade) && (
            <circle cx={x} cy={y(grade.left ?? 0)} r={7.5 * u} className={styles.left} />
          )}
          <circle cx={x} cy={y(grade.right ?? 0)} r={4 * u} className={styles.right} />
        </>
      ) : (
        <text x={x} y={floor - 8 * u} textAnchor="middle" className={styles.tick}>
          {signOf(grade)}
        </text>
      )}
      <text x={x} y={height - 33 * u} textAnchor="middle" className={styles.name}>
        {shortGrade(grade.name)}
      </text>
    </g>
  )
}

type ValuesProps = {
  run: readonly { item: GradeDiopter; nth: number }[]
  isLast: boolean
  x: (nth: number) => number
  y: (se: number) => number
  u: number
}

function Values({ run, isLast, x, y, u }: ValuesProps) {
  return (
    <>
      {run.map(({ item, nth }, at) => {
        if (!isLabelled(at, run.length)) return null
        // The line falls: only at its ends there is room beside it, at the right of the last point most.
        const isEnd = isLast && at === run.length - 1 && at > 0
        const place = isEnd
          ? { x: x(nth) + 12 * u, y: y(item.right ?? 0) + 6 * u, textAnchor: 'start' as const }
          : { x: nth === 0 ? 0 : x(nth), y: y(item.right ?? 0) - 16 * u }
        return (
          <text
            key={item.key}
            textAnchor={nth === 0 ? 'start' : 'middle'}
            {...place}
            className={styles.value}
          >
            {meanText(item.right)}
          </text>
        )
      })}
    </>
  )
}

/** The ends and every third one: among fifteen points all numbers would be a wall of text. */
const isLabelled = (nth: number, all: number): boolean =>
  nth === 0 || nth === all - 1 || (nth % 3 === 0 && nth < all - 2)

/** Below stands the stage: 一 for 一年级 and 初一. */
const shortGrade = (name: string): string => name.replace(/^(初|高|职高)(?=.)|(?<=.)(年级|班|初)$/g, '')

function Key({ y, u, differs }: { y: number; u: number; differs: boolean }) {
  return (
    <g>
      <line x1={0} x2={26 * u} y1={y - 5 * u} y2={y - 5 * u} className={styles.line} />
      <circle cx={13 * u} cy={y - 5 * u} r={4 * u} className={styles.right} />
      <text x={34 * u} y={y} className={styles.tick}>
        右眼平均
      </text>
      {differs && <circle cx={146 * u} cy={y - 5 * u} r={7.5 * u} className={styles.left} />}
      <text x={(differs ? 162 : 122) * u} y={y} className={styles.tick}>
        {differs
          ? `左眼平均（相差 ${EYES_DIFFER} D 及以上的年级）`
          : `左眼平均与右眼相差都不到 ${EYES_DIFFER} D`}
      </text>
    </g>
  )
}
