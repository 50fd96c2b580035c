import { Badge, Collapse, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import type { InboxRow } from '#contract/messages/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { colors } from '#web/core/theme.ts'
import { useMayOpen } from './may-open.ts'
import styles from './message-notify.module.css'

/** Messages open in place, and are read by being opened. */
export function MessageList({ messages }: { messages: readonly InboxRow[] }) {
  // The list itself is not read again: what was just opened must not slip away from under a filter on the unread.
  const mark = useSend(messageEndpoints.markRead, {
    refreshes: [messageEndpoints.unreadCount],
    success: false,
  })
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const isUnread = ({ messageId, readAt }: InboxRow) => readAt === null && !opened.has(messageId)

  const handleChange = async (keys: string[]) => {
    const opened = messages.filter((message) => keys.includes(String(message.messageId)) && isUnread(message))
    if (opened.length === 0) return
    const messageIds = opened.map(({ messageId }) => messageId)
    setOpened((known) => new Set([...known, ...messageIds]))
    const answer = await mark.send({ messageIds })
    if (!answer.ok) setOpened((known) => new Set([...known].filter((id) => !messageIds.includes(id))))
  }
  return (
    <Collapse
      bordered={false}
      expandIconPlacement="end"
      className={styles.messages}
      onChange={(keys) => void handleChange(keys)}
      items={messages.map((message) => ({
        key: String(message.messageId),
        label: <Heading message={message} unread={isUnread(message)} />,
        children: <Body message={message} />,
      }))}
    />
  )
}

function Heading({ message, unread }: { message: InboxRow; unread: boolean }) {
  return (
    <Flex justify="space-between" gap="middle">
      <Flex gap="small" align="center" className={layout.shrinkable}>
        <span role="img" aria-label={unread ? '未读' : '已读'}>
          <Badge {...(unread ? { color: colors.brand } : { status: 'default' })} />
        </span>
        <Typography.Text strong={unread} ellipsis>
          {message.title}
        </Typography.Text>
      </Flex>
      <Flex gap="middle" className={styles.messageSource}>
        <Typography.Text type="secondary" ellipsis>
          {senderOf(message)}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.oneLine}>
          {formatDateTime(message.createdAt)}
        </Typography.Text>
      </Flex>
    </Flex>
  )
}

const senderOf = ({ senderOrgName, senderName }: InboxRow): string =>
  [senderOrgName, senderName].filter(Boolean).join(' · ') || '系统通知'

function Body({ message: { body, link } }: { message: InboxRow }) {
  const mayOpen = useMayOpen()
  return (
    <Flex vertical gap="small" className={layout.indented}>
      <Typography.Paragraph className={styles.messageText}>{body}</Typography.Paragraph>
      {link && mayOpen(link) && (
        <div>
          <Link to={link}>前往查看</Link>
        </div>
      )}
    </Flex>
  )
}
