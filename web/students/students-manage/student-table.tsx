import { ReloadOutlined } from '@ant-design/icons'
import { Button, Flex, Table, type TableProps, Tooltip } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { PageQuery } from '#contract/core/envelope.ts'
import type { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { StudentPager } from './student-pager.tsx'

type Props = {
  list: {
    data: OutputOf<typeof studentEndpoints.studentPageList> | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  columns: TableProps<StudentRow>['columns']
  minWidth: number
  query: PageQuery
  onPage: (next: PageQuery, options?: { replace?: boolean }) => void
  /** Given while a filter is set. */
  onReset?: () => void
  empty: ReactNode
  title: ReactNode
  toolbar: ReactNode
  selection: { ids: number[]; onChange: (ids: number[]) => void } | null
}

/** The students of a place, a page at a time. */
export function StudentTable(props: Props) {
  const { list, query, onPage, selection } = props
  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize))
  const beyond = !list.isFetching && list.data?.list.length === 0 && query.pageNum > lastPage

  // Students may have gone since the address was made: step back to the last page there is.
  useEffect(() => {
    if (beyond) onPage({ pageNum: lastPage, pageSize: query.pageSize }, { replace: true })
  }, [beyond, lastPage, onPage, query.pageSize])

  return (
    <Panel>
      <Flex
        justify="space-between"
        align="center"
        gap="small"
        wrap
        style={{ marginBottom: 12, minHeight: 32 }}
      >
        {props.title}
        <Flex gap="small" align="center">
          {props.toolbar}
          <Tooltip title="刷新">
            <Button
              aria-label="刷新"
              icon={<ReloadOutlined />}
              loading={list.isFetching}
              onClick={() => void list.refetch()}
            />
          </Tooltip>
        </Flex>
      </Flex>
      <Table<StudentRow>
        className="student-table"
        size="small"
        columns={props.columns}
        rowKey="studentId"
        dataSource={list.data?.list ?? []}
        loading={list.isFetching}
        pagination={false}
        sticky
        scroll={{ x: props.minWidth }}
        locale={{ emptyText: <TableNote {...props} /> }}
        rowSelection={
          selection
            ? {
                selectedRowKeys: selection.ids,
                preserveSelectedRowKeys: true,
                columnWidth: 40,
                fixed: true,
                onChange: (keys) => selection.onChange(keys as number[]),
                getCheckboxProps: (row) => ({ 'aria-label': `选择${row.name}` }),
              }
            : undefined
        }
      />
      {total > 0 && (
        <StudentPager total={total} more={list.data?.more ?? false} {...query} onChange={onPage} />
      )}
    </Panel>
  )
}

function TableNote({ list, empty, onReset }: Props) {
  if (list.isFetching) return <EmptyState title="正在加载…" />
  if (list.error) {
    return (
      <EmptyState
        title="列表加载失败"
        hint={list.error.message}
        action={<Button onClick={() => void list.refetch()}>重试</Button>}
      />
    )
  }
  if (!onReset) return empty
  return (
    <EmptyState
      title="没有符合条件的学生"
      hint="证件号和学籍号须完整输入；也可以放宽或清空筛选条件"
      action={<Button onClick={onReset}>清空筛选</Button>}
    />
  )
}
