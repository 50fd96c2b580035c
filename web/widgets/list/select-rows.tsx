import { Checkbox, type TableColumnType } from 'antd'
import { chooseRows, chosenOf } from './chosen-rows.ts'

export type RowSelection<Row> = {
  chosen: readonly Row[]
  onChange: (chosen: Row[]) => void
  /** What a screen reader says. */
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

/** Stands above the table: inside its head, antd would draw the box a second time where nobody sees it. */
export function SelectPage<Row>({ selection, page, rowKey }: Props<Row>) {
  const { chosen, onChange, choosable } = selection
  const offered = page.filter((row) => choosable?.(row) !== false)
  const inSight = chosenOf(offered, chosen, rowKey).length
  return (
    <Checkbox
      disabled={offered.length === 0}
      checked={inSight > 0 && inSight === offered.length}
      indeterminate={inSight > 0 && inSight < offered.length}
      onChange={({ target }) => onChange(chooseRows(chosen, offered, target.checked, rowKey))}
    >
      全选本页
    </Checkbox>
  )
}
