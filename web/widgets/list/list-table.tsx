import { Button, Flex, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import type { Page, PageQuery } from '#contract/core/envelope.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '../empty-state.tsx'
import { Pagination } from './pagination.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { type RowSelection, SelectPage, selectColumn } from './select-rows.tsx'
import { useLastPage } from './use-last-page.ts'

export type ListTableProps<Row> = {
  columns: NonNullable<TableProps<Row>['columns']>
  rowKey: keyof Row & string
  /** The result of `useCall` on a paged endpoint; `more` says that there are more than `total`. */
  list: {
    data: (Page<Row> & { more?: boolean }) | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** The current page, and how to change it. */
  query: PageQuery
  onPage: (next: PageQuery, options?: { replace?: boolean }) => void
  /** Shown in place of rows where there are none at all. */
  empty: ReactNode
  /** Given while a filter is set: clears them all. */
  onReset?: () => void
  /** The note where no row matches the filters. */
  unmatched?: { title: string; hint: string }
  /** Above the table, at the left. */
  title?: ReactNode
  /** Buttons above the table, at the right. */
  toolbar?: ReactNode
  /** Rows can be ticked to do something with several at once. */
  selection?: RowSelection<Row>
  /** Key of the column to sort by; undefined for the usual order. */
  onSort?: (key: string | undefined) => void
  /** Width from which on the table scrolls sideways. */
  minWidth?: number
  size?: 'small' | 'middle'
}

/** A table that is read page by page, with its toolbar and pagination. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { list, rowKey, columns, query, onPage, selection, onSort } = props
  const rows = list.data?.list ?? []
  const total = list.data?.total ?? 0
  useLastPage(list, query, onPage)
  return (
    <>
      <Flex align="center" gap="small" wrap className={layout.below12}>
        <Flex gap="small" align="center" wrap className={layout.tall32}>
          {selection && <SelectPage selection={selection} page={rows} rowKey={rowKey} />}
          {props.title}
        </Flex>
        <Flex gap="small" align="center" className={layout.toTheEnd}>
          {props.toolbar}
          <RefreshButton loading={list.isFetching} onClick={() => void list.refetch()} />
        </Flex>
      </Flex>
      <Table<Row>
        size={props.size ?? 'middle'}
        columns={selection ? [selectColumn(selection, rowKey), ...columns] : columns}
        rowKey={rowKey}
        dataSource={rows}
        loading={list.isFetching}
        pagination={false}
        sticky
        scroll={props.minWidth ? { x: props.minWidth } : undefined}
        locale={{ emptyText: <TableNote {...props} /> }}
        onChange={(_pages, _filters, sorter) => {
          const { order, columnKey } = Array.isArray(sorter) ? {} : sorter
          onSort?.(order ? String(columnKey) : undefined)
        }}
      />
      {total > 0 && (
        <div className={layout.above16}>
          <Pagination
            total={total}
            more={list.data?.more}
            pageNum={query.pageNum}
            pageSize={query.pageSize}
            onChange={onPage}
          />
        </div>
      )}
    </>
  )
}

const UNMATCHED = { title: '没有符合条件的数据', hint: '请放宽或清空筛选条件' }

function TableNote<Row>({ list, empty, onReset, unmatched = UNMATCHED }: ListTableProps<Row>) {
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
  if (!onReset) return empty
  return <EmptyState {...unmatched} action={<Button onClick={onReset}>清空筛选</Button>} />
}
