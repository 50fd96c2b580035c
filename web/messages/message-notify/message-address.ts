import { z } from 'zod'
import { InboxQuery } from '#contract/messages/schemas.ts'

/** The query in the address: the open box and its page. */
export const MessageAddress = InboxQuery.extend({ box: z.enum(['sent']).optional() })
export type MessageAddress = z.output<typeof MessageAddress>
