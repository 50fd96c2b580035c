import { SE_AXIS, type SeBar, type StageDiopter } from '#contract/overview/diopter.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { type Box, useBox } from '../chart/use-box.ts'
import { countText, NOTHING, percentText } from '../frame/number-text.ts'
import { axisText, dioptreText } from './dioptre-text.ts'
import { heightOfRow, scaleOfRows } from './row-heights.ts'
import { DEGREES, SPLITS } from './se-degrees.ts'
import styles from './stage-histograms.module.css'
import { isShown } from './too-few.ts'

type Props = { stages: readonly StageDiopter[] }
const { from, to, step } = SE_AXIS

/** One histogram for each stage, all on the same axis and the same scale of percent. */
export function StageHistograms(props: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="各学段等效球镜分布">
      {box && <Drawing {...props} box={box} />}
    </svg>
  )
}

const shareOfBar = ({ parts }: SeBar): number => parts.reduce((sum, { share }) => sum + share, 0)

function Drawing({ stages, box: { width, height, u } }: Props & { box: Box }) {
  const [left, right, head, foot] = [118 * u, 206 * u, 56 * u, 30 * u]
  const below = 26 * u
  const least = 118 * u
  const x = (se: number) => left + ((width - left - right - 44 * u) * (se - from)) / (to - from)
  const peaks = stages.map((stage) => Math.max(1, ...barsOf(stage).map(shareOfBar)))
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
      <Bands x={x} end={end} u={u} />
      {rows.map((row) => (
        <Row key={row.stage.stage} {...row} x={x} scale={scale} width={width} u={u} />
      ))}
      <text x={0} y={height - 6 * u} className={styles.tick}>
        ▲ 中位数
      </text>
      {TICKS.map((tick) => (
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

const TICKS = Array.from({ length: Math.ceil((to - from) / 2) }, (_, nth) => from + nth * 2)

/** Few results make no picture. */
const barsOf = (stage: StageDiopter): readonly SeBar[] => (isShown(stage) ? (stage.bars ?? []) : [])

type Scale = (se: number) => number

/** What the colours say, above the bars, and the lines between them. */
function Bands({ x, end, u }: { x: Scale; end: number; u: number }) {
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
  stage: StageDiopter
  base: number
  high: number
  x: Scale
  scale: number
  width: number
  u: number
}

function Row({ stage, base, high, x, scale, width, u }: RowProps) {
  const [left, right] = [x(from), x(to)]
  const lines = isShown(stage)
    ? [10, 20, 30, 40, 50].filter((percent) => percent * scale <= high - 8 * u)
    : []
  return (
    <g>
      <text x={0} y={base - 30 * u} className={styles.name}>
        {stage.name}
      </text>
      {stage.students !== null && (
        <text x={0} y={base - 6 * u} className={styles.people}>
          {countText(stage.students)} 人
        </text>
      )}
      {lines.map((percent) => (
        <g key={percent}>
          <line
            x1={left}
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
      {barsOf(stage).map((bar) => (
        <Bar key={bar.from} bar={bar} x={x} base={base} scale={scale} />
      ))}
      <line x1={left} x2={right} y1={base} y2={base} className={styles.base} />
      {isShown(stage) ? (
        <>
          {stage.median !== null && (
            <path
              d={`M${x(Math.max(from, Math.min(to, stage.median)))} ${base + 4 * u}l${8 * u} ${13 * u}h${-16 * u}z`}
              className={styles.median}
            />
          )}
          <Numbers stage={stage} width={width} base={base} u={u} />
        </>
      ) : (
        <text x={left} y={base - 14 * u} className={styles.people}>
          {stage.hidden
            ? '＊ 人数过少，不显示'
            : `有屈光数据 ${countText(stage.students)} 人，满 ${SHOWN_LEAST} 人后显示`}
        </text>
      )}
    </g>
  )
}

type BarProps = { bar: SeBar; x: Scale; base: number; scale: number }

function Bar({ bar, x, base, scale }: BarProps) {
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
            className={styles.bar}
            style={{ fill: `var(${color})` }}
          />
        )
      })}
    </g>
  )
}

type NumbersProps = { stage: StageDiopter; width: number; base: number; u: number }

function Numbers({ stage, width, base, u }: NumbersProps) {
  const rows = [
    { label: '中位数', text: `${dioptreText(stage.median)} D`, color: '--wall-text' },
    { label: 'SE < −0.50', text: `${percentText(stage.myopic, 1)}%`, color: '--wall-low' },
    { label: '近视前期', text: preMyopiaText(stage.preMyopia), color: '--wall-pre' },
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

/** It is of all who are valid, and may be hidden where refraction is not. */
function preMyopiaText({ hidden, denominator, rate }: WallRate): string {
  if (hidden) return '＊'
  return (denominator ?? 0) < SHOWN_LEAST ? NOTHING : `${percentText(rate, 1)}%`
}
