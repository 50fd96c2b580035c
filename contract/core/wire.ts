import { z } from 'zod'

/** A whole number, as itself or (in an address) as digits; nothing else that could be turned into one. */
export const WireNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
export const WireId = WireNumber.pipe(z.number().int().positive())

/** Yes or no: an address and a form say it in letters. */
export const WireFlag = z
  .union([z.boolean(), z.enum(['', '0', '1', 'false', 'true'])])
  .optional()
  .transform((value) => value === true || value === '1' || value === 'true')
