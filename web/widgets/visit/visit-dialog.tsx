import { Form, Typography } from 'antd'
import { useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { newClientKey } from '#web/core/client-key.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '../dialog/form-modal.tsx'
import type { DialogProps } from '../dialog/use-dialog.tsx'
import { VisitFields } from './visit-fields.tsx'
import { isWithdrawnBefore, type VisitValues, visitInput } from './visit-values.ts'

type Props = DialogProps & {
  studentId: number
  /** The screening it follows; without it the last one before the visit. */
  recordId?: number
  checkedOn?: string
  onRecorded?: () => void
}

/** A school writes down that a child of its own was at a hospital, and what was found there. */
export function VisitDialog({ open, onClose, studentId, recordId, checkedOn, onRecorded }: Props) {
  const [form] = Form.useForm<VisitValues>()
  const [clientKey, setClientKey] = useState(newClientKey)
  const { send, sending } = useSend(visitEndpoints.recordVisit, {
    refreshes: [
      visitEndpoints.studentVisits,
      eyesightEndpoints.screeningRecord,
      letterEndpoints.letterClasses,
      letterEndpoints.letterStudents,
      warningEndpoints.warningDetail,
      warningEndpoints.warningPage,
      warningEndpoints.warningSummary,
    ],
    success: '已登记就诊',
    form,
  })
  const handleFinish = async (values: VisitValues) => {
    const sent = await send({ studentId, recordId, visit: visitInput(values, clientKey) })
    if (!sent.ok) {
      if (isWithdrawnBefore(sent.error)) setClientKey(newClientKey())
      return
    }
    onRecorded?.()
    onClose()
  }
  return (
    <FormModal<VisitValues>
      form={form}
      onFinish={handleFinish}
      open={open}
      title="登记就诊"
      okText="保存"
      width={760}
      confirmLoading={sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary" className={layout.above8}>
        按家长提供的病历填写，没有的项目留空；不改变筛查结果。
      </Typography.Paragraph>
      <VisitFields checkedOn={checkedOn} />
    </FormModal>
  )
}
