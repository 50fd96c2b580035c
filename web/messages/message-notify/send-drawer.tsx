import { Form, Input, Typography } from 'antd'
import { useId, useRef } from 'react'
import { RoleType } from '#contract/core/codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { BODY_MAX, SendMessage, TITLE_MAX } from '#contract/messages/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { newClientKey } from '#web/core/client-key.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { formatNumber } from '#web/core/format.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { FormDrawer } from '#web/widgets/dialog/form-drawer.tsx'
import { RecipientFields, useAssignableRoles } from './recipient-fields.tsx'
import { addresseesOf, type SendValues } from './send-values.ts'

type Props = { open: boolean; onClose: () => void; onSent: () => void }

/** Writes a message and shows the number of recipients before sending. Mounted anew for each message. */
export function SendDrawer({ open, onClose, onSent }: Props) {
  const [form] = Form.useForm<SendValues>()
  const formId = useId()
  const manyOrgs = useAreaRange() !== undefined
  const ownRoles = useAssignableRoles()
  // What was changed since the last try is another message.
  const key = useRef(newClientKey())
  const values = Form.useWatch([], form) as Partial<SendValues> | undefined
  const to = values && addresseesOf(values)
  const counted = useCall(messageEndpoints.countAddressees, to ?? { roleTypes: [] }, {
    enabled: open && to !== undefined,
  })
  const { send, sending } = useSend(messageEndpoints.sendMessage, {
    refreshes: [messageEndpoints.sentPageList],
    success: false,
    form,
  })
  const count = to && !counted.isPlaceholderData ? counted.data : undefined

  const handleFinish = async (written: SendValues) => {
    const addressees = addresseesOf(written)
    if (!addressees) return
    const { title, body } = written
    const sent = await send({ ...addressees, title, body, clientKey: key.current })
    if (!sent.ok) return
    notifySuccess(`消息已发送给 ${formatNumber(sent.data.recipientCount)} 人`)
    onClose()
    onSent()
  }
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title="发送消息"
      size={600}
      formId={formId}
      okText="发送"
      sending={sending}
      disabled={count?.users === 0}
      note={<Recipients chosen={to !== undefined} failed={counted.error?.message} count={count} />}
    >
      <Form<SendValues>
        form={form}
        name={formId}
        layout="vertical"
        initialValues={
          manyOrgs ? { by: 'orgs', roleTypes: [RoleType.code.admin] } : { roleTypes: [...ownRoles] }
        }
        onValuesChange={() => {
          key.current = newClientKey()
        }}
        onFinish={handleFinish}
        scrollToFirstError
      >
        <RecipientFields />
        <Form.Item name="title" label="标题" rules={rulesOf(SendMessage, 'title')} validateTrigger="onBlur">
          <Input maxLength={TITLE_MAX} showCount autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="body"
          label="内容"
          extra="纯文本，保留换行；发送后不能撤回"
          rules={rulesOf(SendMessage, 'body')}
          validateTrigger="onBlur"
        >
          <Input.TextArea rows={8} maxLength={BODY_MAX} showCount />
        </Form.Item>
      </Form>
    </FormDrawer>
  )
}

type RecipientsProps = {
  chosen: boolean
  failed: string | undefined
  count: { users: number; orgs: number } | undefined
}

function Recipients({ chosen, failed, count }: RecipientsProps) {
  const text = () => {
    if (!chosen) return '请选择接收机构和角色'
    if (failed) return failed
    if (!count) return '正在计算接收人数…'
    if (count.users === 0) return '所选范围内没有可以接收的账号'
    return `将发送给 ${formatNumber(count.orgs)} 个机构的 ${formatNumber(count.users)} 人`
  }
  return (
    <Typography.Text type={count?.users === 0 ? 'warning' : 'secondary'} role="status">
      {text()}
    </Typography.Text>
  )
}
