// Messages to users: the inbox of /message/message-notify and its unread badge (spec §2 "Message").
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'

export const InboxQuery = PageQuery.extend({ unread: z.enum(['1']).optional() })
export const InboxRow = z.object({
  messageId: z.number(),
  title: z.string(),
  body: z.string(),
  /** A page of the console. */
  link: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
export type InboxRow = z.infer<typeof InboxRow>

// Everybody's own letter box: nothing in it depends on a data range.
const own = { access: ['messages'], scoped: false } as const

export const messageEndpoints = {
  inbox: endpoint({
    ...own,
    method: 'GET',
    path: '/manager/message/inbox',
    summary: '我的消息',
    audit: null,
    input: InboxQuery,
    output: page(InboxRow),
  }),
  unreadCount: endpoint({
    ...own,
    method: 'GET',
    path: '/manager/message/unreadCount',
    summary: '未读消息数',
    audit: null,
    input: z.object({}),
    output: z.number(),
  }),
  markRead: endpoint({
    ...own,
    method: 'POST',
    path: '/manager/message/read',
    summary: '标为已读；不指明则全部',
    audit: 'message.read',
    input: z.object({ messageIds: z.array(WireId).max(50).optional() }),
    output: z.object({ unread: z.number() }),
  }),
}
