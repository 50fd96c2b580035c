import { Card, Table, Tag } from 'antd'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'

type SignIn = OwnAccount['signIns'][number]

/** Names of the audit entries about signing in. */
const ACTIONS: Readonly<Record<string, string>> = {
  'session.login': '账号密码登录',
  'session.loginBySms': '短信验证码登录',
  'session.logout': '退出登录',
  'password.change': '修改密码',
  'password.reset': '短信重置密码',
}

export function SignInsCard({ signIns }: { signIns: readonly SignIn[] }) {
  return (
    <Card title="最近登录记录" variant="borderless">
      <Table<SignIn>
        size="small"
        pagination={false}
        rowKey={(signIn) => `${signIn.at} ${signIn.action}`}
        dataSource={signIns}
        locale={{ emptyText: <EmptyState title="暂无登录记录" hint="下次登录后在此显示" /> }}
        columns={[
          { title: '时间', dataIndex: 'at', width: 180, render: formatDateTime },
          { title: '方式', dataIndex: 'action', render: (action: string) => ACTIONS[action] ?? action },
          { title: '网络地址', dataIndex: 'address', width: 180 },
          {
            title: '结果',
            dataIndex: 'success',
            width: 180,
            render: (success: boolean) =>
              success ? <Tag color="success">成功</Tag> : <Tag color="error">失败</Tag>,
          },
        ]}
      />
    </Card>
  )
}
