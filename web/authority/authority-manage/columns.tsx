import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { AccountRow } from '#contract/authority/schemas.ts'
import { RoleType } from '#contract/core/codes.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1150

export function accountColumns(actions: (row: AccountRow) => ReactNode): TableColumnType<AccountRow>[] {
  return [
    { title: '账号', dataIndex: 'account', width: 112, fixed: 'start' },
    { title: '姓名', dataIndex: 'realName', width: 84, ellipsis: true },
    { title: '手机', dataIndex: 'phone', width: 116, render: (phone: string | null) => phone ?? '未填写' },
    {
      title: '角色',
      dataIndex: 'roleTypeName',
      width: 104,
      render: (name: string, row) =>
        row.isSuper ? <Tag color="processing">超级管理员</Tag> : <Role name={name} row={row} />,
    },
    { title: '所属机构', dataIndex: 'orgName', ellipsis: true },
    {
      title: '数据范围',
      dataIndex: 'dataRangeName',
      width: 110,
      // The smallest area says most; the full path is in the title.
      render: (name: string) => <span title={name}>{name.slice(name.lastIndexOf('-') + 1)}</span>,
    },
    { title: '状态', width: 64, render: (_, row) => <AccountStatus row={row} /> },
    {
      title: '最近登录',
      dataIndex: 'lastLoginAt',
      width: 134,
      render: (at: string | null) =>
        at ? formatDateTime(at) : <Typography.Text type="secondary">从未登录</Typography.Text>,
    },
    { title: '操作', width: 276, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

/** A teacher without classes sees no students: the account manager should see that at a glance. */
function Role({ name, row: { assignedCount, roleType } }: { name: string; row: AccountRow }) {
  if (assignedCount === null) return name
  const what = roleType === RoleType.code.gradeHead ? '年级' : '班级'
  return (
    <Flex vertical>
      {name}
      <Typography.Text
        type={assignedCount === 0 ? 'warning' : 'secondary'}
        title={assignedCount === 0 ? `登录后看不到学生，请分配${what}` : undefined}
        className={`${layout.smallText} ${layout.compactLines}`}
      >
        {assignedCount === 0 ? `未分配${what}` : `${assignedCount} 个${what}`}
      </Typography.Text>
    </Flex>
  )
}

function AccountStatus({ row }: { row: AccountRow }) {
  if (!row.enabled) return <Tag>停用</Tag>
  return row.locked ? <Tag color="error">锁定</Tag> : <Tag color="success">正常</Tag>
}
