import type { CSSProperties } from 'react'
import type { Size } from '../boxes.ts'
import { type MapArea, type MapRamp, textOn } from '../map-area.ts'
import styles from './area-label.module.css'
import type { LabelPlace } from './label-layout.ts'
import { type LabelLine, type LabelType, LINE_HEIGHT, labelLines, textWidth } from './label-size.ts'

type Props = {
  area: MapArea
  ramp: MapRamp
  place: LabelPlace
  size: Size
  type: LabelType
}

/** Name over value, centred on its place. */
export function AreaLabel({ area, ramp, place, size, type }: Props) {
  const { step, note } = area
  const onPlate = place.on === 'plate' || (place.on === 'inside' && (step === null || note !== null))
  const colour = place.on === 'inside' && !onPlate && step !== null ? textOn(ramp, step) : undefined
  const [x, middle] = place.at
  const left = x - size.width / 2
  const top = middle - size.height / 2
  let bottom = middle - textHeight(area, type) / 2
  return (
    <g className={styles.label} style={colour ? ({ '--label': colour } as CSSProperties) : undefined}>
      {onPlate && (
        <rect
          className={styles.plate}
          x={left}
          y={top}
          width={size.width}
          height={size.height}
          rx={type.dot}
        />
      )}
      {labelLines(area, type).map((line) => {
        bottom += line.size * LINE_HEIGHT
        // The middle of a Chinese letter is a third of its size above the line it stands on.
        const y = bottom - line.size * (LINE_HEIGHT / 2 - 0.36)
        return <Line key={line.role} line={line} x={x} y={y} dot={area.attention ? type.dot : 0} />
      })}
    </g>
  )
}

const textHeight = (area: MapArea, type: LabelType): number =>
  labelLines(area, type).reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0)

function Line({ line, x, y, dot }: { line: LabelLine; x: number; y: number; dot: number }) {
  const { text, size, role } = line
  const hasDot = role === 'name' && dot > 0
  const shift = hasDot ? 1.5 * dot : 0
  const middle = x - (textWidth(text) * size) / 2 - shift + dot / 2
  return (
    <>
      {hasDot && <circle className={styles.attention} cx={middle} cy={y - size * 0.36} r={dot} />}
      <text className={CLASS_OF[role]} x={x + shift} y={y} fontSize={size}>
        {text}
      </text>
    </>
  )
}

const CLASS_OF = { name: styles.name, value: styles.value, note: styles.note, change: styles.change }
