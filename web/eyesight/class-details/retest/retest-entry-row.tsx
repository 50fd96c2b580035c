import { Button, Popconfirm } from 'antd'
import { memo, useMemo, useState } from 'react'
import { Sex } from '#contract/core/codes.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RecordField, RetestRow } from '#contract/eyesight/record-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { today } from '#web/core/format.ts'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'
import type { CellHandlers } from '../grid/cell-frame.tsx'
import { seText } from '../grid/cell-text.ts'
import styles from '../grid/class-grid.module.css'
import type { Column } from '../grid/columns.ts'
import { GridCell } from '../grid/grid-cell.tsx'
import type { HeadGroup } from '../grid/grid-table.tsx'
import { isClosed } from '../sheet/row-rules.ts'
import { blindReading, type Typed } from './retest-reading.ts'

export type RetestSetup = {
  items: PlanItems
  columns: readonly Column[]
  head: readonly HeadGroup[]
  withSe: boolean
  withClass: boolean
  mayRetest: boolean
}
type Props = { row: RetestRow; setup: RetestSetup }

/** One student to be examined again. Saved as a whole: what is half typed must not reveal the first reading. */
export const RetestEntryRow = memo(function RetestEntryRow({ row, setup }: Props) {
  const { columns, withSe, withClass, mayRetest, items } = setup
  const [typed, setTyped] = useState<Typed>({})
  const [inside, setInside] = useState<RecordField | null>(null)
  const reading = useMemo(() => blindReading(typed, items, today()), [typed, items])
  const handlers = useMemo(
    (): CellHandlers => ({
      enter: (_recordId, field) => setInside(field),
      type: (_recordId, field, text) => setTyped((now) => ({ ...now, [field]: text })),
      leave: () => setInside(null),
    }),
    [],
  )
  const open = mayRetest && !row.ownFirst
  return (
    <tr data-record={row.recordId}>
      <th scope="row" className={styles.gridFirst}>
        {row.studentName}
      </th>
      <td>{Sex.label(row.sex)}</td>
      {withClass && <td className={styles.gridRead}>{row.className}</td>}
      {columns.map((column) => {
        const field = column.key as RecordField
        const cell = reading.cells[field]
        const fault = cell?.unfinished && inside === field ? null : (cell?.fault ?? null)
        return (
          <GridCell
            key={column.key}
            recordId={row.recordId}
            name={row.studentName}
            column={column}
            text={inside === field ? (typed[field] ?? '') : (cell?.text ?? '')}
            tone={fault ? 'fault' : null}
            message={fault}
            closed={!open || (inside !== field && isClosed(field, reading.fields))}
            handlers={handlers}
          />
        )
      })}
      {withSe && <td className={styles.gridSe}>{seText(reading.seRight)}</td>}
      {withSe && <td className={styles.gridSe}>{seText(reading.seLeft)}</td>}
      <td className={styles.gridState}>
        {row.ownFirst ? (
          <span className={styles.gridPhase}>须由他人复测</span>
        ) : (
          open && <SaveRetest row={row} reading={reading} />
        )}
      </td>
    </tr>
  )
})

type SaveProps = Pick<Props, 'row'> & { reading: ReturnType<typeof blindReading> }

function SaveRetest({ row, reading }: SaveProps) {
  const save = useSend(recordEndpoints.saveRetest, {
    refreshes: [recordEndpoints.retestList, recordEndpoints.classGrid],
    success: false,
  })
  const handleSave = async () => {
    const answer = await save.send({ recordId: row.recordId, reading: reading.reading })
    if (!answer.ok) return
    const over = answer.data.items.filter((item) => item.over).length
    if (over === 0) notifySuccess(`${row.studentName}的复测已保存，各项都在允许误差内`)
    else notifyWarning(`${row.studentName}的复测已保存，${over} 项超差`)
  }
  const button = (
    <Button
      size="small"
      type="primary"
      disabled={!reading.savable}
      loading={save.sending}
      aria-label={`保存${row.studentName}的复测`}
      onClick={reading.missing.length === 0 ? () => void handleSave() : undefined}
    >
      保存
    </Button>
  )
  if (reading.missing.length === 0) return button
  return (
    <Popconfirm
      title="复测还不完整，仍要保存？"
      description={`缺${reading.missing.join('、')}。初测做过的项目须全部复测，否则不能保存；保存后不能再改。`}
      okText="保存"
      disabled={!reading.savable}
      onConfirm={handleSave}
    >
      {button}
    </Popconfirm>
  )
}
