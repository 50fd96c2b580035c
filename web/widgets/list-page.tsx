import { ReloadOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Table, type TableProps, Tooltip } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { Page, PageQuery } from '#contract/core/envelope.ts'
import { EmptyState } from './empty-state.tsx'
import { Pagination } from './pagination.tsx'
import { Panel } from './panel.tsx'

type Props<Row> = {
  /** `Form.Item`s, side by side. */
  filters?: ReactNode
  /** Given while a filter is set: offers to clear them all. */
  onReset?: () => void
  /** Buttons above the table, at the right. */
  toolbar?: ReactNode
  title?: ReactNode
  columns: TableProps<Row>['columns']
  rowKey: keyof Row & string
  /** The result of `useCall` on a paged endpoint. */
  list: {
    data: Page<Row> | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** The page held in the address, and how to change it there. */
  query: PageQuery
  onPage: (next: PageQuery, options?: { replace?: boolean }) => void
  empty: { title: string; hint?: ReactNode; action?: ReactNode }
  /** Width from which on the table scrolls sideways. */
  minWidth?: number
}

/** Filters, table and pagination of every list screen; the state lives in the address (product §4). */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { list, query, onPage } = props
  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize))
  const beyond = !list.isFetching && list.data?.list.length === 0 && query.pageNum > lastPage

  // Rows may have gone since the address was made: step back to the last page there is.
  useEffect(() => {
    if (beyond) onPage({ pageNum: lastPage, pageSize: query.pageSize }, { replace: true })
  }, [beyond, lastPage, onPage, query.pageSize])

  return (
    <Flex vertical gap="middle">
      {props.filters && (
        <Panel tight>
          <Form layout="inline" component="search" style={{ rowGap: 12, paddingBottom: 8 }}>
            {props.filters}
            {props.onReset && (
              <Button type="link" onClick={props.onReset}>
                清空筛选
              </Button>
            )}
          </Form>
        </Panel>
      )}
      <Panel>
        <Flex justify="space-between" align="center" gap="small" wrap style={{ marginBottom: 12 }}>
          <div>{props.title}</div>
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
        <Table<Row>
          size="middle"
          columns={props.columns}
          rowKey={props.rowKey}
          dataSource={list.data?.list ?? []}
          loading={list.isFetching}
          pagination={false}
          sticky
          scroll={props.minWidth ? { x: props.minWidth } : undefined}
          locale={{ emptyText: <TableNote {...props} /> }}
        />
        {total > 0 && (
          <div style={{ marginTop: 16 }}>
            <Pagination total={total} {...query} onChange={onPage} />
          </div>
        )}
      </Panel>
    </Flex>
  )
}

function TableNote<Row>({ list, empty, onReset }: Props<Row>) {
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
  if (onReset) {
    return (
      <EmptyState
        title="没有符合条件的数据"
        hint="请放宽或清空筛选条件"
        action={<Button onClick={onReset}>清空筛选</Button>}
      />
    )
  }
  return <EmptyState {...empty} />
}
