import { sql } from 'kysely'
import type { z } from 'zod'
import { RoleType } from '#contract/core/codes.ts'
import type { InboxQuery } from '#contract/messages/schemas.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'

export type NewMessage = { kind: string; title: string; body: string; link: string | null }

/**
 * One statement for letter and addressees, as they are when it runs: an administrator who is also named gets it once,
 * and without any addressee there is no letter.
 */
export async function insertMessage(db: Tx, message: NewMessage, userIds: number[], orgIds: number[]) {
  await sql`
    with addressee as (
      select id from app_user
      where id = any (${userIds}::bigint[])
        or (org_id = any (${orgIds}::bigint[]) and role_type = ${RoleType.code.admin} and enabled)
    ), letter as (
      insert into message (kind, title, body, link)
      select ${message.kind}, ${message.title}, ${message.body}, ${message.link}
      where exists (select 1 from addressee)
      returning id
    )
    insert into message_recipient (message_id, user_id)
    select letter.id, addressee.id from letter cross join addressee`.execute(db)
}

export async function selectInbox(db: Db, userId: number, query: z.output<typeof InboxQuery>) {
  let own = db.selectFrom('messageRecipient as r').where('r.userId', '=', userId)
  if (query.unread) own = own.where('r.readAt', 'is', null)
  const counting = own.select(totalCount.as('total'))
  const rows = own
    .innerJoin('message as m', 'm.id', 'r.messageId')
    .leftJoin('appUser as su', 'su.id', 'm.senderUserId')
    .leftJoin('org as so', 'so.id', 'm.senderOrgId')
    .select(['m.id as messageId', 'm.title', 'm.body', 'm.link', 'm.createdAt', 'r.readAt'])
    .select(['su.realName as senderName', 'so.name as senderOrgName'])
    .select(counting.as('total'))
    .orderBy('r.messageId', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('messageRecipient')
    .select(totalCount.as('total'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** All of them where no ids are given. Locked in one order: two pages of one person may do this at once. */
export async function updateRead(db: Tx, userId: number, messageIds: number[] | undefined): Promise<number> {
  let unread = db
    .selectFrom('messageRecipient')
    .select('messageId')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
  if (messageIds) unread = unread.where('messageId', '=', sql<number>`any (${messageIds}::bigint[])`)
  const result = await db
    .updateTable('messageRecipient')
    .set({ readAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('messageId', 'in', unread.orderBy('messageId').forUpdate())
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
