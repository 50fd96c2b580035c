import styles from './dot-rows.module.css'
import { lengthText, shiftText } from './length-text.ts'
import { useBox } from './use-box.ts'

export type DotRow = {
  key: string
  name: string
  /** The first mark is filled, others are hollow or of the second series. */
  marks: readonly { value: number; look: 'now' | 'ahead' | 'last' | 'second' }[]
  text: string
  more?: string
  /** What stands after the value is no part of what the tone says. */
  quiet?: boolean
  tone?: 'attention' | 'better' | 'plain'
  /** Instead of marks. */
  note?: string
}

type Props = {
  rows: readonly DotRow[]
  from: number
  to: number
  /** A line across all rows. */
  target?: number
  ticks?: readonly number[]
  nameWidth?: 'short' | 'long' | 'wide'
  /** Opens the place of a row. */
  onOpen?: (key: string) => void
}

const LOOKS = { now: styles.now, ahead: styles.ahead, last: styles.last, second: styles.second }
const TONES = { attention: styles.attention, better: styles.better, plain: styles.plain }

const WIDTHS = { short: '', long: styles.long, wide: styles.wide }

/** Rates one below the other: dots on one scale, the numbers at the right. */
export function DotRows({ rows, from, to, target, ticks = [], nameWidth = 'short', onOpen }: Props) {
  const [box, size] = useBox<HTMLDivElement>()
  const x = (value: number) => ((Math.max(from, Math.min(to, value)) - from) * 100) / (to - from)
  const dense = size !== null && rows.length > 0 && size.height / rows.length < 26 * size.u
  return (
    <div ref={box} className={`${styles.rows} ${dense ? styles.scrolls : ''} ${WIDTHS[nameWidth]}`}>
      {rows.map((row) => (
        <div
          key={row.key}
          className={`${styles.row} ${row.tone ? TONES[row.tone] : ''} ${row.quiet ? styles.quiet : ''}`}
        >
          {onOpen ? (
            <button type="button" className={styles.name} onClick={() => onOpen(row.key)} title={row.name}>
              {row.name}
            </button>
          ) : (
            <span className={styles.name} title={row.name}>
              {row.name}
            </span>
          )}
          {row.note === undefined ? (
            <>
              <span className={styles.line} aria-hidden="true">
                {row.marks.length > 1 && <Between row={row} x={x} />}
                {target !== undefined && <b style={{ left: `${x(target)}%` }} />}
                {row.marks.map(({ value, look }) => (
                  <i key={look} className={LOOKS[look]} style={{ transform: shiftText(x(value)) }} />
                ))}
              </span>
              <strong className={styles.text}>{row.text}</strong>
              <span className={styles.more}>{row.more}</span>
            </>
          ) : (
            <span className={styles.note}>{row.note}</span>
          )}
        </div>
      ))}
      {ticks.length > 0 && (
        <div className={styles.row} aria-hidden="true">
          <span />
          <span className={styles.ticks}>
            {ticks.map((tick) => (
              <em key={tick} style={{ left: `${x(tick)}%` }}>
                {tick}
              </em>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}

function Between({ row, x }: { row: DotRow; x: (value: number) => number }) {
  const at = row.marks.map(({ value }) => x(value))
  const [left, right] = [Math.min(...at), Math.max(...at)]
  return <u className={styles.between} style={{ left: lengthText(left), width: lengthText(right - left) }} />
}
