import { Button, Flex, Form } from 'antd'
import type { ReactNode } from 'react'
import layout from '#web/core/layout.module.css'
import { Panel } from '../panel.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'

export type ListPageProps<Row> = ListTableProps<Row> & {
  /** `Form.Item`s, side by side. */
  filters?: ReactNode
  /** Figures of what is listed, in a box of their own. */
  summary?: ReactNode
}

/** Filters, table and pagination of every list screen; the state lives in the address. */
export function ListPage<Row extends object>({ filters, summary, ...table }: ListPageProps<Row>) {
  return (
    <Flex vertical gap="middle">
      {summary}
      {filters && (
        <Panel tight>
          <Form layout="inline" component="search" className={layout.filterBar}>
            {filters}
            {table.onReset && (
              <Button type="link" onClick={table.onReset}>
                清空筛选
              </Button>
            )}
          </Form>
        </Panel>
      )}
      <Panel>
        <ListTable {...table} />
      </Panel>
    </Flex>
  )
}
