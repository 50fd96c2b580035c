import { z } from 'zod'
import { UserSummary } from '../core/user-summary.ts'

export const OwnSession = z.object({
  current: z.boolean(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  address: z.string(),
  device: z.string(),
})
export const SignInRecord = z.object({
  at: z.string(),
  action: z.string(),
  success: z.boolean(),
  address: z.string(),
})
export const OwnAccount = UserSummary.extend({
  orgName: z.string().nullable(),
  dataRangeName: z.string(),
  passwordChangedAt: z.string(),
  passwordRemainingDays: z.number(),
  /** Whether signing in asks for an SMS code. */
  secondStep: z.boolean(),
  createdAt: z.string(),
  sessions: z.array(OwnSession),
  signIns: z.array(SignInRecord),
})
export type OwnAccount = z.infer<typeof OwnAccount>
