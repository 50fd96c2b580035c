import { SchoolStage } from '#contract/core/codes.ts'
import { type MyopiaView, SHOWN_LEAST } from '#contract/overview/myopia.ts'
import { type Box, useBox } from '../chart/use-box.ts'
import { percentText, pointsText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './grade-curve.module.css'

type Grade = MyopiaView['grades'][number]
type Line = Pick<MyopiaView['stages'][number], 'name' | 'line'>

const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
/** Whose line of 2030 runs above which stages. */
const STAGES_OF: Record<string, readonly number[]> = {
  小学: [primary],
  初中: [juniorHigh],
  高中: [seniorHigh],
}

type Props = {
  view: { grades: readonly Grade[]; stages: readonly Line[] }
  title?: string
  /** Whether the grade of the plan compared with is drawn as well, hollow. */
  withLast?: boolean
}

/**
 * From the first grade to the last, with the change below as a row of numbers: two lines that nearly touch would hide it.
 * Vocational schools are others than those at the end of the line; they stand apart from it.
 */
export function GradeCurve({ view, title = '各年级近视率', withLast = false }: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  const shown = view.grades.filter(
    ({ stage, rate }) =>
      rate.rate !== null &&
      [kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh].includes(stage as 1),
  )
  if (shown.length < 2) return <WallMessage>{emptyText(view.grades)}</WallMessage>
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label={title}>
      {box && <Drawing grades={shown} lines={view.stages} withLast={withLast} box={box} />}
    </svg>
  )
}

/** Colleges have no line of 2030, and no place on the curve. */
function emptyText(grades: readonly Grade[]): string {
  const found = grades.filter(({ rate }) => rate.rate !== null).length
  if (found === 0) return '有筛查结果后，这里显示各年级的变化。'
  return found > 1 ? '大专、本科不列入各年级曲线。' : '有结果的不足两个年级，暂不显示曲线。'
}

/** So much above a point its number takes. */
const LABEL_ROOM = 36

type Drawn = { grades: readonly Grade[]; lines: readonly Line[]; withLast: boolean; box: Box }

function Drawing({ grades, lines, withLast, box: { width, height, u } }: Drawn) {
  const [left, right, top, floor] = [60 * u, 50 * u, 24 * u, height - 62 * u]
  const step = (width - left - right) / grades.length
  const x = (nth: number) => left + step * (nth + 0.5)
  const most = withLast ? highestOf(grades, lines) : 100
  const y = (rate: number) => floor - ((floor - top) * rate) / most
  const track = grades.filter(({ stage }) => stage !== vocationalHigh)
  const spans = lines.flatMap(({ name, line }) => {
    const own = grades.flatMap(({ stage }, nth) => (STAGES_OF[name]?.includes(stage) ? [nth] : []))
    const [first, last] = [own[0], own.at(-1)]
    return first === undefined || last === undefined ? [] : [{ name, line, first, last }]
  })
  /** Whether neither the point of a grade nor its number stands where a text on the line would. */
  const isClearAbove = (nth: number, at: number) => {
    const point = y(grades[nth]?.rate.rate ?? 0)
    return point > at - 2 * u || point < at - LABEL_ROOM * u - 12 * u
  }
  return (
    <>
      {ticksTo(most).map((rate) => (
        <g key={rate}>
          <line x1={left} x2={width - right} y1={y(rate)} y2={y(rate)} className={styles.grid} />
          <text x={width - right + 8 * u} y={y(rate) + 5 * u} className={styles.tick}>
            {rate}%
          </text>
        </g>
      ))}
      {spans.map(({ name, line, first, last }) => (
        <g key={name}>
          <line
            x1={x(first) - step / 2}
            x2={x(last) + step / 2}
            y1={y(line)}
            y2={y(line)}
            className={styles.target}
          />
          {withLast ? (
            <text
              x={x(first) - step / 2}
              y={isClearAbove(first, y(line)) ? y(line) - 7 * u : y(line) + 18 * u}
              className={styles.targetText}
            >
              目标 &lt;{line}
            </text>
          ) : (
            <text x={x(last) + step / 2} y={y(line) + 18 * u} textAnchor="end" className={styles.targetText}>
              目标 &lt;{line}
            </text>
          )}
        </g>
      ))}
      <polyline
        points={track.map((grade) => `${x(grades.indexOf(grade))},${y(grade.rate.rate ?? 0)}`).join(' ')}
        className={styles.line}
      />
      {grades.map((grade, nth) => (
        <GradePoint
          key={grade.key}
          grade={grade}
          at={[x(nth), y(grade.rate.rate ?? 0)]}
          lastAt={withLast && grade.rate.last !== null ? y(grade.rate.last) : null}
          u={u}
          height={height}
        />
      ))}
      <text x={0} y={height - 32 * u} className={styles.tick}>
        年级
      </text>
      <text x={0} y={height - 6 * u} className={styles.tick}>
        变化
      </text>
    </>
  )
}

/** Of a school whose rates are low the curve would lie flat on a scale of all. */
function highestOf(grades: readonly Grade[], lines: readonly Line[]): number {
  const rates = grades.flatMap(({ rate }) => [rate.rate ?? 0, rate.last ?? 0])
  return Math.min(100, Math.ceil(Math.max(...rates, ...lines.map(({ line }) => line)) / 20) * 20)
}

const ticksTo = (most: number): number[] => {
  const apart = most === 100 ? 25 : most > 40 ? 20 : 10
  return Array.from({ length: most / apart + 1 }, (_, nth) => nth * apart)
}

type Pointed = { grade: Grade; at: [number, number]; lastAt: number | null; u: number; height: number }

function GradePoint({ grade: { name, stage, rate }, at: [x, y], lastAt, u, height }: Pointed) {
  // Of a handful of pupils a change says nothing.
  const change = (rate.denominator ?? 0) < SHOWN_LEAST ? null : rate.change
  const tone =
    change === null || Math.abs(change) < 0.05 ? styles.tick : change > 0 ? styles.worse : styles.better
  const hasLastAbove = lastAt !== null && change !== null && lastAt < y && lastAt > y - LABEL_ROOM * u
  return (
    <g>
      {lastAt !== null && change !== null && (
        <circle cx={x} cy={lastAt} r={5.5 * u} className={styles.last} />
      )}
      <circle cx={x} cy={y} r={5.5 * u} className={stage === vocationalHigh ? styles.apart : styles.dot} />
      <text x={x} y={hasLastAbove ? y + 23 * u : y - 11 * u} textAnchor="middle" className={styles.value}>
        {percentText(rate.rate, 1)}
      </text>
      <text x={x} y={height - 32 * u} textAnchor="middle" className={styles.name}>
        {shortGrade(name)}
      </text>
      <text x={x} y={height - 6 * u} textAnchor="middle" className={tone}>
        {pointsText(change, 1)}
      </text>
    </g>
  )
}

/** 一 for 一年级: below a point there is room for two signs. */
const shortGrade = (name: string): string => name.replace(/年级$/, '').replace(/^职高/, '职')
