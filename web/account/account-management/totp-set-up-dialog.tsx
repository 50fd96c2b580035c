import { Button, Flex, Form, Steps } from 'antd'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { RecoveryCodes } from '#web/widgets/second-step/recovery-codes.tsx'
import { TotpBinding } from '#web/widgets/second-step/totp-binding.tsx'
import { type OwnerValues, PasswordItem, TotpItem } from './owner-items.tsx'

const STEPS = ['确认本人', '绑定身份验证器', '保存恢复码'].map((title) => ({ title }))
const WIDTH = 640

/** Password, device, recovery codes; where it replaces a device, a code of that one is asked for as well. */
export function TotpSetUpDialog({ open, onClose, onClosed, replaces }: DialogProps & { replaces: boolean }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = () => {
    notifySuccess('身份验证器已启用')
    onClose()
  }
  return (
    <PageModal
      open={open}
      title={replaces ? '更换身份验证器' : '启用身份验证器'}
      width={WIDTH}
      footer={null}
      closable={codes === null}
      keyboard={codes === null}
      onCancel={onClose}
      afterClose={onClosed}
      destroyOnHidden
    >
      <Steps
        size="small"
        current={codes ? 2 : secret ? 1 : 0}
        items={STEPS}
        className={`${layout.above12} ${layout.below16}`}
      />
      {codes && <RecoveryCodes codes={codes} doneLabel="我已保存，完成" onDone={done} />}
      {!codes && secret && (
        <TotpBinding secret={secret} refreshes={[accountEndpoints.ownAccount]} onBound={setCodes} />
      )}
      {!codes && !secret && <OwnerStep replaces={replaces} onSecret={setSecret} />}
    </PageModal>
  )
}

function OwnerStep({ replaces, onSecret }: { replaces: boolean; onSecret: (secret: string) => void }) {
  const [form] = Form.useForm<OwnerValues>()
  const start = useSend(sessionEndpoints.startTotp, { form, success: false })
  const handleFinish = async (values: OwnerValues) => {
    const answer = await start.send(values)
    if (answer.ok) onSecret(answer.data.secret)
  }
  return (
    <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={handleFinish}>
      <PasswordItem />
      {replaces && <TotpItem label="原身份验证器上的动态验证码，或一个恢复码" />}
      <Flex justify="flex-end">
        <Button type="primary" htmlType="submit" loading={start.sending}>
          下一步
        </Button>
      </Flex>
    </Form>
  )
}
