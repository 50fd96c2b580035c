import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import type { ClassCell, GradeRow } from '#contract/overview/school.ts'
import { countText } from '../frame/number-text.ts'
import { fillOf, type MapStep, textOn } from '../map/map-area.ts'
import styles from './heat-grid.module.css'
import {
  columnsOf,
  type HeatMeasure,
  HIDDEN,
  heatText,
  progressBreaks,
  rateBreaks,
  rateText,
  shareDone,
  stepOf,
} from './heat-steps.ts'

type Props = {
  grades: readonly GradeRow[]
  measure: HeatMeasure
  /** What the numbers are: 完成率, 近视率. */
  label: string
  target: number
  ofKindergarten: boolean
  /** Says more about the class that is pointed at. */
  onPoint: (cell: ClassCell | null) => void
}

const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
/** More rows, or columns, leave room for one line in a cell. */
const ROWS_WITH_SMALL = 9
const COLUMNS_WITH_SMALL = 14
/** More rows leave the two lines close together. */
const ROWS_WITH_AIR = 7

/** Grades by classes: colour and number are the share, the small number how many it is of. */
export function HeatGrid(props: Props) {
  const { grades, label, measure, onPoint } = props
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState('0 0')
  const { byName, columns } = columnsOf(grades)
  const dense = grades.length > ROWS_WITH_SMALL || columns.length > COLUMNS_WITH_SMALL
  const look = dense
    ? styles.dense
    : grades.length > ROWS_WITH_AIR
      ? `${styles.grid} ${styles.tight}`
      : styles.grid
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    let [row = 0, column = 0] = current.split(' ').map(Number)
    // Hidden cells and missing classes are passed over.
    for (;;) {
      row += step[0]
      column += step[1]
      if (row < 0 || column < 0 || row >= grades.length || column >= columns.length) return
      const next = table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)
      if (next) return next.focus()
    }
  }
  const reachable = grades.flatMap((grade, row) =>
    columns.flatMap(({ key }, column) => {
      const cell = classAt(grade, { key, column, byName })
      return cell && isOpen(cell, measure) ? [`${row} ${column}`] : []
    }),
  )
  const entry = reachable.includes(current) ? current : reachable[0]
  return (
    <div className={styles.room}>
      <table ref={table} className={look} aria-label={label} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {columns.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {grades.map((grade, row) => (
            <tr key={grade.name}>
              <th scope="row" title={grade.name}>
                {rowName(grade.name)}
              </th>
              {columns.map(({ key }, column) => {
                const cell = classAt(grade, { key, column, byName })
                const at = `${row} ${column}`
                return (
                  <td key={key}>
                    {cell && (
                      <Cell
                        {...props}
                        grade={grade}
                        cell={cell}
                        at={at}
                        named={!byName}
                        isEntry={at === entry}
                        onPoint={(pointed) => {
                          if (pointed) setCurrent(at)
                          onPoint(pointed)
                        }}
                      />
                    )}
                  </td>
                )
              })}
              <td className={styles.total}>
                {measure === 'progress' ? heatText(shareDone(grade.done)) : rateText(grade.rate)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classAt = (
  { classes }: GradeRow,
  { key, column, byName }: { key: string; column: number; byName: boolean },
): ClassCell | undefined => (byName ? classes.find(({ className }) => className === key) : classes[column])

const isOpen = ({ rate }: ClassCell, measure: HeatMeasure): boolean => measure === 'progress' || !rate.hidden

type CellProps = Props & { grade: GradeRow; cell: ClassCell; at: string; named: boolean; isEntry: boolean }

function Cell({ grade, cell, at, named, isEntry, ...props }: CellProps) {
  const { measure, label, target, ofKindergarten, onPoint } = props
  if (!isOpen(cell, measure)) {
    return (
      <span className={styles.hidden} title={`${cell.name}：不足 5 人，不显示`}>
        {HIDDEN}
      </span>
    )
  }
  const isProgress = measure === 'progress'
  const value = isProgress ? shareDone(cell.done) : cell.rate.rate
  const breaks = isProgress ? progressBreaks(target) : rateBreaks(grade.stage, ofKindergarten)
  const step = value === null ? null : stepOf(value, breaks)
  const isMarked = isProgress ? cell.behind : cell.aboveGrade
  const small = isProgress ? doneText(cell) : peopleOf(cell)
  return (
    <button
      type="button"
      data-cell={at}
      tabIndex={isEntry ? 0 : -1}
      className={`${styles.cell} ${step === null ? styles.none : ''} ${isMarked ? styles.marked : ''}`}
      style={colourOf(measure, step)}
      aria-label={spoken({ cell, label, isProgress, isMarked, value })}
      onFocus={() => onPoint(cell)}
      onPointerEnter={() => onPoint(cell)}
      onBlur={() => onPoint(null)}
      onPointerLeave={() => onPoint(null)}
    >
      <strong>{heatText(value)}</strong>
      <small>{named ? cell.className : small}</small>
    </button>
  )
}

/** Before the first of a class is screened it says how many are to come. */
const doneText = ({ done: { screened, expected } }: ClassCell): string =>
  screened === 0 ? `${expected} 人` : `${screened}/${expected}`

/** Nobody looks like a result. */
const peopleOf = ({ rate: { denominator } }: ClassCell): string =>
  denominator ? `${countText(denominator)} 人` : ''

function colourOf(measure: HeatMeasure, step: MapStep | null): CSSProperties | undefined {
  return step === null ? undefined : { background: fillOf(measure, step), color: textOn(measure, step) }
}

type Spoken = {
  cell: ClassCell
  label: string
  isProgress: boolean
  isMarked: boolean
  value: number | null
}

/** 四年级1班，完成率 48.7%，应筛 39 人，实筛 19 人，完成率不足 60%. */
function spoken({ cell, label, isProgress, isMarked, value }: Spoken): string {
  const { name, done } = cell
  const parts = [
    name,
    value === null ? `${label} --` : `${label} ${heatText(value)}%`,
    ...(isProgress
      ? [`应筛 ${done.expected} 人`, `实筛 ${done.screened} 人`]
      : [value === null ? '没有结果' : `纳入统计 ${peopleOf(cell)}`]),
    ...(isMarked ? [isProgress ? '完成率不足 60%' : '高于本年级 10 个百分点以上'] : []),
  ]
  return parts.join('，')
}

const ROOM_FOR_SIGNS = 4
/** 大专一 for 大专一年级: before a row there is room for four signs. */
const rowName = (name: string): string => (name.length > ROOM_FOR_SIGNS ? name.replace(/年级$/, '') : name)
