import { Button, Space, Table, Typography } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/core/limits.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { FileSection } from '../history-parts/file-section.tsx'

type Viewer = OutputOf<typeof studentEndpoints.studentViewers>[number]

/** Who looked at this student's data, when and why. */
export function Viewers({ studentId }: { studentId: number }) {
  const viewers = useCall(studentEndpoints.studentViewers, { studentId })
  const mayAudit = useAllowed(['auditLog'])
  return (
    <FileSection
      title="查看记录"
      extra={
        <Space>
          {mayAudit && <Link to={`/authority/audit-log?studentId=${studentId}`}>在审计日志中逐条查看</Link>}
          <Button loading={viewers.isFetching} onClick={() => void viewers.refetch()}>
            刷新
          </Button>
        </Space>
      }
    >
      <Table<Viewer>
        size="middle"
        rowKey={(viewer) => `${viewer.at} ${viewer.realName} ${viewer.action}`}
        dataSource={viewers.data ?? []}
        loading={viewers.isFetching && !viewers.data}
        pagination={{
          pageSize: PAGE_SIZE_DEFAULT,
          hideOnSinglePage: true,
          showSizeChanger: false,
          showQuickJumper: true,
          showTotal: (total) => `共 ${formatNumber(total)} 条`,
        }}
        locale={{
          emptyText: viewers.error ? (
            <EmptyState
              title="查看记录加载失败"
              hint={viewers.error.message}
              action={<Button onClick={() => void viewers.refetch()}>重试</Button>}
            />
          ) : (
            <EmptyState title="还没有人查看过" hint="打开档案、查看完整信息和照片、打印都会记录在这里" />
          ),
        }}
        columns={[
          { title: '时间', dataIndex: 'at', width: 210, render: (_, visit) => visitTime(visit) },
          { title: '查看人', dataIndex: 'realName', width: 120, ellipsis: true },
          {
            title: '机构',
            dataIndex: 'orgName',
            width: 240,
            ellipsis: true,
            render: (name: string | null) => name ?? '—',
          },
          { title: '查看内容', dataIndex: 'action', width: 180 },
          {
            title: '次数',
            dataIndex: 'calls',
            width: 80,
            align: 'right',
            render: (calls: number) => <span title="这次访问向系统请求数据的次数">{calls} 次</span>,
          },
          {
            title: '原因',
            dataIndex: 'reason',
            render: (reason: string | null) =>
              reason || <Typography.Text type="secondary">—</Typography.Text>,
          },
        ]}
      />
    </FileSection>
  )
}

/** A visit that lasts says until when. */
function visitTime({ at, until }: Viewer): string {
  const [begins, ends] = [formatDateTime(at), formatDateTime(until)]
  if (begins === ends) return begins
  return `${begins} 至 ${ends.startsWith(begins.slice(0, 10)) ? ends.slice(11) : ends}`
}
