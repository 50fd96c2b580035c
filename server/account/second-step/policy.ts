import { z } from 'zod'
import { SecondStepRule } from '#contract/account/second-step-policy.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import type { Ctx } from '../../core/context.ts'
import { selectPolicy } from './policy-queries.ts'

/** Government and administrators, once there is a provider to carry a code to those who have no authenticator. */
const DEFAULT_RULES: SecondStepRule[] = [
  { orgType: OrgType.code.government },
  { roleType: RoleType.code.admin },
]

/** Read anew for every sign-in: what is saved on one node holds on all of them at once. */
export async function findSecondStepRules(ctx: Pick<Ctx, 'db' | 'config'>): Promise<SecondStepRule[]> {
  const policy = await selectPolicy(ctx.db)
  return policy ? readRules(policy.rules) : defaultRules(ctx)
}

export const defaultRules = ({ config }: Pick<Ctx, 'config'>): SecondStepRule[] =>
  config.SMS_PROVIDER ? DEFAULT_RULES : []

/** Earlier versions were written by hand: a slip must neither open the door nor break it, so then everybody is asked. */
export function readRules(stored: unknown): SecondStepRule[] {
  const rules = z.array(SecondStepRule).safeParse(stored)
  return rules.success ? rules.data : [{}]
}
