import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { SIDE_NAMES } from '#contract/eyesight/reading.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { ApplyCorrection, type RecordField, type RecordRow } from '#contract/eyesight/record-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { notifyWarning } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import styles from '../../class-details.module.css'
import { codesOf, editedText, isCodeField, parseCell } from '../../grid/cell-text.ts'
import { type Column, flagsCode, flagsOf, flagsOptions } from '../../grid/columns.ts'
import type { GridSetup } from '../../grid/grid-setup.ts'
import { lensOf, plusSides } from '../../sheet/row-rules.ts'
import {
  changesOf,
  fieldsWithDrafts,
  openRow,
  type RowState,
  textAt,
  turnCylinders,
  typeInto,
} from '../../sheet/row-state.ts'
import { viewOf } from '../../sheet/row-view.ts'

/** By the key of a column: a text, or a code. */
type Values = Record<string, string | number | undefined> & { reason?: string }
type Props = { open: boolean; row: RecordRow; setup: GridSetup; onClose: () => void; onDone: () => void }

/** After the task is completed a result changes only by an approved application. */
export function CorrectionDialog({ open, row: latest, setup, onClose, onDone }: Props) {
  // The form was filled from it: compared with a newer one, fields left alone would look like corrections.
  const [row] = useState(latest)
  const [form] = Form.useForm<Values>()
  const values = Form.useWatch((all: Values) => all, form)
  const apply = useSend(recordEndpoints.applyCorrection, {
    success: `${row.studentName}的更正申请已提交，审核通过后生效`,
    form,
  })
  const columns = [...setup.readings, ...setup.notes]
  const typed = values ? typedRow(row, columns, values, setup) : openRow(row, setup.rules.items)
  const state = turnCylinders(typed, setup.today, true)
  const view = viewOf(state, setup)
  const contradiction = Object.values(view.contradictions)[0]
  const changes = changesOf(state)

  const handleFinish = async ({ reason = '' }: Values) => {
    if (contradiction) return notifyWarning(contradiction)
    if (!changes) return notifyWarning('没有改动任何内容')
    const answer = await apply.send({ recordId: row.recordId, changes, reason })
    if (answer.ok) onDone()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={initialValues(row, columns)}
      onFinish={handleFinish}
      open={open}
      title={`申请更正${row.studentName}的检查结果`}
      okText="提交申请"
      width={760}
      confirmLoading={apply.sending}
      onCancel={onClose}
    >
      <div className={styles.correctionFields}>
        {columns.map((column) => (
          <CorrectionField
            key={column.key}
            column={column}
            present={flagsCode(row.fields)}
            today={setup.today}
          />
        ))}
      </div>
      <Alert
        type={contradiction ? 'warning' : 'info'}
        showIcon
        title={contradiction ?? `更正后的结论：${view.conclusion}`}
        description={!contradiction && `现在的结论：${row.conclusion.text}${turnedNote(typed, state)}`}
        className={layout.around12}
      />
      <Form.Item name="reason" label="更正原因" rules={rulesOf(ApplyCorrection, 'reason', '请填写更正原因')}>
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="为什么要改，依据是什么" />
      </Form.Item>
    </FormModal>
  )
}

/** What becomes of positive cylinders, where there are any. */
const turnedNote = (typed: RowState, state: RowState): string =>
  plusSides(fieldsWithDrafts(typed))
    .map((side) => {
      const [sphere, cylinder, axis] = lensOf(side).map((field) => textAt(state, field) || '未填')
      return `；${SIDE_NAMES[side]}眼正柱镜换算为球镜 ${sphere}、柱镜 ${cylinder}、轴位 ${axis}`
    })
    .join('')

function initialValues({ fields }: RecordRow, columns: readonly Column[]): Values {
  const entries = columns.map(({ key, kind }) => {
    if (key === 'flags') return [key, flagsCode(fields) || undefined]
    const value = fields[key]
    return [key, kind === 'code' ? (value ?? undefined) : editedText(key, value)]
  })
  return Object.fromEntries(entries) as Values
}

/** The row as it would be: the same rules as in the grid. */
function typedRow(row: RecordRow, columns: readonly Column[], values: Values, setup: GridSetup): RowState {
  const { today, rules } = setup
  return columns.reduce(
    (state, { key }) => {
      const given = values[key]
      const texts: [RecordField, string][] =
        key === 'flags'
          ? Object.entries(flagsOf(Number(given ?? 0))).map(([field, on]) => [
              field as RecordField,
              on ? '1' : '',
            ])
          : [[key, String(given ?? '')]]
      return texts.reduce(
        (next, [field, text]) => typeInto(next, { field, text, seen: row.fields[field], today }),
        state,
      )
    },
    openRow(row, rules.items),
  )
}

function CorrectionField({ column, present, today }: { column: Column; present: number; today: string }) {
  const { key, kind, label } = column
  if (key === 'flags') {
    return (
      <Form.Item name={key} label={label}>
        <SelectDropdown options={flagsOptions(present)} placeholder="无" />
      </Form.Item>
    )
  }
  if (kind === 'code' && isCodeField(key)) {
    return (
      <Form.Item name={key} label={label}>
        <SelectDropdown<number> options={codesOf(key).options} placeholder="未填" />
      </Form.Item>
    )
  }
  const check = (_rule: unknown, text: unknown) => {
    const parsed = parseCell(key, String(text ?? ''), today)
    return parsed.ok ? Promise.resolve() : Promise.reject(new Error(parsed.fault))
  }
  return (
    <Form.Item name={key} label={label} rules={[{ validator: check }]}>
      <Input autoComplete="off" />
    </Form.Item>
  )
}
