import { CheckCircleFilled } from '@ant-design/icons'
import { Button, Flex, Typography, theme } from 'antd'
import { Link } from 'react-router'
import { Allowed } from '#web/core/allowed.tsx'

/** Where organisations that wait are decided upon. */
const WAITING = '/approve/approve-list?kind=org&status=0'

type Props = {
  /** What kind of organisation it is, as people call it. */
  noun: string
  orgName: string
  onMore: () => void
  onClose: () => void
}

/** What follows after adding: somebody has to approve it first. */
export function OrgAdded({ noun, orgName, onMore, onClose }: Props) {
  const { token } = theme.useToken()
  return (
    <Flex
      vertical
      align="center"
      gap="middle"
      role="status"
      style={{ paddingBlock: 48, textAlign: 'center' }}
    >
      <CheckCircleFilled aria-hidden style={{ fontSize: 48, color: token.colorSuccess }} />
      <Typography.Text strong style={{ fontSize: 16 }}>
        “{orgName}”已新增，待审核
      </Typography.Text>
      <Typography.Text type="secondary" style={{ maxWidth: 360 }}>
        新增的{noun}在“审核管理”中审核。通过之前在列表中显示为“待审核”，其账号不能登录。
      </Typography.Text>
      <Flex gap="small" align="center" style={{ marginTop: 8 }}>
        <Allowed any={['approveOrgs']}>
          <Link to={WAITING} onClick={onClose} style={{ marginInlineEnd: 8 }}>
            去审核管理
          </Link>
        </Allowed>
        <Button onClick={onMore}>继续新增</Button>
        <Button type="primary" autoFocus onClick={onClose}>
          完成
        </Button>
      </Flex>
    </Flex>
  )
}
