import { z } from 'zod'
import { RoleType } from './codes.ts'

/** What is said of an account wherever one is shown. */
export const UserSummary = z.object({
  userId: z.number(),
  account: z.string(),
  realName: z.string(),
  /** Masked. */
  phone: z.string().nullable(),
  roleType: RoleType.schema,
  roleTypeName: z.string(),
})
