import { Flex, Form, Input, Modal } from 'antd'
import { PASSWORD_DIALOG_WIDTH } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { openDialog } from '#web/core/session/dialogs.ts'
import { signOut } from '#web/core/session/session-store.ts'
import { siteConfig } from '#web/core/site.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ConfirmPasswordItem } from './confirm-password-item.tsx'
import { changePasswordFields } from './password-fields.ts'

type Values = { oldPassword: string; newPassword: string; rePassword: string }
/** Without `onCancel` the change is mandatory. */
type ChangePasswordDialogProps = { onCancel?: () => void }

export function ChangePasswordDialog({ onCancel }: ChangePasswordDialogProps) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useSend(sessionEndpoints.changePassword, { form })
  const fields = changePasswordFields(siteConfig().passwordPolicy)
  const submit = async ({ oldPassword, newPassword }: Values) => {
    const sent = await send({ oldPassword: oldPassword.trim(), newPassword: newPassword.trim() })
    if (!sent.ok) return
    signOut()
  }
  return (
    <Modal
      open
      title="修改密码"
      width={PASSWORD_DIALOG_WIDTH}
      okText="确定"
      cancelText="取消"
      confirmLoading={sending}
      onOk={() => form.submit()}
      onCancel={onCancel}
      closable={onCancel !== undefined}
      keyboard={onCancel !== undefined}
      mask={{ closable: false }}
      cancelButtonProps={{ style: { display: onCancel ? undefined : 'none' } }}
      footer={(buttons) => (
        <Flex justify={onCancel && siteConfig().sms ? 'space-between' : 'flex-end'} align="center">
          {onCancel && siteConfig().sms && (
            <LinkButton size="middle" onClick={() => openDialog('resetPassword')}>
              忘记初始密码？
            </LinkButton>
          )}
          <Flex gap="small">{buttons}</Flex>
        </Flex>
      )}
    >
      <Form
        className={layout.paddedAbove12}
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="oldPassword" label="初始密码" rules={rulesOf(fields, 'oldPassword')}>
          <Input.Password autoFocus autoComplete="current-password" placeholder="请输入初始密码" />
        </Form.Item>
        <Form.Item name="newPassword" label="新密码" rules={rulesOf(fields, 'newPassword')}>
          <Input.Password autoComplete="new-password" placeholder="请输入新密码" />
        </Form.Item>
        <ConfirmPasswordItem fields={fields} onPressEnter={form.submit} />
      </Form>
    </Modal>
  )
}
