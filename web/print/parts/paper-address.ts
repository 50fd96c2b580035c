import { z } from 'zod'
import { PaperQuery } from '#contract/print/paper-schemas.ts'

/** What is printed, as it stands in the address; `blank` is the form without anybody on it. */
export const PaperAddress = PaperQuery.omit({ form: true })
  .partial()
  .extend({ blank: z.stringbool().default(false) })
export type PaperAddress = z.output<typeof PaperAddress>
