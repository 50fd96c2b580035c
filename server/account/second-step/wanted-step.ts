import { isSecondStepDemanded, type SignsIn } from '#contract/account/second-step-policy.ts'
import type { Caller, Ctx } from '../../core/context.ts'
import { findSecondStepRules } from './policy.ts'
import { hasTotp } from './totp-queries.ts'

type Person = SignsIn & { id: number; phoneEnc: Buffer | null }

/** What signing in asks for in addition: `enrol` where it must ask for something and there is nothing to ask for. */
export type WantedStep = { asks: 'totp' | 'sms' | 'enrol' | null; demanded: boolean }

/** Who has an authenticator is always asked for its code, policy or not. */
export async function findWantedStep(ctx: Ctx, person: Person): Promise<WantedStep> {
  const [enrolled, rules] = await Promise.all([hasTotp(ctx.db, person.id), findSecondStepRules(ctx)])
  const demanded = isSecondStepDemanded(rules, person)
  if (enrolled) return { asks: 'totp', demanded }
  return { asks: demanded ? stepWithoutTotp(ctx, person) : null, demanded }
}

/** Nobody is locked out: without a phone or a provider they are led to set up an authenticator. */
export const stepWithoutTotp = (ctx: Ctx, { phoneEnc }: Pick<Person, 'phoneEnc'>): 'sms' | 'enrol' =>
  phoneEnc !== null && !ctx.sms.unavailable ? 'sms' : 'enrol'

export const signsInAs = ({ userId, account, roleType, phoneEnc, org }: Caller): Person => ({
  id: userId,
  account,
  roleType,
  phoneEnc,
  orgType: org?.orgType ?? null,
  property: org?.property ?? null,
})
