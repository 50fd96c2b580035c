// Children with a warning that counts, and what was done about it.
import { z } from 'zod'
import { WarningLevelCode } from '../warning/rules.ts'

/** Null where so few are warned that it would be known of each of them. */
export const WarningLife = z
  .object({
    waiting: z.number(),
    notified: z.number(),
    acted: z.number(),
    closed: z.number(),
    overdue: z.number(),
  })
  .nullable()
export type WarningLife = z.infer<typeof WarningLife>

const Counted = z.object({ warned: z.number(), life: WarningLife })

/** Null where the findings of the place are hidden. */
export const Warned = Counted.extend({
  /** The gravest first. */
  levels: z.array(Counted.extend({ level: WarningLevelCode.schema })),
}).nullable()
export type Warned = z.infer<typeof Warned>
