import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import { BizError, type ErrorCode } from '#contract/core/error-codes.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type { LoginAnswer, LoginInput, SmsLoginInput } from '#contract/session/schemas.ts'
import { accountKey } from '../account/account-key.ts'
import { clearFailures } from '../account/lock-queries.ts'
import { asksForSms } from '../account/sms-policy.ts'
import {
  type Credentials,
  findCredentialsByAccount,
  findCredentialsByPhone,
  recordSignIn,
} from '../account/user-queries.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type Ctx, tx, type UserTxCtx } from '../core/context.ts'
import { orgStateCode } from '../core/http/session-queries.ts'
import { isPassword } from '../core/passwords.ts'
import { newToken, tokenHash } from '../core/secrets.ts'
import { inTurn } from './in-turn.ts'
import { endSession, findLockState, insertFailure, insertSession } from './login-queries.ts'
import { PHONE_LOGIN, SECOND_STEP, useSmsCode } from './sms-code.ts'

const LOGIN = SmsType.code.login

export async function login(ctx: Ctx, input: z.output<typeof LoginInput>): Promise<LoginAnswer> {
  const key = accountKey(input.account)
  return auditingRefusal(ctx, 'session.login', async (seen) => {
    // One after the other per account: guesses at once would otherwise all be made before the first is counted.
    const user = await inTurn(key, async () => {
      await assertNotLocked(ctx, key)
      const found = await findCredentialsByAccount(ctx.db, key)
      seen(found)
      if (await isPassword(found?.passwordHash, input.password)) return found as Credentials
      await insertFailure(ctx.db, key, ctx.ip)
      throw new BizError(603)
    })
    assertMayEnter(user)
    if (await asksForSms(ctx, user)) {
      const phone = user.phoneEnc && maskPhone(ctx.secrets.decrypt(user.phoneEnc))
      if (!input.smsCode || !user.phoneHash) return { token: null, isSendSms: true, phone }
      const purpose = SECOND_STEP(key)
      await useSmsCode(ctx, { phoneHash: user.phoneHash, type: LOGIN, purpose, smsCode: input.smsCode })
    }
    return openSession(ctx, user, 'session.login')
  })
}

/** The way in for the owner of a phone, also while somebody else's guesses keep the password locked (trust R06). */
export async function loginBySms(ctx: Ctx, input: z.output<typeof SmsLoginInput>): Promise<LoginAnswer> {
  return auditingRefusal(ctx, 'session.loginBySms', async (seen) => {
    const phoneHash = ctx.secrets.lookupHash('phone', input.phone)
    const user = await findCredentialsByPhone(ctx.db, phoneHash)
    seen(user)
    await useSmsCode(ctx, { phoneHash, type: LOGIN, purpose: PHONE_LOGIN, smsCode: input.smsCode })
    if (!user) throw new BizError(704)
    assertMayEnter(user)
    return openSession(ctx, user, 'session.loginBySms')
  })
}

export async function logout(ctx: UserTxCtx): Promise<null> {
  await endSession(ctx.db, ctx.caller.tokenHash)
  ctx.note({ objectType: 'user', objectId: ctx.caller.userId })
  return null
}

/** 605 while locked; too many failures from one address stop that address, whatever the account. */
export async function assertNotLocked(ctx: Ctx, key: string): Promise<void> {
  const { locked, addressFailures } = await findLockState(ctx.db, key, ctx.ip)
  if (locked) throw new BizError(605)
  if (addressFailures >= ctx.config.LOGIN_FAILURES_PER_ADDRESS) throw new BizError(429)
}

function assertMayEnter(user: Credentials): void {
  if (!user.enabled) throw new BizError(605)
  // A one-time password that nobody used in time is no password any more.
  if (user.oneTimeOver) throw new BizError(603)
  if (user.orgId === null) return
  const state = orgStateCode(user)
  if (state) throw new BizError(state)
}

async function openSession(ctx: Ctx, user: Credentials, action: string): Promise<LoginAnswer> {
  const token = newToken()
  await tx(ctx, async (ctx) => {
    await clearFailures(ctx.db, user.accountKey)
    await recordSignIn(ctx.db, user.id, ctx.ip)
    const { ip, device, config } = ctx
    await insertSession(ctx.db, config, { tokenHash: tokenHash(token), userId: user.id, ip, device })
    await writeAudit(ctx, { action, success: true, code: 200, userId: user.id, account: user.account })
  })
  return { token, isSendSms: false, phone: user.phoneEnc && maskPhone(ctx.secrets.decrypt(user.phoneEnc)) }
}

/**
 * A refused sign-in is on record, under the account it was aimed at. An account that does not exist is not
 * written down: people type passwords into that field.
 */
async function auditingRefusal<T>(
  ctx: Ctx,
  action: string,
  work: (seen: (user: Credentials | undefined) => void) => Promise<T>,
): Promise<T> {
  let aimedAt: Credentials | undefined
  try {
    return await work((user) => {
      aimedAt = user
    })
  } catch (error) {
    if (error instanceof BizError && error.code >= 600) {
      await writeAudit(ctx, {
        action,
        success: false,
        code: error.code satisfies ErrorCode,
        userId: aimedAt?.id,
        account: aimedAt?.account,
      })
    }
    throw error
  }
}
