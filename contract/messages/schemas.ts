import { z } from 'zod'
import { OrgType, RoleType } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { AreaId, MESSAGES } from '../core/fields.ts'
import { withoutUnseen } from '../core/unseen.ts'
import { WireId } from '../core/wire.ts'

export const InboxQuery = PageQuery.extend({ unread: z.enum(['1']).optional() })
export const InboxRow = z.object({
  messageId: z.number(),
  title: z.string(),
  body: z.string(),
  /** A page of the console. */
  link: z.string().nullable(),
  /** Null where the platform itself speaks. */
  senderName: z.string().nullable(),
  senderOrgName: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
export type InboxRow = z.infer<typeof InboxRow>

export const TITLE_MAX = 50
export const BODY_MAX = 1000
export const CHOSEN_ORGS_MAX = 100

const Title = z
  .string(MESSAGES.titleRequired[0])
  .overwrite((text) => withoutUnseen(text.replace(/\s+/g, ' '), '').trim())
  .min(1, MESSAGES.titleRequired[0])
  .max(TITLE_MAX, MESSAGES.titleFormat[0])
const Body = z
  .string(MESSAGES.bodyRequired[0])
  .overwrite((text) => withoutUnseen(text.replace(/\r\n?/g, '\n'), '\n\t').trim())
  .min(1, MESSAGES.bodyRequired[0])
  .max(BODY_MAX, MESSAGES.bodyFormat[0])

/**
 * Who gets a message: the people of these roles in the organisations named, or in all organisations of these types in an
 * area (the whole range where none is named). Who looks after a single organisation names neither and sends inside it.
 */
export const Addressees = z.object({
  orgIds: z.array(WireId).max(CHOSEN_ORGS_MAX).optional(),
  provinceId: AreaId.optional(),
  cityId: AreaId.optional(),
  regionId: AreaId.optional(),
  orgTypes: z.array(OrgType.schema).max(OrgType.codes.length).optional(),
  roleTypes: z
    .array(RoleType.schema, MESSAGES.rolesRequired[0])
    .min(1, MESSAGES.rolesRequired[0])
    .max(RoleType.codes.length),
})
export type Addressees = z.output<typeof Addressees>
/** How many would get it now. */
export const AddresseeCount = z.object({ users: z.number(), orgs: z.number() })

export const SendMessage = Addressees.extend({
  title: Title,
  body: Body,
  /** Made up by the sender for each message: sent again with the same one it is the same message. */
  clientKey: z.string().regex(/^[A-Za-z0-9-]{16,64}$/),
})
export type SendMessage = z.output<typeof SendMessage>
export const SentMessage = z.object({ messageId: z.number(), recipientCount: z.number() })

export const SentRow = z.object({
  messageId: z.number(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  recipientCount: z.number(),
  readCount: z.number(),
})
export type SentRow = z.infer<typeof SentRow>

export const ReceiptQuery = PageQuery.extend({
  messageId: WireId,
  read: z.enum(['0', '1']).optional(),
  /** Name of the person or of the organisation. */
  keyword: z.string().trim().max(50).optional(),
})
export type ReceiptQuery = z.output<typeof ReceiptQuery>
export const ReceiptRow = z.object({
  userId: z.number(),
  realName: z.string(),
  roleTypeName: z.string(),
  orgName: z.string().nullable(),
  readAt: z.string().nullable(),
})
export type ReceiptRow = z.infer<typeof ReceiptRow>
