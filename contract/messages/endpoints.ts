// Messages to users: inbox, unread badge, sending and read receipts (spec §2 "Message").
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'
import {
  AddresseeCount,
  Addressees,
  InboxQuery,
  InboxRow,
  ReceiptQuery,
  ReceiptRow,
  SendMessage,
  SentMessage,
  SentRow,
} from './schemas.ts'

// Everybody's own letter box: nothing in it depends on a data range.
const own = { access: ['messages'], scoped: false } as const
const sent = { method: 'GET', access: ['messageSend'], scoped: false, audit: null } as const

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
  countAddressees: endpoint({
    method: 'POST',
    path: '/manager/message/countAddressees',
    summary: '将收到消息的人数',
    access: ['messageSend'],
    scoped: true,
    audit: null,
    input: Addressees,
    output: AddresseeCount,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/manager/message/send',
    summary: '向数据范围内的机构发送消息',
    access: ['messageSend'],
    scoped: true,
    audit: 'message.send',
    input: SendMessage,
    output: SentMessage,
  }),
  sentPageList: endpoint({
    ...sent,
    path: '/manager/message/sent',
    summary: '我发送的消息及已读人数',
    input: PageQuery,
    output: page(SentRow),
  }),
  receiptPageList: endpoint({
    ...sent,
    path: '/manager/message/receipts',
    summary: '谁已读、谁未读我发送的消息',
    input: ReceiptQuery,
    output: page(ReceiptRow),
  }),
}
