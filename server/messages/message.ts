import type { z } from 'zod'
import type { Page } from '#contract/core/envelope.ts'
import type { InboxQuery, InboxRow } from '#contract/messages/schemas.ts'
import type { TxCtx, UserCtx, UserTxCtx } from '../core/context.ts'
import { countUnread, insertMessage, type NewMessage, selectInbox, updateRead } from './message-queries.ts'

type Message = Omit<NewMessage, 'link'> & {
  /** A page of the console that everybody who gets the message may open. */
  link?: string | null
}
export type Recipients = {
  userIds?: readonly number[]
  /** Organisations whose enabled administrators get it. */
  adminsOf?: readonly number[]
}

/** Stands or falls with the change it tells of. */
export async function sendMessage(ctx: TxCtx, message: Message, recipients: Recipients): Promise<void> {
  const { userIds = [], adminsOf = [] } = recipients
  await insertMessage(ctx.db, { ...message, link: message.link ?? null }, [...userIds], [...adminsOf])
}

export async function findInbox(ctx: UserCtx, query: z.output<typeof InboxQuery>): Promise<Page<InboxRow>> {
  const page = await selectInbox(ctx.db, ctx.caller.userId, query)
  const list = page.list.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }))
  return { ...page, list }
}

export const findUnreadCount = (ctx: UserCtx) => countUnread(ctx.db, ctx.caller.userId)

/** Messages of others that are named along are simply not touched. */
export async function markRead(ctx: UserTxCtx, { messageIds }: { messageIds?: number[] }) {
  const { userId } = ctx.caller
  const marked = await updateRead(ctx.db, userId, messageIds)
  ctx.note({ objectType: 'user', objectId: userId, detail: { marked } })
  return { unread: await countUnread(ctx.db, userId) }
}
