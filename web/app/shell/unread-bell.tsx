import { BellOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'

const POLL_MS = 60_000
const COUNT_MAX = 99

/** How many messages wait, and the way to them. */
export function UnreadBell() {
  const mayRead = useAllowed(['messages'])
  const unread = useCall(
    messageEndpoints.unreadCount,
    {},
    { enabled: mayRead, background: true, refetchInterval: POLL_MS },
  )
  if (!mayRead) return null
  const count = unread.data ?? 0
  return (
    <Link
      to="/message/message-notify"
      aria-label={count > 0 ? `消息通知，${count} 条未读` : '消息通知'}
      className="unread-bell"
    >
      <BellOutlined />
      {count > 0 && <span aria-hidden>{count > COUNT_MAX ? `${COUNT_MAX}+` : count}</span>}
    </Link>
  )
}
