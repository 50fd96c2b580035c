import type { Progression, WarningReading } from '#contract/warning/warning-schemas.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { cutLine, EYE_WORDS, EYES, type Eye, RESERVE, rangeOf, reserveTop, seOf } from './curve-plan.ts'
import { CYCLOPLEGIC_NOTE, signed } from './curve-words.ts'
import styles from './warning-detail.module.css'

const WIDTH = 660
const HEIGHT = 300
const PLOT = { left: 40, right: WIDTH - 24, top: 12, bottom: HEIGHT - 30 }
const MYOPIC = -0.5
/** Labels nearer than this would run into each other. */
const LABEL_WIDTH = 46
const LINE_HEIGHT = 18

type Scale = { x: (age: number) => number; y: (dioptres: number) => number }
type Marked = { reading: WarningReading; x: number; y: number; se: number }

type Props = { readings: readonly WarningReading[]; progression: Progression | null }

/** Spherical equivalent of both eyes against age, with the reserve reference and the line of myopia. */
export function Curve({ readings, progression }: Props) {
  const measured = readings.filter(({ seRight, seLeft }) => seRight !== null || seLeft !== null)
  if (measured.length === 0) {
    return <EmptyState title="没有屈光度数" hint="检查电脑验光或登记就诊验光后，在此显示曲线" />
  }
  const range = rangeOf(measured)
  const scale: Scale = {
    x: (age) => PLOT.left + ((age - range.from) / (range.to - range.from)) * (PLOT.right - PLOT.left),
    y: (value) => PLOT.top + ((range.top - value) / (range.top - range.bottom)) * (PLOT.bottom - PLOT.top),
  }
  const oldestFirst = [...measured].sort((one, other) => one.on.localeCompare(other.on))
  return (
    <figure className={layout.noMargin}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles.curve}
        role="img"
        aria-label={wordsOf(oldestFirst)}
      >
        <Axes range={range} scale={scale} />
        <Reserve from={range.from} to={range.to} scale={scale} />
        {progression && <ProgressionMark progression={progression} scale={scale} />}
        {EYES.map((eye) => (
          <EyeLine key={eye} eye={eye} readings={oldestFirst} scale={scale} />
        ))}
        <EndLabels readings={oldestFirst} scale={scale} />
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.rightMark}>● 右眼</span>
        <span>○ 左眼</span>
        {measured.some(({ visit }) => visit) && <span>◆ ◇ 就诊验光（{CYCLOPLEGIC_NOTE}）</span>}
      </figcaption>
    </figure>
  )
}

const wordsOf = (readings: readonly WarningReading[]): string =>
  `等效球镜与年龄。${readings
    .map(
      ({ on, seRight, seLeft, visit }) =>
        `${on}${visit ? '就诊' : ''} 右眼 ${signed(seRight)}，左眼 ${signed(seLeft)}`,
    )
    .join('。')}`

type AxesProps = { range: ReturnType<typeof rangeOf>; scale: Scale }

function Axes({ range: { from, to, top, bottom }, scale }: AxesProps) {
  const step = top - bottom > 8 ? 2 : 1
  const dioptres = wholeNumbers(bottom, top).filter((value) => value % step === 0)
  const years = wholeNumbers(from, to)
  const yearStep = years.length > 12 ? 2 : 1
  return (
    <>
      {dioptres.map((value) => (
        <g key={value}>
          <line
            x1={PLOT.left}
            x2={PLOT.right}
            y1={scale.y(value)}
            y2={scale.y(value)}
            className={value === 0 ? styles.zeroLine : styles.gridLine}
          />
          <text x={PLOT.left - 8} y={scale.y(value) + 4} textAnchor="end" className={styles.tick}>
            {value > 0 ? `+${value}` : String(value).replace('-', '−')}
          </text>
        </g>
      ))}
      {years
        .filter((_, nth) => nth % yearStep === 0)
        .map((age) => (
          <text key={age} x={scale.x(age)} y={PLOT.bottom + 20} textAnchor="middle" className={styles.tick}>
            {age} 岁
          </text>
        ))}
      <line
        x1={PLOT.left}
        x2={PLOT.right}
        y1={scale.y(MYOPIC)}
        y2={scale.y(MYOPIC)}
        className={styles.myopicLine}
      />
      <text x={PLOT.left + 4} y={scale.y(MYOPIC) + 15} className={styles.myopicText}>
        −0.50 筛查性近视线
      </text>
    </>
  )
}

const wholeNumbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => from + nth)

function Reserve({ from, to, scale }: { from: number; to: number; scale: Scale }) {
  const upper = cutLine(RESERVE.upper, from, to)
  const lower = cutLine(RESERVE.lower, from, to)
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([age, value]) => `${scale.x(age)},${scale.y(value)}`).join(' ')
  return (
    <>
      <polygon points={`${path(upper)} ${path([...lower].reverse())}`} className={styles.reserveBand} />
      <polyline points={path(upper)} className={styles.reserveLine} />
      <polyline points={path(lower)} className={styles.reserveLine} />
      <text
        x={PLOT.right}
        y={scale.y(reserveTop(to - (to - from) / 3, to)) - 8}
        textAnchor="end"
        className={styles.reserveText}
      >
        同龄远视储备参考（睫状肌麻痹）
      </text>
    </>
  )
}

function pointsOf(readings: readonly WarningReading[], eye: Eye, scale: Scale): Marked[] {
  return readings.flatMap((reading) => {
    const se = seOf(reading, eye)
    return se === null ? [] : [{ reading, se, x: scale.x(reading.ageYears), y: scale.y(se) }]
  })
}

type EyeProps = { eye: Eye; readings: readonly WarningReading[]; scale: Scale }

function EyeLine({ eye, readings, scale }: EyeProps) {
  const points = pointsOf(readings, eye, scale)
  const screenings = points.filter(({ reading }) => !reading.visit)
  const last = screenings.at(-1)
  return (
    <g className={eye === 'right' ? styles.rightEye : styles.leftEye}>
      <polyline points={screenings.map(({ x, y }) => `${x},${y}`).join(' ')} className={styles.eyeLine} />
      {labelled(screenings.filter((point) => point !== last && !isTwin(point.reading, eye))).map(
        ({ reading, x, y, se }) => (
          <text key={reading.on} x={x} y={isUpper(reading, eye) ? y - 10 : y + 20} textAnchor="middle">
            {signed(se)}
          </text>
        ),
      )}
      {points.map(({ reading, x, y, se }, nth) => (
        <g key={`${reading.on}${reading.visit}${String(nth)}`}>
          <title>{`${reading.on} ${EYE_WORDS[eye]} ${signed(se)} D`}</title>
          {reading.visit ? (
            <path
              d={`M${x} ${y - 7} L${x + 7} ${y} L${x} ${y + 7} L${x - 7} ${y} Z`}
              className={reading.cycloplegic ? styles.cycloplegic : styles.visit}
            />
          ) : (
            <circle cx={x} cy={y} r={5} className={styles.dot} />
          )}
        </g>
      ))}
    </g>
  )
}

/** The first of each crowd of points. */
function labelled(points: readonly Marked[]): Marked[] {
  const shown: Marked[] = []
  for (const point of points) {
    const before = shown.at(-1)
    if (!before || point.x - before.x >= LABEL_WIDTH) shown.push(point)
  }
  return shown
}

/** Equal eyes have one point and one label. */
const isTwin = ({ seRight, seLeft }: WarningReading, eye: Eye): boolean =>
  eye === 'left' && seRight === seLeft

/** The label of the higher eye stands above its point. */
function isUpper({ seRight, seLeft }: WarningReading, eye: Eye): boolean {
  if (seRight === null || seLeft === null) return true
  return eye === 'right' ? seRight > seLeft : seLeft >= seRight
}

/** Names the lines at their last points, one line of text apart. */
function EndLabels({ readings, scale }: Omit<EyeProps, 'eye'>) {
  const ends = EYES.flatMap((eye) => {
    const last = pointsOf(readings, eye, scale).findLast(({ reading }) => !reading.visit)
    return last ? [{ eye, ...last }] : []
  }).sort((one, other) => one.y - other.y)
  const [upper, lower] = ends
  const apart = upper && lower ? Math.max(0, LINE_HEIGHT - (lower.y - upper.y)) / 2 : 0
  return ends.map(({ eye, x, y, se }, nth) => (
    <text
      key={eye}
      x={x + 12}
      y={y + 5 + (nth === 0 ? -apart : apart)}
      className={`${styles.endLabel} ${eye === 'right' ? styles.rightText : ''}`}
    >
      {EYE_WORDS[eye]} {signed(se)}
    </text>
  ))
}

function ProgressionMark({ progression, scale }: { progression: Progression; scale: Scale }) {
  const { eye, from, to, days, change, perYear } = progression
  const [x1, x2] = [scale.x(from.ageYears), scale.x(to.ageYears)]
  const y = Math.min(PLOT.bottom - 24, Math.max(scale.y(from.se), scale.y(to.se)) + 38)
  return (
    <g className={styles.progression}>
      <line x1={x1} x2={x1} y1={scale.y(from.se) + 8} y2={y} strokeDasharray="2 3" />
      <line x1={x2} x2={x2} y1={scale.y(to.se) + 8} y2={y} strokeDasharray="2 3" />
      <line x1={x1} x2={x2} y1={y} y2={y} />
      <text x={(x1 + x2) / 2} y={y + 18} textAnchor="middle">
        {EYE_WORDS[eye === 1 ? 'right' : 'left']} {days} 天 {signed(change)} D，折合每年 {signed(perYear)} D
      </text>
    </g>
  )
}
