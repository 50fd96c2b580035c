import { Drawer, Flex, Input, type TableProps, Tag, Typography } from 'antd'
import { useCallback, useState } from 'react'
import type { PageQuery } from '#contract/core/envelope.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/core/limits.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import type { ReceiptRow, SentRow } from '#contract/messages/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import styles from './message-notify.module.css'

type Part = 'all' | '0' | '1'
type View = PageQuery & { part: Part; keyword?: string }
type Props = DialogProps & {
  message: SentRow
  /** The page of sent messages as it was read last: somebody may have read this one since it was opened. */
  page: readonly SentRow[] | undefined
  /** The counts of the message are to be read again. */
  onReread: () => Promise<unknown>
}

const FIRST_VIEW: View = { pageNum: 1, pageSize: PAGE_SIZE_DEFAULT, part: 'all' }

/** A message that was sent, with who has read it and who has not. */
export function ReceiptsDrawer({ open, message, page: sent, onReread, onClose }: Props) {
  const { messageId } = message
  const { recipientCount, readCount } = sent?.find((row) => row.messageId === messageId) ?? message
  const [view, setView] = useState(FIRST_VIEW)
  const { part, ...page } = view
  const read = part === 'all' ? undefined : part
  const list = useCall(messageEndpoints.receiptPageList, { ...page, read, messageId }, { enabled: open })
  const look = (patch: Partial<View>) => setView({ ...view, pageNum: 1, ...patch })
  const handlePage = useCallback((next: PageQuery) => setView((now) => ({ ...now, ...next })), [])
  const filtered = part !== 'all' || view.keyword !== undefined
  return (
    <Drawer open={open} onClose={onClose} title={message.title} size={760} destroyOnHidden>
      <Flex vertical gap="middle">
        <div>
          <Typography.Text type="secondary">{formatDateTime(message.createdAt)} 发送</Typography.Text>
          <Typography.Paragraph className={styles.receiptText}>{message.body}</Typography.Paragraph>
        </div>
        <div>
          <ListTable
            size="small"
            columns={COLUMNS}
            rowKey="userId"
            list={{ ...list, refetch: () => Promise.all([list.refetch(), onReread()]) }}
            query={view}
            onPage={handlePage}
            onReset={filtered ? () => setView({ ...FIRST_VIEW, pageSize: view.pageSize }) : undefined}
            unmatched={UNMATCHED[part]}
            empty={<EmptyState title="没有接收人" hint="接收人的账号已不存在" />}
            title={
              <SelectRadio
                buttons
                options={[
                  { value: 'all' as Part, label: `全部（${formatNumber(recipientCount)}）` },
                  { value: '1' as Part, label: `已读（${formatNumber(readCount)}）` },
                  { value: '0' as Part, label: `未读（${formatNumber(recipientCount - readCount)}）` },
                ]}
                value={part}
                onChange={(chosen) => look({ part: chosen })}
              />
            }
            toolbar={
              <Input.Search
                aria-label="机构或姓名"
                placeholder="机构或姓名"
                allowClear
                maxLength={50}
                onSearch={(keyword) => look({ keyword: keyword.trim() || undefined })}
                className={layout.width200}
              />
            }
          />
        </div>
      </Flex>
    </Drawer>
  )
}

const UNMATCHED: Record<Part, { title: string; hint: string }> = {
  all: { title: '没有符合的接收人', hint: '请换个机构名称或姓名' },
  '0': { title: '没有未读的接收人', hint: '可以查看全部接收人' },
  '1': { title: '还没有人阅读', hint: '对方打开消息后会记录在这里' },
}

const COLUMNS: NonNullable<TableProps<ReceiptRow>['columns']> = [
  { title: '机构', dataIndex: 'orgName', ellipsis: true, render: (name: string | null) => name ?? '—' },
  { title: '姓名', dataIndex: 'realName', width: 120, ellipsis: true },
  { title: '角色', dataIndex: 'roleTypeName', width: 100 },
  {
    title: '阅读时间',
    dataIndex: 'readAt',
    width: 150,
    render: (at: string | null) => (at ? formatDateTime(at) : <Tag>未读</Tag>),
  },
]
