import { Button, Flex, Typography } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import type { RecordField, RecordRow } from '#contract/eyesight/record-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import styles from '../../class-details.module.css'
import { readOnlyText } from '../../grid/cell-text.ts'
import { labelOf } from '../../grid/columns.ts'
import { type RowState, valueAt } from '../../sheet/row-state.ts'
import type { Sheet } from '../../sheet/sheet.ts'

type Props = { open: boolean; row: RecordRow; sheet: Sheet; onClose: () => void }

const NOTHING = '空'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const wordOf = (field: RecordField, value: ReturnType<typeof valueAt>): string =>
  isFlag(value) ? (value ? '是' : '否') : readOnlyText(field, value) || NOTHING

/** Two people changed the same cell: both values, and one to stay. */
export function ClashDialog({ open, row, sheet, onClose }: Props) {
  const snapshot = useSyncExternalStore(sheet.subscribe, () => sheet.rowAt(row.recordId))
  const state = snapshot?.state
  const decided = !state?.clash
  useEffect(() => {
    if (open && decided) onClose()
  }, [open, decided, onClose])
  const { byName, at } = state?.clash ?? {}
  const who = [byName ?? '他人', at && formatDateTime(at)].filter(Boolean).join(' ')
  return (
    <PageModal
      open={open}
      title={`${row.studentName}：同一项被两人修改`}
      width={600}
      onCancel={onClose}
      footer={<Button onClick={onClose}>稍后处理</Button>}
    >
      <Typography.Paragraph type="secondary">
        对方：{who}。请逐项选择保留哪一个，其他各项已照常保存。
      </Typography.Paragraph>
      <Flex vertical gap="small">
        {state?.clash?.fields.map((field) => (
          <ClashField
            key={field}
            field={field}
            state={state}
            onDecide={(whose) => sheet.decide(row.recordId, field, whose)}
          />
        ))}
      </Flex>
    </PageModal>
  )
}

type FieldProps = { field: RecordField; state: RowState; onDecide: (whose: 'mine' | 'theirs') => void }

function ClashField({ field, state, onDecide }: FieldProps) {
  const label = labelOf(field)
  const fault = state.drafts[field]?.fault ?? null
  return (
    <fieldset className={styles.gridClash}>
      <legend>{label}</legend>
      <Button onClick={() => onDecide('theirs')}>保留对方：{wordOf(field, state.row.fields[field])}</Button>
      <Button type="primary" disabled={fault !== null} onClick={() => onDecide('mine')}>
        用我的：{fault === null ? wordOf(field, valueAt(state, field)) : '有误，请先改正'}
      </Button>
    </fieldset>
  )
}
