import { useRef } from 'react'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { CellFrame, type CellProps } from './cell-frame.tsx'
import { codesOf, isCodeField } from './cell-text.ts'
import { flagsOf, flagsOptions } from './columns.ts'

type Option = { value: number; label: string }
type ChoiceProps = CellProps & {
  value: string
  options: readonly Option[]
  onEnter: () => void
  onChoose: (code: string) => void
  onLeave: () => void
}

export function CodeCell(props: CellProps) {
  const { recordId, column, text, handlers } = props
  const field = column.key as RecordField
  if (!isCodeField(field)) return null
  return (
    <ChoiceCell
      {...props}
      value={text}
      options={codesOf(field).options}
      onEnter={() => handlers.enter(recordId, field)}
      onChoose={(code) => handlers.type(recordId, field, code)}
      onLeave={() => handlers.leave(recordId, field)}
    />
  )
}

/** Three fields as one choice; its text is the sum of what holds. */
export function FlagsCell(props: CellProps) {
  const { recordId, text, handlers } = props
  const present = Number(text)
  const choose = (code: string) => {
    const flags = Object.entries(flagsOf(Number(code))) as [RecordField, boolean][]
    for (const [field, on] of flags) handlers.type(recordId, field, on ? '1' : '')
  }
  return (
    <ChoiceCell
      {...props}
      value={present === 0 ? '' : text}
      options={flagsOptions(present)}
      onEnter={() => handlers.enter(recordId, 'unableRight')}
      onChoose={choose}
      onLeave={() => {
        handlers.leave(recordId, 'unableRight')
        handlers.leave(recordId, 'unableLeft')
      }}
    />
  )
}

/** A native list: a digit chooses, Delete empties, arrows go on through the grid, Space opens it. */
function ChoiceCell({ column, closed, value, options, onEnter, onChoose, onLeave, ...frame }: ChoiceProps) {
  const before = useRef(value)
  return (
    <CellFrame column={column} {...frame}>
      {(described) => (
        <select
          {...described}
          data-col={column.key}
          value={value}
          disabled={closed}
          onFocus={() => {
            before.current = value
            onEnter()
          }}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          onBlur={onLeave}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.altKey || event.metaKey) return
            const chosen = chosenBy(event.key, options, before.current)
            if (chosen === null) return
            event.preventDefault()
            onChoose(chosen)
          }}
        >
          <option value=""> </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.value} {option.label}
            </option>
          ))}
        </select>
      )}
    </CellFrame>
  )
}

function chosenBy(key: string, options: readonly Option[], before: string): string | null {
  if (key === 'Escape') return before
  if (key === 'Delete' || key === 'Backspace' || key === '0') return ''
  return options.some(({ value }) => String(value) === key) ? key : null
}
