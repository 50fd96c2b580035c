import { Form } from 'antd'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { PASSWORD_DIALOG_WIDTH } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { type OwnerValues, PasswordItem, TotpItem } from './owner-items.tsx'

export function DisableTotpDialog({ open, onClose }: DialogProps) {
  const [form] = Form.useForm<OwnerValues>()
  const disable = useSend(sessionEndpoints.disableTotp, {
    refreshes: [accountEndpoints.ownAccount],
    success: '身份验证器已停用',
    form,
  })
  const handleFinish = async (values: OwnerValues) => {
    const answer = await disable.send(values)
    if (answer.ok) onClose()
  }
  return (
    <FormModal<OwnerValues>
      form={form}
      validateTrigger="onBlur"
      onFinish={handleFinish}
      open={open}
      title="停用身份验证器"
      width={PASSWORD_DIALOG_WIDTH}
      okText="停用"
      okButtonProps={{ danger: true }}
      confirmLoading={disable.sending}
      onCancel={onClose}
    >
      <p>停用后恢复码一并作废，其他设备需要重新登录。</p>
      <PasswordItem />
      <TotpItem />
    </FormModal>
  )
}
