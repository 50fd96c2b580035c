import { Form } from 'antd'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { PASSWORD_DIALOG_WIDTH } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { RecoveryCodes } from '#web/widgets/second-step/recovery-codes.tsx'
import { type OwnerValues, PasswordItem, TotpItem } from './owner-items.tsx'

/** The old codes are void from the moment the new ones are shown. */
export function RenewCodesDialog({ open, onClose, onClosed }: DialogProps) {
  const [form] = Form.useForm<OwnerValues>()
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useSend(sessionEndpoints.renewRecoveryCodes, {
    refreshes: [accountEndpoints.ownAccount],
    success: false,
    form,
  })
  const handleFinish = async (values: OwnerValues) => {
    const answer = await renew.send(values)
    if (answer.ok) setCodes(answer.data.recoveryCodes)
  }
  if (codes) {
    return (
      <PageModal
        open={open}
        title="新的恢复码"
        footer={null}
        closable={false}
        keyboard={false}
        afterClose={onClosed}
      >
        <div className={layout.above12}>
          <RecoveryCodes codes={codes} doneLabel="我已保存，关闭" onDone={onClose} />
        </div>
      </PageModal>
    )
  }
  return (
    <FormModal<OwnerValues>
      form={form}
      validateTrigger="onBlur"
      onFinish={handleFinish}
      open={open}
      title="重新生成恢复码"
      width={PASSWORD_DIALOG_WIDTH}
      okText="生成"
      confirmLoading={renew.sending}
      onCancel={onClose}
    >
      <p>原有的恢复码随即作废。</p>
      <PasswordItem />
      <TotpItem />
    </FormModal>
  )
}
