import { Button, type TableProps } from 'antd'
import { useMemo } from 'react'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import type { SentRow } from '#contract/messages/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import type { ListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { TitleButton } from '#web/widgets/list/title-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import type { MessageAddress } from './message-address.ts'

const ReceiptsDrawer = lazyPart(async () => (await import('./receipts-drawer.tsx')).ReceiptsDrawer)

type Props = {
  listQuery: ListQuery<typeof MessageAddress>
  onSend: () => void
}

/** Sent messages, and how many have read them. */
export function Outbox({ listQuery: { table }, onSend }: Props) {
  const list = useCall(messageEndpoints.sentPageList, table.query)
  const { refetch } = list
  const { show, element: receipts } = useDialog(ReceiptsDrawer, { page: list.data?.list, onReread: refetch })
  const columns = useMemo(
    () =>
      sentColumns((row) => {
        show({ message: row })
        void refetch()
      }),
    [show, refetch],
  )
  return (
    <Panel>
      <ListTable
        columns={columns}
        rowKey="messageId"
        list={list}
        query={table.query}
        onPage={table.onPage}
        empty={
          <EmptyState
            title="还没有发送过消息"
            hint="发送后可以在这里查看谁已读、谁未读"
            action={<Button onClick={onSend}>发送消息</Button>}
          />
        }
        minWidth={720}
      />
      {receipts}
    </Panel>
  )
}

function sentColumns(onOpen: (row: SentRow) => void): NonNullable<TableProps<SentRow>['columns']> {
  return [
    {
      title: '标题',
      dataIndex: 'title',
      ellipsis: true,
      render: (title: string, row) => <TitleButton title={title} onClick={() => onOpen(row)} />,
    },
    { title: '发送时间', dataIndex: 'createdAt', width: 150, render: formatDateTime },
    { title: '接收人数', dataIndex: 'recipientCount', width: 110, align: 'right', render: formatNumber },
    { title: '已读人数', dataIndex: 'readCount', width: 110, align: 'right', render: formatNumber },
    {
      title: '未读人数',
      width: 110,
      align: 'right',
      render: (_, { recipientCount, readCount }) => formatNumber(Math.max(0, recipientCount - readCount)),
    },
    {
      title: '操作',
      width: 110,
      fixed: 'end',
      render: (_, row) => <LinkButton onClick={() => onOpen(row)}>查看回执</LinkButton>,
    },
  ]
}
