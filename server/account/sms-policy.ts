import { z } from 'zod'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import type { Ctx } from '../core/context.ts'
import { findSetting } from '../core/setting-queries.ts'

/** Who must give an SMS code in addition to the password; a rule matches when everything it names matches. */
const SmsPolicy = z.array(
  z.object({
    account: z.string().optional(),
    orgType: z.number().optional(),
    property: z.number().optional(),
    roleType: z.number().optional(),
  }),
)
export type SmsPolicy = z.infer<typeof SmsPolicy>
export const SMS_POLICY_SETTING = 'smsPolicy'

/** Government and administrators, once there is a provider to carry the code. */
const DEFAULT_POLICY: SmsPolicy = [{ orgType: OrgType.code.government }, { roleType: RoleType.code.admin }]

type Candidate = { account: string; orgType: number | null; property: number | null; roleType: number }

export async function asksForSms(ctx: Ctx, user: Candidate): Promise<boolean> {
  const fallback = ctx.config.SMS_PROVIDER ? DEFAULT_POLICY : []
  const setting = SmsPolicy.safeParse((await findSetting(ctx.db, SMS_POLICY_SETTING)) ?? fallback)
  // Written by hand: a slip of the pen must neither open the door nor break it, so then everybody is asked.
  const policy = setting.success ? setting.data : [{}]
  return policy.some((rule) =>
    Object.entries(rule).every(([field, wanted]) => user[field as keyof Candidate] === wanted),
  )
}
