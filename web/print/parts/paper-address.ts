import { z } from 'zod'
import { PaperQuery } from '#contract/print/paper-schemas.ts'

/** What is printed, as it stands in the address; `blank` is the form without anybody on it. */
export const PaperAddress = PaperQuery.partial().extend({ blank: z.stringbool().default(false) })
export type PaperAddress = z.output<typeof PaperAddress>

/** Whether anybody is chosen. */
export const hasChoice = ({ planId, orgId, classId, studentIds }: Partial<PaperAddress>): boolean =>
  [planId, orgId, classId, studentIds].some((chosen) => chosen !== undefined)
