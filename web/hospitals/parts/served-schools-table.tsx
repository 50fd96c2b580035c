import { Button, Table, type TableColumnType, Tag } from 'antd'
import type { Page } from '#contract/core/envelope.ts'
import type { BindingRow } from '#contract/hospitals/schemas.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AREA_COLUMN, countColumn } from '#web/widgets/org-columns.tsx'
import { StageTags } from '#web/widgets/stage-tags.tsx'

export const BOUND_OPTIONS = [
  { value: '1', label: '已绑定' },
  { value: '0', label: '未绑定' },
  { value: 'all', label: '全部' },
] as const
export type BoundFilter = (typeof BOUND_OPTIONS)[number]['value']

const COLUMNS: TableColumnType<BindingRow>[] = [
  { title: '学校名称', dataIndex: 'schoolName', ellipsis: true },
  AREA_COLUMN,
  { title: '学段', width: 140, render: (_, row) => <StageTags stages={row.stages} /> },
  countColumn<BindingRow>('学生数', 'studentCount', 88),
]
const BOUND_COLUMN: TableColumnType<BindingRow> = {
  title: '状态',
  dataIndex: 'bound',
  width: 84,
  render: (bound: boolean) => (bound ? <Tag color="success">已绑定</Tag> : <Tag>未绑定</Tag>),
}

type Props = {
  list: {
    data: Page<BindingRow> | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  bound: BoundFilter
  searching: boolean
  chosen: BindingRow[]
  /** Given to those who may bind; what is chosen stays while one turns pages. */
  onChoose?: (rows: BindingRow[]) => void
  /** Leads to the schools that can be bound. */
  onOffer: () => void
}

export function ServedSchoolsTable(props: Props) {
  const { list, chosen, onChoose } = props
  return (
    <Table<BindingRow>
      size="small"
      columns={onChoose ? [...COLUMNS, BOUND_COLUMN] : COLUMNS}
      rowKey="schoolId"
      dataSource={list.data?.list ?? []}
      loading={list.isFetching}
      pagination={false}
      rowSelection={
        onChoose && {
          selectedRowKeys: chosen.map(({ schoolId }) => schoolId),
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => onChoose(rows),
          getCheckboxProps: ({ schoolName }) => ({ 'aria-label': `选择${schoolName}` }),
        }
      }
      locale={{ emptyText: <TableNote {...props} /> }}
    />
  )
}

function TableNote({ list, bound, searching, onChoose, onOffer }: Props) {
  if (list.isFetching) return <EmptyState title="正在加载…" />
  if (list.error) {
    return (
      <EmptyState
        title="列表加载失败"
        hint={list.error instanceof Error ? list.error.message : undefined}
        action={<Button onClick={() => void list.refetch()}>重试</Button>}
      />
    )
  }
  if (searching) return <EmptyState title="没有符合的学校" hint="请换个名称" />
  if (bound === '1') {
    return (
      <EmptyState
        title="还没有服务的学校"
        hint={onChoose ? '从未绑定的学校中选择' : '由主管部门绑定后在此显示'}
        action={onChoose && <Button onClick={onOffer}>选择学校</Button>}
      />
    )
  }
  return <EmptyState title={bound === '0' ? '数据范围内的学校都已绑定' : '数据范围内还没有学校'} />
}
