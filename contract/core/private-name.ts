import { z } from 'zod'
import { DisclosureReason } from './fields.ts'

/**
 * The name of a child or of a parent in an answer. Readers above the school get it masked, by the server and wherever it
 * stands, unless the call is one that discloses names for a reason.
 */
export const PrivateName = z.string()

/** Asks for names in full, where they would be masked; on record for every child that is shown. */
export const NameDisclosure = z.object({ nameReason: DisclosureReason.optional() })
