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
  secondStep: z.object({
    /** What signing in by password asks for; `enrol`: it must ask for something and nothing is set up yet. */
    asks: z.enum(['totp', 'sms', 'enrol']).nullable(),
    demanded: z.boolean(),
    /** Since when the account has an authenticator. */
    totpSince: z.string().nullable(),
    recoveryCodesLeft: z.number(),
  }),
  createdAt: z.string(),
  sessions: z.array(OwnSession),
  signIns: z.array(SignInRecord),
})
export type OwnAccount = z.infer<typeof OwnAccount>
