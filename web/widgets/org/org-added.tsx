import { CheckCircleFilled } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { Allowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import styles from './org.module.css'

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
  return (
    <Flex vertical align="center" gap="middle" role="status" className={styles.added}>
      <CheckCircleFilled aria-hidden className={styles.addedIcon} />
      <Typography.Text strong className={layout.text16}>
        “{orgName}”已新增，待审核
      </Typography.Text>
      <Typography.Text type="secondary" className={layout.atMost360}>
        新增的{noun}在“审核管理”中审核。通过之前在列表中显示为“待审核”，其账号不能登录。
      </Typography.Text>
      <Flex gap="small" align="center" className={layout.above8}>
        <Allowed any={['approveOrgs']}>
          <Link to={WAITING} onClick={onClose} className={layout.after8}>
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
