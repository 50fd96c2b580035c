import { Modal, Typography } from 'antd'
import { useState } from 'react'
import { PASSWORD_DIALOG_WIDTH } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { signOut } from '#web/core/session/session-store.ts'
import { ResetNewPassword } from './reset-new-password.tsx'
import { type PhoneProof, ResetVerifyPhone } from './reset-verify-phone.tsx'

/** Sets a new password by the code sent to the phone, in two steps (spec §4 "Password reset dialog"). */
export function ResetPasswordDialog({ onCancel }: { onCancel: () => void }) {
  const [proof, setProof] = useState<PhoneProof | null>(null)
  const reset = useSend(sessionEndpoints.resetPassword, { success: '密码修改成功，请重新登录' })
  const save = async (newPassword: string) => {
    if (proof && (await reset.send({ ...proof, newPassword })).ok) signOut()
  }
  return (
    <Modal
      open
      title="重置密码"
      width={PASSWORD_DIALOG_WIDTH}
      footer={null}
      mask={{ closable: false }}
      onCancel={onCancel}
    >
      <Typography.Paragraph type="secondary">
        {proof ? '第 2 步，共 2 步：设置新密码' : '第 1 步，共 2 步：验证手机'}
      </Typography.Paragraph>
      {proof ? (
        <ResetNewPassword saving={reset.sending} onSave={(password) => void save(password)} />
      ) : (
        <ResetVerifyPhone onVerified={setProof} />
      )}
    </Modal>
  )
}
