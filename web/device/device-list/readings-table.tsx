import { Table, type TableColumnType, Tag, Typography } from 'antd'
import type { DeviceDetail } from '#contract/device/schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'

type Row = DeviceDetail['recent'][number]

const OUTCOMES: Record<Row['outcome'], { label: string; color?: string }> = {
  taken: { label: '已采用', color: 'success' },
  same: { label: '与已有结果一致' },
  conflict: { label: '不一致，待处理', color: 'warning' },
  refused: { label: '未采用', color: 'error' },
}

const COLUMNS: TableColumnType<Row>[] = [
  { title: '上传时间', dataIndex: 'at', width: 134, render: formatDateTime },
  { title: '编号', dataIndex: 'readingNo', width: 130, ellipsis: true },
  { title: '学校', dataIndex: 'schoolName', ellipsis: true, render: (name: string | null) => name ?? '—' },
  { title: '学生', dataIndex: 'studentName', width: 90, render: (name: string | null) => name ?? '—' },
  { title: '结果', width: 240, render: (_, row) => <Outcome row={row} /> },
]

/** The latest readings and what became of each. */
export function ReadingsTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table<Row>
      size="small"
      pagination={false}
      rowKey="readingNo"
      columns={COLUMNS}
      dataSource={[...rows]}
      locale={{
        emptyText: (
          <EmptyState title="还没有上传过数据" hint="把上传地址、密钥编号和密钥写入设备后即可上传" />
        ),
      }}
    />
  )
}

function Outcome({ row: { outcome, message } }: { row: Row }) {
  const { label, color } = OUTCOMES[outcome]
  return (
    <>
      <Tag color={color}>{label}</Tag>
      {message && <Typography.Text type="secondary">{message}</Typography.Text>}
    </>
  )
}
