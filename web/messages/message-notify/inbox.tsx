import { CheckOutlined } from '@ant-design/icons'
import { Button, Flex, Skeleton } from 'antd'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import type { ListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Pagination } from '#web/widgets/list/pagination.tsx'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { useLastPage } from '#web/widgets/list/use-last-page.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import type { MessageAddress } from './message-address.ts'
import { MessageList } from './message-list.tsx'

type Props = { listQuery: ListQuery<typeof MessageAddress> }

/** Messages from the platform and from other people. */
export function Inbox({ listQuery: { query, setQuery, setFilter, table } }: Props) {
  const { pageNum, pageSize, unread: onlyUnread } = query
  const inbox = useCall(messageEndpoints.inbox, { pageNum, pageSize, unread: onlyUnread })
  const unread = useCall(messageEndpoints.unreadCount, {}, { background: true })
  const readAll = useSend(messageEndpoints.markRead, {
    refreshes: [messageEndpoints.inbox, messageEndpoints.unreadCount],
    success: '全部消息已标为已读',
  })
  const total = inbox.data?.total ?? 0
  useLastPage(inbox, table.query, table.onPage)

  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="small" wrap className={layout.below12}>
        <SelectRadio
          buttons
          options={[
            { value: 'all', label: '全部' },
            { value: 'unread', label: unread.data ? `未读（${unread.data}）` : '未读' },
          ]}
          value={onlyUnread ? 'unread' : 'all'}
          onChange={(chosen) => setFilter({ unread: chosen === 'unread' ? '1' : undefined })}
        />
        <Flex gap="small">
          <Button
            icon={<CheckOutlined />}
            disabled={!unread.data}
            loading={readAll.sending}
            onClick={() => void readAll.send({})}
          >
            全部标为已读
          </Button>
          <RefreshButton
            loading={inbox.isFetching}
            onClick={() => void Promise.all([inbox.refetch(), unread.refetch()])}
          />
        </Flex>
      </Flex>
      <Messages
        inbox={inbox}
        onlyUnread={onlyUnread !== undefined}
        onShowAll={() => setQuery({ unread: undefined })}
      />
      {total > 0 && (
        <div className={layout.above16}>
          <Pagination total={total} pageNum={pageNum} pageSize={pageSize} onChange={table.onPage} />
        </div>
      )}
    </Panel>
  )
}

type MessagesProps = {
  inbox: Pick<ReturnType<typeof useCall<typeof messageEndpoints.inbox>>, 'data' | 'error' | 'refetch'>
  onlyUnread: boolean
  onShowAll: () => void
}

function Messages({ inbox, onlyUnread, onShowAll }: MessagesProps) {
  if (!inbox.data) {
    if (!inbox.error) return <Skeleton active paragraph={{ rows: 6 }} />
    return (
      <EmptyState
        title="消息加载失败"
        hint={inbox.error.message}
        action={<Button onClick={() => void inbox.refetch()}>重试</Button>}
      />
    )
  }
  if (inbox.data.list.length > 0) return <MessageList messages={inbox.data.list} />
  return onlyUnread ? (
    <EmptyState title="没有未读消息" action={<Button onClick={onShowAll}>查看全部消息</Button>} />
  ) : (
    <EmptyState title="还没有消息" hint="审核结果和他人发送的消息会出现在这里" />
  )
}
