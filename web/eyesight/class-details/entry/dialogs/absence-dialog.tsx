import { Alert, Form } from 'antd'
import { useState } from 'react'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import { RecordFields } from '#contract/eyesight/record-schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import type { GridSetup } from '../../grid/grid-setup.ts'
import { isOpen, viewOf } from '../../sheet/row-view.ts'
import type { Sheet } from '../../sheet/sheet.ts'

type Values = { absence: number }
type Props = { open: boolean; sheet: Sheet; setup: GridSetup; onClose: () => void }

const SHOWN_NAMES = 8

/** Everybody who has neither a result nor a reason gets the same reason. */
export function AbsenceDialog({ open, sheet, setup, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const [rows] = useState(() =>
    sheet.states().filter((state) => !state.row.left && isOpen(viewOf(state, setup))),
  )
  const names = rows.slice(0, SHOWN_NAMES).map(({ row }) => row.studentName)
  const handleFinish = ({ absence }: Values) => {
    // Somebody may have been examined while the dialog was open.
    const still = sheet.states().filter((state) => isOpen(viewOf(state, setup)))
    const chosen = rows.filter(({ row }) => still.some((state) => state.row.recordId === row.recordId))
    sheet.typeAll(
      chosen.map(({ row }) => row.recordId),
      'absence',
      String(absence),
    )
    notifySuccess(`已将 ${chosen.length} 名学生标为未检：${AbsenceReason.label(absence)}`)
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title="其余学生标为未检"
      okText={`标记 ${rows.length} 名学生`}
      okButtonProps={{ disabled: rows.length === 0 }}
      width={520}
      onCancel={onClose}
    >
      <Alert
        type={rows.length === 0 ? 'success' : 'info'}
        showIcon
        className={layout.around12}
        title={
          rows.length === 0
            ? '每名学生都有结果或未检原因'
            : `${rows.length} 名学生没有检查结果，也没有未检原因`
        }
        description={
          rows.length > 0 &&
          `${names.join('、')}${rows.length > SHOWN_NAMES ? '等' : ''}。之后补检的，录入结果即可。`
        }
      />
      <Form.Item
        name="absence"
        label="未检原因"
        rules={[{ required: true, message: '请选择未检原因' }, ...rulesOf(RecordFields, 'absence')]}
      >
        <SelectRadio options={AbsenceReason.options} />
      </Form.Item>
    </FormModal>
  )
}
