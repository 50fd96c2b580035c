import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { LoginAnswer, LoginInput, SmsLoginInput } from '#contract/session/schemas.ts'
import { accountKey, unknownAccountKey } from '../account/account-key.ts'
import { findCredentialsByAccount, findCredentialsByPhone } from '../account/user-queries.ts'
import { auditingRefusal } from '../core/audit-refusal.ts'
import type { Ctx, UserTxCtx } from '../core/context.ts'
import { markVerified } from './codes/code-queries.ts'
import { checkSmsCode, PHONE_LOGIN, spendSmsCode } from './codes/sms-code.ts'
import { enter, type WayIn } from './enter.ts'
import { endSession } from './login-queries.ts'
import { countedAttempt } from './passwords/password-attempt.ts'

export async function login(ctx: Ctx, input: z.output<typeof LoginInput>): Promise<LoginAnswer> {
  const action = 'session.login'
  const key = accountKey(input.account)
  return auditingRefusal(ctx, action, async (seen) => {
    const user = await findCredentialsByAccount(ctx.db, key)
    seen(user)
    const counted = user ? key : unknownAccountKey(ctx.secrets, key)
    const right = await countedAttempt(ctx, counted, () =>
      ctx.passwords.matches(user?.passwordHash, input.password),
    )
    if (!right || !user) throw new BizError(603)
    const { smsCode, totpCode } = input
    return enter(ctx, user, { action, proven: 'password' }, { smsCode, totpCode })
  })
}

/** The way in for the owner of a phone, also while somebody else's guesses keep the password locked. */
export async function loginBySms(ctx: Ctx, input: z.output<typeof SmsLoginInput>): Promise<LoginAnswer> {
  const action = 'session.loginBySms'
  return auditingRefusal(ctx, action, async (seen) => {
    const phoneHash = ctx.secrets.lookupHash('phone', input.phone)
    const user = await findCredentialsByPhone(ctx.db, phoneHash)
    seen(user)
    const { smsCode, totpCode, password } = input
    const type = SmsType.code.login
    const codeId = await checkSmsCode(ctx, { phoneHash, type, purpose: PHONE_LOGIN, smsCode })
    if (!user) throw new BizError(704)
    const way: WayIn = {
      action,
      proven: 'phone',
      spend: (ctx) => spendSmsCode(ctx, codeId),
      keep: (ctx) => markVerified(ctx.db, codeId),
    }
    return enter(ctx, user, way, { totpCode, password })
  })
}

export async function logout(ctx: UserTxCtx): Promise<null> {
  await endSession(ctx.db, ctx.caller.tokenHash)
  ctx.note({ objectType: 'user', objectId: ctx.caller.userId })
  return null
}
