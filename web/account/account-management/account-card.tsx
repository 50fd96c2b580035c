import { Button, Card, Descriptions, Flex, Tag } from 'antd'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { PASSWORD_REMINDER_DAYS } from '#contract/core/limits.ts'
import { formatDate } from '#web/core/format.ts'
import { openDialog } from '#web/core/session/dialogs.ts'
import { siteConfig } from '#web/core/site.ts'

export function AccountCard({ account, onChangePhone }: { account: OwnAccount; onChangePhone: () => void }) {
  return (
    <Card
      title="我的账号"
      variant="borderless"
      extra={
        <Flex gap="small">
          {siteConfig().sms && <Button onClick={onChangePhone}>更换手机</Button>}
          <Button type="primary" onClick={() => openDialog('changePassword')}>
            修改密码
          </Button>
        </Flex>
      }
    >
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'name', label: '姓名', children: account.realName },
          { key: 'account', label: '账号', children: account.account },
          { key: 'phone', label: '手机', children: <Phone phone={account.phone} /> },
          { key: 'role', label: '角色', children: account.roleTypeName },
          { key: 'org', label: '所属机构', children: account.orgName ?? '未绑定机构' },
          { key: 'range', label: '数据范围', children: account.dataRangeName },
          {
            key: 'password',
            label: '密码有效期',
            children: <PasswordDays days={account.passwordRemainingDays} />,
          },
          { key: 'changed', label: '上次修改密码', children: formatDate(account.passwordChangedAt) },
          { key: 'created', label: '账号创建于', children: formatDate(account.createdAt) },
        ]}
      />
    </Card>
  )
}

function Phone({ phone }: Pick<OwnAccount, 'phone'>) {
  if (siteConfig().sms) return phone ?? '未填写'
  return `${phone ?? '未填写'}（没有开通短信，更换请联系管理员）`
}

function PasswordDays({ days }: { days: number }) {
  if (days <= 0) return <Tag color="error">已过期，请立即修改</Tag>
  if (days <= PASSWORD_REMINDER_DAYS) return <Tag color="warning">还剩 {days} 天，请尽快修改</Tag>
  return <Tag color="success">还剩 {days} 天</Tag>
}
