import { Checkbox, type TableProps } from 'antd'

type Selection<Row> = {
  /** Those of the page that something can be done with. */
  choosable: readonly Row[]
  chosen: readonly Row[]
  onChange: (chosen: Row[]) => void
}
type Column<Row> = NonNullable<TableProps<Row>['columns']>[number]

/** A check box in every row that can be chosen; `nameOf` is what a screen reader says. */
export function selectColumn<Row>(
  { choosable, chosen, onChange }: Selection<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    title: '选择',
    width: 56,
    fixed: 'start',
    render: (_, row) =>
      choosable.includes(row) && (
        <Checkbox
          aria-label={`选择${nameOf(row)}`}
          checked={chosen.includes(row)}
          onChange={({ target }) =>
            onChange(choosable.filter((each) => (each === row ? target.checked : chosen.includes(each))))
          }
        />
      ),
  }
}

/** Stands above the table: inside its head, antd would draw the box a second time where nobody sees it. */
export function SelectPage<Row>({ choosable, chosen, onChange }: Selection<Row>) {
  const some = chosen.length > 0
  return (
    <Checkbox
      disabled={choosable.length === 0}
      checked={some && chosen.length === choosable.length}
      indeterminate={some && chosen.length < choosable.length}
      onChange={({ target }) => onChange(target.checked ? [...choosable] : [])}
    >
      {some ? `全选本页（已选 ${chosen.length} 项）` : '全选本页'}
    </Checkbox>
  )
}
