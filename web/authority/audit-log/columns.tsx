import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import { type AuditRow, AuditWhole } from '#contract/audit/schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1080

export function auditColumns(manyOrgs: boolean): TableColumnType<AuditRow>[] {
  const orgName: TableColumnType<AuditRow> = {
    title: '机构',
    dataIndex: 'orgName',
    width: 160,
    ellipsis: true,
    render: (name: string | null) => name ?? '—',
  }
  return [
    { title: '时间', dataIndex: 'at', width: 136, render: formatDateTime },
    { title: '账号', width: 112, render: (_, row) => <Actor row={row} /> },
    // Where all rows are of one organisation it says nothing.
    ...(manyOrgs ? [orgName] : []),
    { title: '操作', dataIndex: 'action', width: 200, ellipsis: true },
    { title: '对象', render: (_, row) => <AuditObject row={row} /> },
    { title: '结果', width: 164, render: (_, row) => <Result row={row} /> },
    { title: '来源地址', dataIndex: 'ip', width: 116, ellipsis: true },
  ]
}

function Actor({ row: { account, realName } }: { row: AuditRow }) {
  if (account === null) return <Typography.Text type="secondary">系统或设备</Typography.Text>
  return <TwoLines first={realName ?? account} second={realName === null ? null : account} />
}

function AuditObject({ row: { objectType, object, whole, note } }: { row: AuditRow }) {
  const about = [objectType, object].filter(Boolean).join('：')
  const lines = <TwoLines first={about || '—'} second={note} />
  if (whole === null) return lines
  return (
    <Flex gap="small" align="center">
      <Tag color="warning">{AuditWhole.label(whole)}</Tag>
      {lines}
    </Flex>
  )
}

function Result({ row: { success, result } }: { row: AuditRow }) {
  if (success) return <Tag color="success">成功</Tag>
  return (
    <Typography.Text type="danger" ellipsis={{ tooltip: result }}>
      {result}
    </Typography.Text>
  )
}

function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <Flex vertical className={layout.compactLines}>
      <Typography.Text ellipsis={{ tooltip: first }}>{first}</Typography.Text>
      {second && (
        <Typography.Text type="secondary" ellipsis={{ tooltip: second }} className={layout.smallText}>
          {second}
        </Typography.Text>
      )}
    </Flex>
  )
}
