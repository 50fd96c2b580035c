import { Checkbox, type TableColumnType } from 'antd'
import { chooseRows, chosenOf } from './chosen-rows.ts'

export type RowSelection<Row> = {
  chosen: readonly Row[]
  onChange: (chosen: Row[]) => void
  /** The name for a screen reader. */
  nameOf: (row: Row) => string
  /** Whether there is something to do with a row; with every one where left out. */
  choosable?: (row: Row) => boolean
}
type Props<Row> = { selection: RowSelection<Row>; page: readonly Row[]; rowKey: keyof Row & string }

/** A check box in every row that can be chosen. */
export function selectColumn<Row>(
  { chosen, onChange, nameOf, choosable }: RowSelection<Row>,
  rowKey: keyof Row & string,
): TableColumnType<Row> {
  const keys = new Set(chosen.map((row) => row[rowKey]))
  return {
    title: '选择',
    width: 48,
    fixed: 'start',
    render: (_, row) =>
      choosable?.(row) !== false && (
        <Checkbox
          aria-label={`选择${nameOf(row)}`}
          checked={keys.has(row[rowKey])}
          onChange={({ target }) => onChange(chooseRows(chosen, [row], target.checked, rowKey))}
        />
      ),
  }
}

/** Above the table: in its head antd would render the box a second time, hidden. */
export function SelectPage<Row>({ selection, page, rowKey }: Props<Row>) {
  const { chosen, onChange, choosable } = selection
  const choosableRows = page.filter((row) => choosable?.(row) !== false)
  const inSight = chosenOf(choosableRows, chosen, rowKey).length
  return (
    <Checkbox
      disabled={choosableRows.length === 0}
      checked={inSight > 0 && inSight === choosableRows.length}
      indeterminate={inSight > 0 && inSight < choosableRows.length}
      onChange={({ target }) => onChange(chooseRows(chosen, choosableRows, target.checked, rowKey))}
    >
      全选本页
    </Checkbox>
  )
}
