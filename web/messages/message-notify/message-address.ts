import { z } from 'zod'
import { InboxQuery } from '#contract/messages/schemas.ts'

/** What the address holds: which box is open, and how far one has leafed through it. */
export const MessageAddress = InboxQuery.extend({ box: z.enum(['sent']).optional() })
export type MessageAddress = z.output<typeof MessageAddress>
