import type { z } from 'zod'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import { SmsType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { LoginAnswer, LoginInput, SmsLoginInput } from '#contract/session/schemas.ts'
import { accountKey, unknownAccountKey } from '../account/account-key.ts'
import { clearFailures } from '../account/lock-queries.ts'
import { asksForSms } from '../account/sms-policy.ts'
import {
  type Credentials,
  findCredentialsByAccount,
  findCredentialsByPhone,
  recordSignIn,
  startSecondStep,
} from '../account/user-queries.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { auditingRefusal } from '../core/audit-refusal.ts'
import { type Ctx, tx, type UserTxCtx } from '../core/context.ts'
import { orgStateCode } from '../core/http/session-queries.ts'
import { newToken, tokenHash } from '../core/secrets.ts'
import { checkSmsCode, PHONE_LOGIN, SECOND_STEP, spendSmsCode } from './codes/sms-code.ts'
import { endSession, insertSession } from './login-queries.ts'
import { tryPassword } from './passwords/password-attempt.ts'

const LOGIN = SmsType.code.login

export async function login(ctx: Ctx, input: z.output<typeof LoginInput>): Promise<LoginAnswer> {
  const key = accountKey(input.account)
  return auditingRefusal(ctx, 'session.login', async (seen) => {
    const user = await findCredentialsByAccount(ctx.db, key)
    seen(user)
    const counted = user ? key : unknownAccountKey(ctx.secrets, key)
    const right = await tryPassword(ctx, counted, () =>
      ctx.passwords.matches(user?.passwordHash, input.password),
    )
    if (!right || !user) throw new BizError(603)
    assertMayEnter(user)
    if (!(await asksForSms(ctx, user))) return openSession(ctx, user, 'session.login')
    const { smsCode } = input
    const { phoneHash } = user
    if (!smsCode || !phoneHash) return awaitCode(ctx, user)
    const codeId = await checkSmsCode(ctx, { phoneHash, type: LOGIN, purpose: SECOND_STEP(key), smsCode })
    return openSession(ctx, user, 'session.login', codeId)
  })
}

/** The way in for the owner of a phone, also while somebody else's guesses keep the password locked. */
export async function loginBySms(ctx: Ctx, input: z.output<typeof SmsLoginInput>): Promise<LoginAnswer> {
  return auditingRefusal(ctx, 'session.loginBySms', async (seen) => {
    const phoneHash = ctx.secrets.lookupHash('phone', input.phone)
    const user = await findCredentialsByPhone(ctx.db, phoneHash)
    seen(user)
    const { smsCode } = input
    const codeId = await checkSmsCode(ctx, { phoneHash, type: LOGIN, purpose: PHONE_LOGIN, smsCode })
    if (!user) throw new BizError(704)
    assertMayEnter(user)
    return openSession(ctx, user, 'session.loginBySms', codeId)
  })
}

export async function logout(ctx: UserTxCtx): Promise<null> {
  await endSession(ctx.db, ctx.caller.tokenHash)
  ctx.note({ objectType: 'user', objectId: ctx.caller.userId })
  return null
}

function assertMayEnter(user: Credentials): void {
  if (!user.enabled) throw new BizError(605)
  // A one-time password that nobody used in time is no password any more.
  if (user.oneTimeOver) throw new BizError(603)
  if (user.orgId === null) return
  const state = orgStateCode(user)
  if (state) throw new BizError(state)
}

/** The password was right, the code is still to come: from here on the owner is known to ask for it. */
async function awaitCode(ctx: Ctx, user: Credentials): Promise<LoginAnswer> {
  await tx(ctx, async (ctx) => {
    await startSecondStep(ctx.db, user.id)
    const { id: userId, account } = user
    await writeAudit(ctx, { action: 'session.secondStep', success: true, code: 200, userId, account })
  })
  return { token: null, isSendSms: true, phone: user.phoneMask }
}

async function openSession(
  ctx: Ctx,
  user: Credentials,
  action: AuditAction,
  codeId?: number,
): Promise<LoginAnswer> {
  const token = newToken()
  await tx(ctx, async (ctx) => {
    if (codeId !== undefined) await spendSmsCode(ctx, codeId)
    if (!(await recordSignIn(ctx.db, user, ctx.ip))) throw new BizError(612)
    await clearFailures(ctx.db, user.accountKey)
    const { ip, device, config } = ctx
    await insertSession(ctx.db, config, { tokenHash: tokenHash(token), userId: user.id, ip, device })
    await writeAudit(ctx, { action, success: true, code: 200, userId: user.id, account: user.account })
  })
  return { token, isSendSms: false, phone: user.phoneMask }
}
