import { type ReactNode, type Ref, useCallback } from 'react'
import { controlOf, keyIn, moveFrom, moveOf } from '../keyboard/grid-keys.ts'
import styles from './class-grid.module.css'
import type { ColumnGroup } from './columns.ts'

/** Columns that stay visible when the grid scrolls sideways. */
const EDGES = {
  index: styles.gridIndex,
  name: styles.gridName,
  first: styles.gridFirst,
  state: styles.gridState,
}
type Edge = keyof typeof EDGES

/** A heading over one or more columns. */
export type HeadGroup = {
  title: string
  cells: readonly { key: string; title: string; width: number }[]
  edge?: Edge
}

export const headOf = (groups: readonly ColumnGroup[]): HeadGroup[] =>
  groups.map(({ title, columns }) => ({ title, cells: columns }))
export const headCell = (title: string, width: number, edge?: Edge): HeadGroup => ({
  title,
  cells: [{ key: title, title, width }],
  edge,
})
export const SE_HEAD: HeadGroup = {
  title: '等效球镜',
  cells: [
    { key: 'seRight', title: '右', width: 58 },
    { key: 'seLeft', title: '左', width: 58 },
  ],
}

type Props = {
  label: string
  head: readonly HeadGroup[]
  children: ReactNode
  /** Below the rows, always visible. */
  foot?: ReactNode
  ref?: Ref<HTMLTableElement>
}

/** A table of native fields with the keys of a spreadsheet; it scrolls in its own box. */
export function GridTable({ label, head, children, foot, ref }: Props) {
  const cells = head.flatMap((group) => group.cells)
  const handleKeyDown = useCallback((event: React.KeyboardEvent) => {
    const control = controlOf(event.target)
    if (!control || event.defaultPrevented) return
    const move = moveOf(keyIn(event.nativeEvent, control))
    if (move === null) return
    event.preventDefault()
    moveFrom(control, move)
  }, [])
  return (
    <div className={styles.classGridFrame}>
      <div className={styles.classGrid}>
        <table
          ref={ref}
          aria-label={label}
          style={{ width: cells.reduce((sum, { width }) => sum + width, 0) }}
          onKeyDown={handleKeyDown}
        >
          <colgroup>
            {cells.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <GridHead head={head} />
          <tbody>{children}</tbody>
        </table>
      </div>
      {foot}
    </div>
  )
}

/** Two lines: what is examined, and of which eye. */
function GridHead({ head }: { head: readonly HeadGroup[] }) {
  const isOne = ({ title, cells }: HeadGroup) => cells.length === 1 && cells[0]?.title === title
  return (
    <thead>
      <tr>
        {head.map((group) => (
          <th
            key={group.title}
            scope={isOne(group) ? 'col' : 'colgroup'}
            rowSpan={isOne(group) ? 2 : undefined}
            colSpan={group.cells.length}
            className={group.edge && EDGES[group.edge]}
          >
            {group.title}
          </th>
        ))}
      </tr>
      <tr>
        {head
          .filter((group) => !isOne(group))
          .flatMap(({ cells }) => cells)
          .map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
      </tr>
    </thead>
  )
}
