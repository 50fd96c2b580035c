import { Button, Flex, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import { type ApprovalKind, type ApprovalRow, Decide } from '#contract/approvals/schemas.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { refuseWordOf, useDecide } from './use-decide.ts'

const TITLES_SHOWN = 10

type Props = DialogProps & { kind: ApprovalKind; rows: readonly ApprovalRow[] }

/** Several applications, one decision: all of them or none. `rows` lose what somebody else decides meanwhile. */
export function BatchDialog({ open, kind, rows, onClose }: Props) {
  const [form] = Form.useForm<{ reason?: string }>()
  const { decide, deciding } = useDecide(kind)
  const [passing, setPassing] = useState(true)

  const handleDecide = async (passed: boolean) => {
    const reason = String(form.getFieldValue('reason') ?? '').trim()
    const fault = Decide.shape.reason.safeParse(reason).error?.issues[0]?.message
    if (fault || (!passed && !reason)) {
      form.setFields([{ name: 'reason', errors: [fault ?? MESSAGES.reasonRequired[0]] }])
      return
    }
    setPassing(passed)
    const ids = rows.map(({ approvalId }) => approvalId)
    if (await decide(ids, { passed, reason: reason || undefined })) onClose()
  }
  return (
    <PageModal
      open={open && rows.length > 0}
      title={`审批所选 ${rows.length} 项申请`}
      width={480}
      onCancel={onClose}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={onClose}>取消</Button>
          <Button
            danger
            loading={deciding && !passing}
            disabled={deciding}
            onClick={() => void handleDecide(false)}
          >
            全部{refuseWordOf(kind)}
          </Button>
          <Button
            type="primary"
            loading={deciding && passing}
            disabled={deciding}
            onClick={() => void handleDecide(true)}
          >
            全部通过
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap="middle" className={layout.around12}>
        <ul className={layout.bullets}>
          {rows.slice(0, TITLES_SHOWN).map(({ approvalId, title }) => (
            <li key={approvalId}>{title}</li>
          ))}
        </ul>
        {rows.length > TITLES_SHOWN && (
          <Typography.Text type="secondary">以及另外 {rows.length - TITLES_SHOWN} 项</Typography.Text>
        )}
        <Form form={form} layout="vertical">
          <Form.Item
            name="reason"
            label="审批意见"
            extra={`${refuseWordOf(kind)}时必填；其中一项不能处理时，全部不生效`}
          >
            <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
          </Form.Item>
        </Form>
      </Flex>
    </PageModal>
  )
}
