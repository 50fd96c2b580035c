import { type SqlBool, sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { PageQuery } from '#contract/core/envelope.ts'
import type { ReceiptQuery } from '#contract/messages/schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'
import { inArea } from '../orgs/org-queries.ts'

const { passed } = codeLiterals(ApprovalStatus)

export type Sender = { userId: number; orgId: number; scope: Scope }
/** Whom a sender means; whether the sender may name them was asked before. */
export type Circle = {
  orgIds: number[]
  orgTypes: number[]
  area: { provinceId?: string; cityId?: string; regionId?: string }
  roleTypes: number[]
}

/** Who gets it now: never the sender, nobody who could not sign in to read it, nobody outside the range. */
function addressees(sender: Sender, circle: Circle) {
  const within = withinScope(sender.scope, ORG_COLUMNS)
  return sql<{ id: number; orgId: number }>`
    select u.id, u.org_id
    from app_user u join org on org.id = u.org_id
    where u.enabled and u.id <> ${sender.userId} and u.role_type = any (${circle.roleTypes}::smallint[])
      and org.status = ${passed}
      and ((org.id = any (${circle.orgIds}::bigint[]) and (org.id = ${sender.orgId} or ${within}))
        or (org.org_type = any (${circle.orgTypes}::smallint[]) and ${inArea(circle.area)} and ${within}))`
}

export async function countAddressees(db: Db, sender: Sender, circle: Circle) {
  const { rows } = await sql<{ users: number; orgs: number }>`
    select count(*)::int as users, count(distinct org_id)::int as orgs
    from (${addressees(sender, circle)}) as addressee`.execute(db)
  return rows[0] ?? { users: 0, orgs: 0 }
}

type Text = { kind: string; title: string; body: string; clientKey: string }
type Posted = { messageId: number; recipientCount: number }

/** The message alone; undefined where it has been sent before. Of two at once one waits and then finds the other's. */
export async function insertSentMessage(db: Tx, sender: Sender, text: Text): Promise<number | undefined> {
  const row = await db
    .insertInto('message')
    .values({ ...text, link: null, senderUserId: sender.userId, senderOrgId: sender.orgId })
    .onConflict((conflict) =>
      conflict.columns(['senderUserId', 'clientKey']).where(sql<boolean>`client_key is not null`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** So many at a time that each statement stays well inside what a request's statement may take. */
const DELIVERED_AT_ONCE = 10_000

/** To everybody of the circle, set by set; answers how many. */
export async function insertAddressees(db: Tx, messageId: number, sender: Sender, circle: Circle) {
  let part = await insertPart(db, messageId, sender, circle, 0)
  let recipientCount = part.count
  while (part.count === DELIVERED_AT_ONCE) {
    part = await insertPart(db, messageId, sender, circle, part.last ?? 0)
    recipientCount += part.count
  }
  await db.updateTable('message').set({ recipientCount }).where('id', '=', messageId).execute()
  return recipientCount
}

type Part = { count: number; last: number | null }

async function insertPart(
  db: Tx,
  messageId: number,
  sender: Sender,
  circle: Circle,
  after: number,
): Promise<Part> {
  const { rows } = await sql<Part>`
    with part as (
      select id from (${addressees(sender, circle)}) as addressee
      where id > ${after} order by id limit ${DELIVERED_AT_ONCE}
    ), delivered as (
      insert into message_recipient (message_id, user_id) select ${messageId}::bigint, id from part
    )
    select count(*)::int as count, max(id) as last from part`.execute(db)
  return rows[0] ?? { count: 0, last: null }
}

export function selectSentByKey(db: Db, userId: number, clientKey: string): Promise<Posted | undefined> {
  return db
    .selectFrom('message')
    .select(['id as messageId', 'recipientCount'])
    .where('senderUserId', '=', userId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst()
}

/** What somebody has sent for the organisation they belong to; not what they sent for an earlier one. */
function sentBy(db: Db, sender: Sender) {
  return db
    .selectFrom('message as m')
    .where('m.senderUserId', '=', sender.userId)
    .where('m.senderOrgId', '=', sender.orgId)
}

export async function selectSent(db: Db, sender: Sender, query: PageQuery) {
  const counting = sentBy(db, sender).select(totalCount.as('total'))
  const rows = sentBy(db, sender)
    .select(['m.id as messageId', 'm.title', 'm.body', 'm.createdAt', 'm.recipientCount'])
    .select((eb) =>
      eb
        .selectFrom('messageRecipient as r')
        .whereRef('r.messageId', '=', 'm.id')
        .where('r.readAt', 'is not', null)
        .select(totalCount.as('count'))
        .$asScalar()
        .$notNull()
        .as('readCount'),
    )
    .select(counting.as('total'))
    .orderBy('m.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export async function hasSent(db: Db, sender: Sender, messageId: number): Promise<boolean> {
  const row = await sentBy(db, sender).where('m.id', '=', messageId).select('m.id').executeTakeFirst()
  return row !== undefined
}

/** Who has read it comes first, the latest reader at the top. */
export async function selectReceipts(db: Db, query: ReceiptQuery) {
  let matching = db
    .selectFrom('messageRecipient as r')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .leftJoin('org as o', 'o.id', 'u.orgId')
    .where('r.messageId', '=', query.messageId)
  if (query.read === '1') matching = matching.where('r.readAt', 'is not', null)
  if (query.read === '0') matching = matching.where('r.readAt', 'is', null)
  if (query.keyword) {
    const pattern = likePattern(query.keyword)
    matching = matching.where(sql<SqlBool>`(u.real_name like ${pattern} or o.name like ${pattern})`)
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['u.id as userId', 'u.realName', 'u.roleType', 'o.name as orgName', 'r.readAt'])
    .select(counting.as('total'))
    .orderBy('r.readAt', (order) => order.desc().nullsLast())
    .orderBy('r.userId')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}
