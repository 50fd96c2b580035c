import { Button, Card, Descriptions, Flex, Tag } from 'antd'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { formatDate } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'

type State = OwnAccount['secondStep']

const SetUpDialog = lazyPart(async () => (await import('./totp-set-up-dialog.tsx')).TotpSetUpDialog)
const RenewDialog = lazyPart(async () => (await import('./renew-codes-dialog.tsx')).RenewCodesDialog)
const DisableDialog = lazyPart(async () => (await import('./disable-totp-dialog.tsx')).DisableTotpDialog)

/** Below this it is time for new ones. */
const FEW_CODES = 3

/** How signing in is secured in addition to the password, and what its owner can do about it. */
export function SecondStepCard({ state }: { state: State }) {
  const setUp = useDialog(SetUpDialog)
  const renew = useDialog(RenewDialog)
  const disable = useDialog(DisableDialog)
  const enrolled = state.totpSince !== null
  return (
    <Card
      title="登录的二次验证"
      variant="borderless"
      extra={
        enrolled ? (
          <Flex gap="small">
            <Button onClick={() => renew.show()}>重新生成恢复码</Button>
            <Button onClick={() => setUp.show({ replaces: true })}>更换设备</Button>
            <Button danger onClick={() => disable.show()}>
              停用
            </Button>
          </Flex>
        ) : (
          <Button type="primary" onClick={() => setUp.show({ replaces: false })}>
            启用身份验证器
          </Button>
        )
      }
    >
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'asks', label: '登录时', children: <Asks state={state} /> },
          { key: 'demanded', label: '平台要求', children: state.demanded ? '必须使用二次验证' : '自愿使用' },
          {
            key: 'since',
            label: '身份验证器',
            children: state.totpSince ? `${formatDate(state.totpSince)} 启用` : '未启用',
          },
          ...(enrolled
            ? [{ key: 'codes', label: '恢复码', children: <CodesLeft left={state.recoveryCodesLeft} /> }]
            : []),
        ]}
      />
      {setUp.element}
      {renew.element}
      {disable.element}
    </Card>
  )
}

function Asks({ state: { asks } }: { state: State }) {
  if (asks === 'totp') return <Tag color="success">密码和动态验证码</Tag>
  if (asks === 'sms') return <Tag color="success">密码和短信验证码</Tag>
  if (asks === 'enrol') return <Tag color="warning">下次登录时须设置</Tag>
  return <Tag>只要密码</Tag>
}

function CodesLeft({ left }: { left: number }) {
  if (left > FEW_CODES) return `还剩 ${left} 个`
  return <Tag color="warning">还剩 {left} 个，请重新生成</Tag>
}
