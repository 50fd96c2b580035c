import { Alert, Typography } from 'antd'
import layout from '#web/core/layout.module.css'
import { SecretDialog } from '#web/widgets/dialog/secret-dialog.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'

export type IssuedPassword = {
  account: string
  realName: string
  password: string
  validHours: number
  isNew: boolean
  /** A teacher sees nobody until classes are assigned. */
  needsClasses?: boolean
}

export function OneTimePasswordDialog({ issued, ...dialog }: DialogProps & { issued: IssuedPassword }) {
  const { account, realName, password, validHours, isNew, needsClasses } = issued
  return (
    <SecretDialog
      {...dialog}
      title={isNew ? '账号已新增' : '密码已重置'}
      width={460}
      warning={{
        title: '此密码只显示这一次',
        description: `请转交本人。${validHours} 小时内有效，首次登录时必须修改；过期未用请重新重置。`,
      }}
      items={[
        { key: 'account', label: '账号', children: `${account}（${realName}）` },
        {
          key: 'password',
          label: '一次性密码',
          children: (
            <Typography.Text code className={layout.text16}>
              {password}
            </Typography.Text>
          ),
        },
      ]}
      copy={{ label: '复制账号和密码', text: `账号：${account}\n一次性密码：${password}` }}
    >
      {needsClasses && (
        <Alert
          type="info"
          showIcon
          title="未分配班级，登录后看不到学生"
          description="关闭后请在列表中点该账号的“班级”分配。"
          className={layout.above12}
        />
      )}
    </SecretDialog>
  )
}
