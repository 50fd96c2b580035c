import { Button, Popover } from 'antd'
import { memo } from 'react'
import { type RecordRow, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import classDetailsStyles from '../class-details.module.css'
import classGridStyles from '../grid/class-grid.module.css'
import type { RowPhase } from '../sheet/row-state.ts'
import { absenceText } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'
import type { RowAction } from './dialogs/row-action.ts'

type Props = {
  row: RecordRow
  phase: RowPhase
  message: string | null
  mayEnter: boolean
  editable: boolean
  sheet: Sheet
  onAction: (action: RowAction) => void
}

const WORDS: Record<RowPhase, string> = {
  saved: '已保存',
  unsaved: '未保存',
  faulty: '有误未保存',
  saving: '保存中…',
  retrying: '未保存，将自动重试',
  refused: '未能保存',
  clash: '有冲突',
}

/** Whether this row is saved, and which decision it waits for. */
export const RowStatus = memo(function RowStatus(props: Props) {
  const { row, phase, message, mayEnter, editable, sheet, onAction } = props
  const { recordId, studentName } = row
  if (phase === 'clash') {
    return (
      <button
        type="button"
        className={classGridStyles.gridAlert}
        aria-label={`${studentName} 与他人的修改冲突，处理`}
        onClick={() => onAction({ kind: 'clash', recordId })}
      >
        冲突，处理
      </button>
    )
  }
  if (phase === 'refused') return <Refused name={studentName} message={message} {...{ sheet, recordId }} />
  // The class is locked, so nothing can be corrected: a leftover message would never go.
  if (phase === 'faulty' && !editable) {
    return <Refused name={studentName} message="现在不能录入，有误的内容没有保存" {...{ sheet, recordId }} />
  }
  if (phase !== 'saved') {
    return (
      <span className={classGridStyles.gridPhase} data-phase={phase} title={message ?? undefined}>
        {WORDS[phase]}
      </span>
    )
  }
  if (row.openConflictId !== null) {
    return (
      <button
        type="button"
        className={classGridStyles.gridAlert}
        disabled={!mayEnter}
        aria-label={`${studentName} 有不一致的数据，处理`}
        onClick={() => onAction({ kind: 'conflict', recordId })}
      >
        数据不一致
      </button>
    )
  }
  if (row.pendingCorrection) return <span className={classGridStyles.gridPhase}>更正审核中</span>
  return <Saved row={row} />
})

function Saved({ row: { enteredAt, enteredByName, source, fields } }: { row: RecordRow }) {
  const absent = absenceText(fields)
  if (enteredAt === null) return <span className={classGridStyles.gridPhase}>{absent}</span>
  const words = [enteredByName, formatDateTime(enteredAt), RecordSource.label(source)]
  return (
    <span
      className={classGridStyles.gridPhase}
      data-phase={absent ? 'absent' : 'saved'}
      title={words.filter(Boolean).join(' ')}
    >
      {absent ?? WORDS.saved}
    </span>
  )
}

type RefusedProps = { name: string; message: string | null; sheet: Sheet; recordId: number }

function Refused({ name, message, sheet, recordId }: RefusedProps) {
  const content = (
    <div className={classDetailsStyles.gridRefused}>
      <p>{message}</p>
      <Button size="small" type="primary" onClick={() => sheet.tryAgain(recordId)}>
        重试
      </Button>
      <Button size="small" danger onClick={() => sheet.discard(recordId)}>
        放弃未保存的修改
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="left" title={`${name}的修改未能保存`} content={content}>
      <button type="button" className={classGridStyles.gridAlert} title={message ?? undefined}>
        {WORDS.refused}
      </button>
    </Popover>
  )
}
