import {
  darkRuns,
  type Mark,
  MILLIMETRES_PER_POINT,
  type Page,
  RING,
  type SquaresMark,
} from '#contract/print/drawing.ts'
import styles from './paper.module.css'

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const

/** A page as it comes out of the printer. */
export function PaperDrawing({ page: { width, height, marks }, label }: { page: Page; label: string }) {
  return (
    <svg
      className={`${styles.page} ${width > height ? styles.landscape : styles.portrait}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {marks.map((mark, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is drawn once and never changes
        <Drawn key={nth} mark={mark} />
      ))}
    </svg>
  )
}

function Drawn({ mark }: { mark: Mark }) {
  if (mark.kind === 'line') {
    const { x1, y1, x2, y2, width } = mark
    return <line x1={x1} y1={y1} x2={x2} y2={y2} strokeWidth={width} className={styles.rule} />
  }
  if (mark.kind === 'squares') return <path d={squaresPath(mark)} />
  if (mark.kind === 'polyline') {
    const { points, width, dash } = mark
    return (
      <polyline
        points={points.map((point) => point.join()).join(' ')}
        strokeWidth={width}
        strokeDasharray={dash > 0 ? dash : undefined}
        className={styles.curve}
      />
    )
  }
  if (mark.kind === 'circle') {
    const { x, y, radius, filled } = mark
    return (
      <circle
        cx={x}
        cy={y}
        r={radius}
        strokeWidth={RING}
        className={filled ? styles.rule : `${styles.rule} ${styles.ring}`}
      />
    )
  }
  const { x, y, size, align, bold, text } = mark
  return (
    <text
      x={x}
      y={y}
      fontSize={size * MILLIMETRES_PER_POINT}
      textAnchor={ANCHORS[align]}
      className={bold ? styles.strong : undefined}
    >
      {text}
    </text>
  )
}

const squaresPath = ({ x, y, size, rows }: SquaresMark): string => {
  const step = size / rows.length
  return rows
    .flatMap((row, nth) =>
      darkRuns(row).map(
        ({ from, length }) =>
          `M${x + from * step} ${y + nth * step}h${length * step}v${step}h${-length * step}z`,
      ),
    )
    .join('')
}
