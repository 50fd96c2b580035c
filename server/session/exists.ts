import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { MESSAGES, PHONE_PATTERN } from '#contract/core/fields.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import type { ExistsByAccount, ExistsByPhoneOrIdCard } from '#contract/session/schemas.ts'
import { accountKey } from '../account/account-key.ts'
import { isAccountTaken, isPhoneTaken } from '../account/user-queries.ts'
import type { Ctx } from '../core/context.ts'
import { type CaptchaProof, checkCaptcha } from './codes/captcha.ts'

/** Whether an account or phone is in use is disclosed only to who is signed in or solved a captcha. */
async function assertMayAsk(ctx: Ctx, proof: CaptchaProof) {
  if (!ctx.caller) await checkCaptcha(ctx, proof)
}

export async function existsByAccount(ctx: Ctx, input: z.output<typeof ExistsByAccount>): Promise<boolean> {
  await assertMayAsk(ctx, input)
  return isAccountTaken(ctx.db, accountKey(input.account))
}

export async function existsByPhoneOrIdCard(ctx: Ctx, input: z.output<typeof ExistsByPhoneOrIdCard>) {
  await assertMayAsk(ctx, input)
  if (input.idcard && !parseIdCard(input.idcard)) throw new BizError(621)
  if (!input.phone && !input.idcard) throw missingPhone()
  if (!input.phone) return false
  const phone = PHONE_PATTERN.exec(input.phone)?.[1]
  if (!phone) throw new BizError(620)
  // Only oneself can be left out: leaving out somebody else would tell whose the phone is.
  const self = ctx.caller?.userId
  if (self !== undefined && input.userId !== undefined && input.userId !== self) throw new BizError(616)
  const except = input.userId === undefined ? undefined : self
  return isPhoneTaken(ctx.db, ctx.secrets.lookupHash('phone', phone), except)
}

function missingPhone(): BizError {
  const [message, code] = MESSAGES.phoneRequired
  return new BizError(code, message, [{ path: ['phone'], message }])
}
