import { Button, Drawer, Skeleton, Table, type TableColumnType } from 'antd'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessRankingRow } from '#contract/assessment/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'

type Props = { planId: number; planName: string; orgId: number; open: boolean; onClose: () => void }

const COLUMNS: TableColumnType<AssessRankingRow>[] = [
  {
    title: '名次',
    dataIndex: 'place',
    width: 72,
    align: 'right',
    render: (place: number | null) => place ?? '—',
  },
  { title: '单位', dataIndex: 'orgName' },
  {
    title: '总分',
    width: 96,
    align: 'right',
    render: (_, { total, missed }) => (total === null ? (missed ? '未申报' : '—') : formatNumber(total)),
  },
  { title: '等次', dataIndex: 'grade', width: 88, render: (grade: string | null) => grade ?? '—' },
]

/** What was published to all units of a plan. */
export function RankingDrawer({ planId, planName, orgId, open, onClose }: Props) {
  const ranking = useCall(assessmentEndpoints.assessRanking, { planId }, { enabled: open })
  return (
    <Drawer open={open} onClose={onClose} size={560} title={`${planName}名次`}>
      {ranking.data ? (
        <Table<AssessRankingRow>
          size="small"
          rowKey="orgId"
          columns={COLUMNS}
          dataSource={ranking.data.rows}
          pagination={false}
          onRow={(row) => ({ 'aria-current': row.orgId === orgId ? 'true' : undefined })}
        />
      ) : ranking.error ? (
        <EmptyState
          title="名次没有读到"
          hint={ranking.error.message}
          action={<Button onClick={() => void ranking.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}
