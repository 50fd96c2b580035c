import { Form, Input, Typography } from 'antd'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { type DialogProps, useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { ActionButton } from '#web/widgets/link-button.tsx'

type Props = { reportNo: string; link?: boolean }

/** 作废, with the reason. */
export function WithdrawButton({ reportNo, link = false }: Props) {
  const dialog = useDialog(WithdrawDialog)
  return (
    <>
      <ActionButton danger link={link} onClick={() => dialog.show({ reportNo })}>
        作废
      </ActionButton>
      {dialog.element}
    </>
  )
}

type WithdrawDialogProps = DialogProps & { reportNo: string }

function WithdrawDialog({ reportNo, open, onClose }: WithdrawDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  const { send, sending } = useSend(reportEndpoints.withdrawReport, {
    refreshes: [reportEndpoints.frozenList, reportEndpoints.frozenReport],
    success: '已作废',
    form,
  })
  const withdraw = async ({ reason }: { reason: string }) => {
    const sent = await send({ reportNo, reason })
    if (sent.ok) onClose()
  }
  return (
    <FormModal<{ reason: string }>
      form={form}
      open={open}
      title={`作废报告 ${reportNo}`}
      okText="作废"
      okButtonProps={{ danger: true }}
      confirmLoading={sending}
      onCancel={onClose}
      onFinish={(values) => void withdraw(values)}
      destroyOnHidden
    >
      <Typography.Paragraph type="secondary">
        作废后不能恢复。报告仍可按编号查看，并标明“已作废”和原因。
      </Typography.Paragraph>
      <Form.Item
        name="reason"
        label="作废原因"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：数据更正后重新出具" />
      </Form.Item>
    </FormModal>
  )
}
