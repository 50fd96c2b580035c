import { type Box, useBox } from '../chart/use-box.ts'
import { countText, percentText } from '../frame/number-text.ts'
import { dioptreText } from './dioptre-text.ts'
import { heightOfRow, scaleOfRows } from './row-heights.ts'
import { DEGREES, type DegreeKey, SPLITS } from './se-degrees.ts'
import styles from './stage-histograms.module.css'

export type HistogramBar = {
  /** The lower edge, in dioptres. */
  from: number
  /** Percent of the stage, the most myopic first. */
  parts: readonly { degree: DegreeKey; share: number }[]
}
export type StageHistogram = {
  key: string
  name: string
  people: number
  bars: readonly HistogramBar[]
  median: number | null
  /** Percent. */
  myopic: number | null
  pre: number | null
  high: number | null
  /** Too few are counted to be shown. */
  hidden: boolean
}

type Props = { stages: readonly StageHistogram[]; from: number; to: number; step: number }

/** One histogram for each stage, all on the same axis and the same scale of percent. */
export function StageHistograms(props: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="各学段等效球镜分布">
      {box && <Drawing {...props} box={box} />}
    </svg>
  )
}

const shareOfBar = ({ parts }: HistogramBar): number => parts.reduce((sum, { share }) => sum + share, 0)

function Drawing({ stages, from, to, step, box: { width, height, u } }: Props & { box: Box }) {
  const [left, right, head, foot] = [118 * u, 206 * u, 44 * u, 30 * u]
  const below = 26 * u
  const least = 118 * u
  const x = (se: number) => left + ((width - left - right - 44 * u) * (se - from)) / (to - from)
  const peaks = stages.map(({ bars }) => Math.max(1, ...bars.map(shareOfBar)))
  const scale = scaleOfRows(peaks, height - head - foot - stages.length * below, least)
  let top = head
  const rows = stages.map((stage, nth) => {
    const high = heightOfRow(peaks[nth] ?? 1, scale, least)
    const base = top + high
    top = base + below
    return { stage, base, high }
  })
  const end = rows.at(-1)?.base ?? height - foot
  return (
    <>
      <Bands x={x} from={from} to={to} end={end} u={u} />
      {rows.map((row) => (
        <Row key={row.stage.key} {...row} x={x} to={to} step={step} scale={scale} width={width} u={u} />
      ))}
      <text x={0} y={height - 6 * u} className={styles.tick}>
        ▲ 中位数
      </text>
      {ticksOf(from, to).map((tick) => (
        <text key={tick} x={x(tick)} y={height - 6 * u} textAnchor="middle" className={styles.tick}>
          {tick === from ? `≤${axisText(tick)}` : axisText(tick)}
        </text>
      ))}
      <text x={x(to)} y={height - 6 * u} textAnchor="middle" className={styles.tick}>
        D
      </text>
    </>
  )
}

const axisText = (tick: number): string => (tick < 0 ? `−${-tick}` : tick > 0 ? `+${tick}` : '0')
function ticksOf(from: number, to: number): number[] {
  const ticks: number[] = []
  for (let tick = Math.ceil(from / 2) * 2; tick < to; tick += 2) ticks.push(tick)
  return ticks
}

type Scale = (se: number) => number

/** What the colours say, above the bars, and the lines between them. */
function Bands({ x, from, to, end, u }: { x: Scale; from: number; to: number; end: number; u: number }) {
  const edges = [from, ...SPLITS, to]
  return (
    <>
      {DEGREES.map(({ key, label, color }, nth) => {
        const [start, stop] = [x(edges[nth] ?? from), x(edges[nth + 1] ?? to)]
        return (
          <g key={key} style={{ fill: `var(${color})` }}>
            <text x={(start + stop) / 2} y={16 * u} textAnchor="middle" className={styles.band}>
              {label}
            </text>
            <rect x={start} y={26 * u} width={Math.max(0, stop - start - 1.5 * u)} height={5 * u} />
          </g>
        )
      })}
      {SPLITS.map((split) => (
        <line key={split} x1={x(split)} x2={x(split)} y1={34 * u} y2={end} className={styles.split} />
      ))}
    </>
  )
}

type RowProps = {
  stage: StageHistogram
  base: number
  high: number
  x: Scale
  to: number
  step: number
  scale: number
  width: number
  u: number
}

function Row({ stage, base, high, x, to, step, scale, width, u }: RowProps) {
  const { name, people, bars, median, hidden } = stage
  const right = x(to)
  const lines = [10, 20, 30, 40, 50].filter((percent) => percent * scale <= high - 8 * u)
  return (
    <g>
      <text x={0} y={base - 30 * u} className={styles.name}>
        {name}
      </text>
      <text x={0} y={base - 6 * u} className={styles.people}>
        {countText(people)} 人
      </text>
      {lines.map((percent) => (
        <g key={percent}>
          <line
            x1={x(bars[0]?.from ?? 0)}
            x2={right}
            y1={base - percent * scale}
            y2={base - percent * scale}
            className={styles.grid}
          />
          <text x={right + 8 * u} y={base - percent * scale + 5 * u} className={styles.tick}>
            {percent}%
          </text>
        </g>
      ))}
      {bars.map((bar) => (
        <Bar key={bar.from} bar={bar} x={x} step={step} base={base} scale={scale} />
      ))}
      <line x1={x(bars[0]?.from ?? 0)} x2={right} y1={base} y2={base} className={styles.base} />
      {median !== null && (
        <path
          d={`M${x(Math.max(bars[0]?.from ?? median, Math.min(to, median)))} ${base + 4 * u}l${8 * u} ${13 * u}h${-16 * u}z`}
          className={styles.median}
        />
      )}
      {hidden ? (
        <text x={width} y={base - 46 * u} textAnchor="end" className={styles.tick}>
          ＊ 人数过少，不显示
        </text>
      ) : (
        <Numbers stage={stage} width={width} base={base} u={u} />
      )}
    </g>
  )
}

type BarProps = { bar: HistogramBar; x: Scale; step: number; base: number; scale: number }

function Bar({ bar, x, step, base, scale }: BarProps) {
  const wide = (x(bar.from + step) - x(bar.from)) * 0.92
  let top = base
  return (
    <g>
      {bar.parts.map(({ degree, share }) => {
        const high = share * scale
        top -= high
        const color = DEGREES.find(({ key }) => key === degree)?.color ?? '--wall-ungraded'
        return (
          <rect
            key={degree}
            x={x(bar.from)}
            y={top}
            width={wide}
            height={high}
            style={{ fill: `var(${color})` }}
          />
        )
      })}
    </g>
  )
}

function Numbers({
  stage,
  width,
  base,
  u,
}: {
  stage: StageHistogram
  width: number
  base: number
  u: number
}) {
  const rows = [
    { label: '中位数', text: `${dioptreText(stage.median)} D`, color: '--wall-text' },
    { label: 'SE < −0.50', text: `${percentText(stage.myopic, 1)}%`, color: '--wall-low' },
    { label: '近视前期', text: `${percentText(stage.pre, 1)}%`, color: '--wall-pre' },
    { label: 'SE < −6.00', text: `${percentText(stage.high, 1)}%`, color: '--wall-high' },
  ]
  return (
    <>
      {rows.map(({ label, text, color }, nth) => {
        const y = base - (rows.length - 1 - nth) * 29 * u - 6 * u
        return (
          <g key={label}>
            <text x={width - 188 * u} y={y} className={styles.people}>
              {label}
            </text>
            <text
              x={width}
              y={y}
              textAnchor="end"
              className={styles.number}
              style={{ fill: `var(${color})` }}
            >
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}
