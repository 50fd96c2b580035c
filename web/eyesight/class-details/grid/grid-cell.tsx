import { memo, useRef } from 'react'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { CellFrame, type CellProps } from './cell-frame.tsx'
import { CodeCell, FlagsCell } from './choice-cell.tsx'
import styles from './class-grid.module.css'

/** One cell to type or choose in. Plain: a class has more than a thousand of them. */
export const GridCell = memo(function GridCell(props: CellProps) {
  if (props.column.kind === 'flags') return <FlagsCell {...props} />
  return props.column.kind === 'code' ? <CodeCell {...props} /> : <TextCell {...props} />
})

const LENGTH_MAX = 16
const REMARK_LENGTH_MAX = 200

function TextCell({ recordId, column, text, closed, handlers, ...frame }: CellProps) {
  const field = column.key as RecordField
  const before = useRef(text)
  return (
    <CellFrame column={column} {...frame}>
      {(described) => (
        <input
          {...described}
          data-col={column.key}
          className={column.kind === 'number' ? styles.gridNumber : undefined}
          value={text}
          disabled={closed}
          maxLength={column.kind === 'remark' ? REMARK_LENGTH_MAX : LENGTH_MAX}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => {
            before.current = text
            handlers.enter(recordId, field)
          }}
          onChange={({ currentTarget }) => handlers.type(recordId, field, currentTarget.value)}
          onBlur={() => handlers.leave(recordId, field)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
              handlers.type(recordId, field, before.current)
            }
          }}
        />
      )}
    </CellFrame>
  )
}
