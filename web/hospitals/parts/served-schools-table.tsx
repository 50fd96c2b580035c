import { Button, type TableColumnType, Tag } from 'antd'
import type { BindingRow } from '#contract/hospitals/schemas.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListTable, type ListTableProps } from '#web/widgets/list/list-table.tsx'
import { AREA_COLUMN, countColumn } from '#web/widgets/org/org-columns.tsx'
import { StageTags } from '#web/widgets/org/stage-tags.tsx'

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

type Props = Pick<ListTableProps<BindingRow>, 'list' | 'query' | 'onPage' | 'title' | 'toolbar'> & {
  bound: BoundFilter
  searching: boolean
  chosen: readonly BindingRow[]
  /** Given to those who may bind; what is chosen stays while one turns pages. */
  onChoose?: (rows: readonly BindingRow[]) => void
  /** Leads to the schools that can be bound. */
  onChooseSchools: () => void
}

export function ServedSchoolsTable({ bound, searching, chosen, onChoose, onChooseSchools, ...table }: Props) {
  return (
    <ListTable<BindingRow>
      {...table}
      size="small"
      columns={onChoose ? [...COLUMNS, BOUND_COLUMN] : COLUMNS}
      rowKey="schoolId"
      selection={onChoose && { chosen, onChange: onChoose, nameOf: ({ schoolName }) => schoolName }}
      empty={<NoSchools {...{ bound, searching, onChooseSchools }} mayBind={onChoose !== undefined} />}
    />
  )
}

type NoSchoolsProps = Pick<Props, 'bound' | 'searching' | 'onChooseSchools'> & { mayBind: boolean }

function NoSchools({ bound, searching, onChooseSchools, mayBind }: NoSchoolsProps) {
  if (searching) return <EmptyState title="没有符合的学校" hint="请换个名称" />
  if (bound === '1') {
    return (
      <EmptyState
        title="还没有服务的学校"
        hint={mayBind ? '从未绑定的学校中选择' : '由主管部门绑定后在此显示'}
        action={mayBind && <Button onClick={onChooseSchools}>选择学校</Button>}
      />
    )
  }
  return <EmptyState title={bound === '0' ? '数据范围内的学校都已绑定' : '数据范围内还没有学校'} />
}
