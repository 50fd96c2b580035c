import { CheckCircleFilled } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { AddedOrg } from '#contract/orgs/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import styles from './org.module.css'

/** Where organisations that wait are decided upon. */
const WAITING = '/approve/approve-list?kind=org&status=0'
const ACCOUNTS = '/authority/authority-manage'

type Props = {
  /** What kind of organisation it is, as people call it. */
  noun: string
  orgName: string
  org: AddedOrg
  onMore: () => void
  onClose: () => void
}

/** What follows after adding: a body above has to approve it first, or its first account can be made. */
export function OrgAdded({ noun, orgName, org: { orgId, status }, onMore, onClose }: Props) {
  const approved = status === ApprovalStatus.code.passed
  return (
    <Flex vertical align="center" gap="middle" role="status" className={styles.added}>
      <CheckCircleFilled aria-hidden className={styles.addedIcon} />
      <Typography.Text strong className={layout.text16}>
        “{orgName}”已新增，{approved ? '可以使用' : '待审核'}
      </Typography.Text>
      <Typography.Text type="secondary" className={layout.atMost360}>
        {approved
          ? '由您所在的审核部门新增，无需另行审核。接下来在“权限管理”中为它新增管理员账号。'
          : `新增的${noun}由上级部门在“审核管理”中审核。通过之前在列表中显示为“待审核”，其账号不能登录。`}
      </Typography.Text>
      <Flex gap="small" align="center" className={layout.above8}>
        {approved ? (
          <Allowed any={['accountAdd']}>
            <Link to={`${ACCOUNTS}?orgId=${orgId}`} onClick={onClose} className={layout.after8}>
              去新增账号
            </Link>
          </Allowed>
        ) : (
          <Allowed any={['approveOrgs']}>
            <Link to={WAITING} onClick={onClose} className={layout.after8}>
              去审核管理
            </Link>
          </Allowed>
        )}
        <Button onClick={onMore}>继续新增</Button>
        <Button type="primary" autoFocus onClick={onClose}>
          完成
        </Button>
      </Flex>
    </Flex>
  )
}
