import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown, Layout, type MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { useAllowed } from '#web/core/allowed.tsx'
import { openDialog } from '#web/core/session/dialogs.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import { logOut } from './log-out.ts'
import { Logo } from './logo.tsx'
import { UnreadBell } from './unread-bell.tsx'

export function TopBar({ showTitle }: { showTitle: boolean }) {
  const navigate = useNavigate()
  const mayOpenAccount = useAllowed(['myAccountEntry'])
  const mayOpenOrg = useAllowed(['orgInformationEntry'])
  const actions: Record<string, () => void> = {
    account: () => void navigate('/account/account-management'),
    organization: () => void navigate('/account/organization-information'),
    password: () => openDialog('changePassword'),
    logout: () => void logOut(),
  }
  const items: MenuProps['items'] = [
    ...(mayOpenAccount ? [{ key: 'account', label: '我的账号' }] : []),
    ...(mayOpenOrg ? [{ key: 'organization', label: '机构信息' }] : []),
    { key: 'password', label: '修改密码' },
    { type: 'divider' },
    { key: 'logout', label: '退出登录' },
  ]
  return (
    <Layout.Header className="shell-header">
      <div className="shell-brand">
        <Logo size={32} />
        {showTitle && <span className="shell-title">{siteTitle()}</span>}
      </div>
      <UnreadBell />
      <Dropdown menu={{ items, onClick: ({ key }) => actions[key]?.() }} trigger={['click']}>
        <Button type="text" className="shell-user" icon={<UserOutlined />}>
          <Welcome />
          <DownOutlined />
        </Button>
      </Dropdown>
    </Layout.Header>
  )
}

function Welcome() {
  const { user } = useSession()
  if (!user) return null
  if (!user.orgName) return <span className="shell-welcome">您的账号未绑定机构，请联系管理员</span>
  return <span className="shell-welcome">{`欢迎您，${user.realName}（${user.orgName}）`}</span>
}
