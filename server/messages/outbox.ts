import { RoleType } from '#contract/core/codes.ts'
import type { Page, PageQuery } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type {
  Addressees,
  ReceiptQuery,
  ReceiptRow,
  SendMessage,
  SentRow,
} from '#contract/messages/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { assertAreaFilter } from '../orgs/area-filter.ts'
import { requireOrgs } from '../orgs/org.ts'
import {
  type Circle,
  countAddressees,
  hasSent,
  insertAddressees,
  insertSentMessage,
  type Sender,
  selectReceipts,
  selectSent,
  selectSentByKey,
} from './outbox-queries.ts'

/** A message that a person wrote. */
const KIND = 'person'

function senderOf({ caller, scope }: UserCtx): Sender {
  // Nobody who is bound to no organisation gets this far.
  return { userId: caller.userId, orgId: caller.orgId ?? 0, scope }
}

/** One organisation or area outside the range refuses it all (616). */
async function circleOf(ctx: UserCtx, input: Addressees): Promise<Circle> {
  const { orgIds = [], orgTypes = [], provinceId, cityId, regionId } = input
  const roleTypes = [...new Set(input.roleTypes)]
  const area = { provinceId, cityId, regionId }
  await requireOrgs(ctx, orgIds)
  assertAreaFilter(ctx, area)
  if (ctx.scope.kind === 'org') {
    // All organisations of a type are more than one's own.
    if (orgTypes.length > 0) throw new BizError(616)
    return { orgIds: [ctx.scope.orgId], orgTypes, area, roleTypes }
  }
  return { orgIds: [...new Set(orgIds)], orgTypes: [...new Set(orgTypes)], area, roleTypes }
}

export async function findAddresseeCount(ctx: UserCtx, input: Addressees) {
  return countAddressees(ctx.db, senderOf(ctx), await circleOf(ctx, input))
}

export async function sendByHand(ctx: UserTxCtx, input: SendMessage) {
  const { title, body, clientKey } = input
  ctx.note({ objectType: 'message', detail: { title } })
  const circle = await circleOf(ctx, input)
  if (circle.orgIds.length === 0 && circle.orgTypes.length === 0) {
    const [message, code] = MESSAGES.recipientsRequired
    throw new BizError(code, message, [{ path: ['orgIds'], message }])
  }
  const sender = senderOf(ctx)
  const messageId = await insertSentMessage(ctx.db, sender, { kind: KIND, title, body, clientKey })
  if (messageId === undefined) return findSentBefore(ctx, clientKey)
  const recipientCount = await insertAddressees(ctx.db, messageId, sender, circle)
  if (recipientCount === 0) throw new BizError(700, '所选范围内没有可以接收消息的账号，请调整接收机构或角色')
  ctx.note({ objectId: messageId, detail: { title, ...circle, recipientCount } })
  return { messageId, recipientCount }
}

async function findSentBefore(ctx: UserTxCtx, clientKey: string) {
  const sent = await selectSentByKey(ctx.db, ctx.caller.userId, clientKey)
  // It was deleted since the answer was on its way.
  if (!sent) throw new BizError(650)
  ctx.note({ objectId: sent.messageId, detail: { sentBefore: true } })
  return sent
}

export async function listSent(ctx: UserCtx, query: PageQuery): Promise<Page<SentRow>> {
  const page = await selectSent(ctx.db, senderOf(ctx), query)
  return { ...page, list: page.list.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) }
}

/** A message of somebody else answers like one that is not there. */
export async function listReceipts(ctx: UserCtx, query: ReceiptQuery): Promise<Page<ReceiptRow>> {
  if (!(await hasSent(ctx.db, senderOf(ctx), query.messageId))) throw new BizError(650)
  const page = await selectReceipts(ctx.db, query)
  const list = page.list.map((row) => ({
    ...row,
    roleTypeName: RoleType.label(row.roleType),
    readAt: row.readAt?.toISOString() ?? null,
  }))
  return { ...page, list }
}
