import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type MessageTables = {
  message: {
    id: Generated<number>
    kind: string
    title: string
    body: string
    link: string | null
    createdAt: Timestamp
    /** Null where the platform itself speaks. */
    senderUserId: number | null
    senderOrgId: number | null
    clientKey: string | null
    recipientCount: Generated<number>
  }
  messageRecipient: {
    messageId: number
    userId: number
    readAt: NullableTimestamp
  }
}
