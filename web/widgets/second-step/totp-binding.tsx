import { Button, Flex, Form, Input, QRCode, Typography } from 'antd'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { otpauthUri } from '#contract/session/otpauth.ts'
import { ConfirmTotpInput } from '#contract/session/second-step.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import styles from './second-step.module.css'

const QR_SIZE = 200
type Values = { totpCode: string }
type Props = {
  secret: string
  /** What shows the account's second step and is read again. */
  refreshes?: Endpoint[]
  onBound: (recoveryCodes: string[]) => void
}

/** The secret as a picture and as text, and the first code that shows that the authenticator has it. */
export function TotpBinding({ secret, refreshes, onBound }: Props) {
  const account = useSession().user?.account ?? ''
  const [form] = Form.useForm<Values>()
  const confirm = useSend(sessionEndpoints.confirmTotp, { form, refreshes, success: false })
  const handleFinish = async ({ totpCode }: Values) => {
    const answer = await confirm.send({ totpCode })
    if (answer.ok) onBound(answer.data.recoveryCodes)
  }
  return (
    <Flex gap="large" align="flex-start" className={styles.binding}>
      <QRCode
        type="svg"
        size={QR_SIZE}
        value={otpauthUri({ secret, account, issuer: siteTitle() })}
        aria-label="身份验证器扫描用的二维码"
        role="img"
      />
      <Form form={form} layout="vertical" onFinish={handleFinish} className={styles.bindingForm}>
        <Typography.Paragraph>
          用手机上的身份验证器（如 Microsoft Authenticator、Google Authenticator、腾讯身份验证器）扫描二维码。
        </Typography.Paragraph>
        <Typography.Paragraph type="secondary">
          不能扫码时，在身份验证器里手动输入密钥：
          <Typography.Text code copyable={{ text: secret }} className={styles.secret}>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Typography.Text>
        </Typography.Paragraph>
        <Form.Item
          name="totpCode"
          label="身份验证器上显示的6位数字"
          rules={rulesOf(ConfirmTotpInput, 'totpCode')}
        >
          <Input
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            placeholder="请输入动态验证码"
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={confirm.sending}>
          启用
        </Button>
      </Form>
    </Flex>
  )
}
