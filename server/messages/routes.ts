// The letter box of everybody (spec §2 "Message").
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findInbox, findUnreadCount, markRead } from './message.ts'
import { findAddresseeCount, listReceipts, listSent, sendByHand } from './outbox.ts'

export const messageRoutes = implement(messageEndpoints, {
  inbox: findInbox,
  unreadCount: findUnreadCount,
  markRead,
  countAddressees: findAddresseeCount,
  sendMessage: sendByHand,
  sentPageList: listSent,
  receiptPageList: listReceipts,
})
