// The start page: what waits for me (screen /home).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

export const HomeSummary = z.object({
  lastSignIn: z.object({ at: z.string(), address: z.string() }).nullable(),
  failedSignInsSince: z.number(),
  passwordRemainingDays: z.number(),
  orgExpiresOn: z.string().nullable(),
  /** Days until the organisation expires; null where it does not. */
  orgRemainingDays: z.number().nullable(),
  /** What waits for the caller's decision; null without the permission behind it. */
  pendingOrgs: z.number().nullable(),
  pendingTransfers: z.number().nullable(),
  unreadMessages: z.number(),
  /** Waiting in the newest plan that has some; null without the permission. */
  warnings: z
    .object({ students: z.number(), units: z.number(), overdue: z.number(), planId: z.number().nullable() })
    .nullable(),
  /** Assessment: what the own organisation has to hand in, and what waits for review; null without the permission. */
  assessments: z
    .object({
      toSubmit: z.number(),
      returned: z.number(),
      /** The first last day among them. */
      submitUntil: z.string().nullable(),
      toReview: z.number().nullable(),
      openAppeals: z.number().nullable(),
    })
    .nullable(),
  /** Organisations the caller has to renew: over (or without a last day), and soon over; null without the permission. */
  orgTerms: z.object({ over: z.number(), soon: z.number() }).nullable(),
  accounts: z
    .object({ total: z.number(), disabled: z.number(), locked: z.number(), neverSignedIn: z.number() })
    .nullable(),
  roster: z.object({ students: z.number(), classes: z.number() }).nullable(),
  orgs: z
    .object({ government: z.number(), school: z.number(), hospital: z.number(), social: z.number() })
    .nullable(),
})
export type HomeSummary = z.infer<typeof HomeSummary>

export const homeEndpoints = {
  homeSummary: endpoint({
    method: 'GET',
    path: '/manager/home/summary',
    summary: '首页摘要',
    access: 'signedIn',
    scoped: true,
    audit: null,
    input: z.object({}),
    output: HomeSummary,
  }),
}
