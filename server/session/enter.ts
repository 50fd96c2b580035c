import type { AuditAction } from '#contract/core/audit-actions.ts'
import { SmsType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { LoginAnswer, SecondStep } from '#contract/session/schemas.ts'
import { clearFailures } from '../account/lock-queries.ts'
import { findWantedStep } from '../account/second-step/wanted-step.ts'
import { type Credentials, recordSignIn, startSecondStep } from '../account/user-queries.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type Ctx, tx } from '../core/context.ts'
import { orgStateCode } from '../core/http/session-queries.ts'
import { newToken, tokenHash } from '../core/secrets.ts'
import { checkSmsCode, SECOND_STEP, spendSmsCode } from './codes/sms-code.ts'
import { insertSession } from './login-queries.ts'
import { countedAttempt } from './passwords/password-attempt.ts'
import { checkTotp, type Spend } from './second-step/check-totp.ts'

export type WayIn = {
  /** Name of the audit entry. */
  action: AuditAction
  /** What the person has proven already; the same is no second step. */
  proven: 'password' | 'phone' | 'elsewhere'
  /** Uses the first proof up. */
  spend?: Spend
  /** Lets the first proof last until the second step is done. */
  keep?: Spend
}
export type SecondProof = { smsCode?: string; totpCode?: string; password?: string }

/** Every way in ends here: whatever was proven first, the second step is the same. */
export async function enter(
  ctx: Ctx,
  user: Credentials,
  way: WayIn,
  given: SecondProof,
): Promise<LoginAnswer> {
  assertMayEnter(user)
  const { asks } = await findWantedStep(ctx, user)
  if (asks === null) return openSession(ctx, user, way)
  if (asks === 'enrol' && way.proven !== 'phone') return openSession(ctx, user, way, { mustEnrol: true })
  // A second code to the same phone would prove nothing new.
  const step = asks === 'totp' ? 'totp' : way.proven === 'phone' ? 'password' : 'sms'
  const spend = await CHECKS[step](ctx, user, given)
  return spend ? openSession(ctx, user, way, { spend }) : awaitStep(ctx, user, way, step)
}

function assertMayEnter(user: Credentials): void {
  if (!user.enabled) throw new BizError(605)
  // A one-time password that nobody used in time is no password any more.
  if (user.oneTimeOver) throw new BizError(603)
  if (user.orgId === null) return
  const state = orgStateCode(user)
  if (state) throw new BizError(state)
}

/** What uses the second proof up where it is right; null where it is still to come. */
type Check = (ctx: Ctx, user: Credentials, given: SecondProof) => Promise<Spend | null>

const CHECKS: Record<SecondStep, Check> = {
  async totp(ctx, user, { totpCode }) {
    return totpCode ? checkTotp(ctx, user, totpCode) : null
  },
  async sms(ctx, { phoneHash, accountKey }, { smsCode }) {
    if (!smsCode || !phoneHash) return null
    const purpose = SECOND_STEP(accountKey)
    const codeId = await checkSmsCode(ctx, { phoneHash, type: SmsType.code.login, purpose, smsCode })
    return (ctx) => spendSmsCode(ctx, codeId)
  },
  async password(ctx, { accountKey, passwordHash }, { password }) {
    if (!password) return null
    const compare = () => ctx.passwords.matches(passwordHash, password)
    if (await countedAttempt(ctx, accountKey, compare)) return async () => undefined
    const error = new BizError(603)
    error.issues.push({ path: ['password'], message: error.message })
    throw error
  },
}

/** The first proof was right, the second is still to come: from here on the owner is known to ask for a code. */
async function awaitStep(ctx: Ctx, user: Credentials, way: WayIn, step: SecondStep): Promise<LoginAnswer> {
  await tx(ctx, async (ctx) => {
    await way.keep?.(ctx)
    if (step === 'sms') await startSecondStep(ctx.db, user.id)
    ctx.note({ detail: { step } })
    const { id: userId, account } = user
    await writeAudit(ctx, { action: 'session.secondStep', success: true, code: 200, userId, account })
  })
  return { token: null, isSendSms: step === 'sms', phone: user.phoneMask, secondStep: step }
}

async function openSession(
  ctx: Ctx,
  user: Credentials,
  way: WayIn,
  { spend, mustEnrol = false }: { spend?: Spend; mustEnrol?: boolean } = {},
): Promise<LoginAnswer> {
  const token = newToken()
  await tx(ctx, async (ctx) => {
    await way.spend?.(ctx)
    await spend?.(ctx)
    if (!(await recordSignIn(ctx.db, user, ctx.ip))) throw new BizError(612)
    await clearFailures(ctx.db, user.accountKey)
    const { ip, device, config } = ctx
    const session = { tokenHash: tokenHash(token), userId: user.id, ip, device, mustEnrol }
    await insertSession(ctx.db, config, session)
    if (mustEnrol) ctx.note({ detail: { mustEnrol } })
    const { id: userId, account } = user
    await writeAudit(ctx, { action: way.action, success: true, code: 200, userId, account })
  })
  return { token, isSendSms: false, phone: user.phoneMask, secondStep: null }
}
