import { type ReactNode, useId } from 'react'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import styles from './class-grid.module.css'
import type { Column } from './columns.ts'

export type CellHandlers = {
  enter: (recordId: number, field: RecordField) => void
  type: (recordId: number, field: RecordField, text: string) => void
  leave: (recordId: number, field: RecordField) => void
}
export type CellTone = 'fault' | 'doubt' | 'clash'
export type CellProps = {
  recordId: number
  /** Whose row it is, for those who cannot see it. */
  name: string
  column: Column
  text: string
  tone: CellTone | null
  message: string | null
  /** Nothing can be entered here for now. */
  closed: boolean
  handlers: CellHandlers
}

type Described = { 'aria-label': string; 'aria-invalid'?: true; 'aria-describedby'?: string }
type FrameProps = Pick<CellProps, 'name' | 'column' | 'tone' | 'message'> & {
  children: (described: Described) => ReactNode
}

/** A cell with its error message, which a screen reader announces too. */
export function CellFrame({ name, column, tone, message, children }: FrameProps) {
  const id = useId()
  return (
    <td data-tone={tone ?? undefined}>
      {children({
        'aria-label': `${name} ${column.label}`,
        'aria-invalid': tone === 'fault' || undefined,
        'aria-describedby': message === null ? undefined : id,
      })}
      {message !== null && (
        <span id={id} role="tooltip" className={styles.gridMessage}>
          {message}
        </span>
      )}
    </td>
  )
}
