import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { ConfirmTotpInput, OwnerProof, StartTotpInput } from '#contract/session/second-step.ts'
import { accountKey } from '../../account/account-key.ts'
import {
  deleteTotp,
  findEnrolment,
  hasTotp,
  saveEnrolment,
  saveTotp,
} from '../../account/second-step/totp-queries.ts'
import { findWantedStep, signsInAs, stepWithoutTotp } from '../../account/second-step/wanted-step.ts'
import { revokeSessions } from '../../account/session-list-queries.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { auditingRefusal } from '../../core/audit-refusal.ts'
import { tx, type UserCtx, type UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { liftRestriction } from '../login-queries.ts'
import { assertOwnPassword } from '../passwords/password.ts'
import { checkTotp, type Spend, wrongTotpCode } from './check-totp.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { base32, matchingStep, newTotpSecret, STEP_SECONDS } from './totp.ts'

/** Makes a secret that counts once its first code was typed; until then a device that is there stays good. */
export function startTotp(ctx: UserCtx, input: z.output<typeof StartTotpInput>) {
  const action = 'secondStep.start'
  return auditingRefusal(ctx, action, async () => {
    const { userId } = ctx.caller
    const spend = await proveOwner(ctx, input)
    const secret = newTotpSecret()
    await tx(ctx, async (ctx) => {
      await spend?.(ctx)
      await saveEnrolment(ctx.db, userId, ctx.secrets.encryptBytes(secret))
      ctx.note({ objectType: 'user', objectId: userId })
      await writeAudit(ctx, { action, success: true, code: 200 })
    })
    return { secret: base32(secret) }
  })
}

/**
 * Nothing is asked of a session that was opened for this a moment ago, as long as there is no device: with one, a session
 * that only knows the password must not put another in its place.
 */
async function proveOwner(ctx: UserCtx, input: z.output<typeof StartTotpInput>): Promise<Spend | undefined> {
  const enrolled = await hasTotp(ctx.db, ctx.caller.userId)
  if (ctx.caller.mustEnrol && !enrolled) return undefined
  const { password, totpCode } = input
  if (password === undefined) throw missing('password', 'passwordRequired')
  if (!enrolled) {
    await assertOwnPassword(ctx, password, 'password')
    return undefined
  }
  if (totpCode === undefined) throw missing('totpCode', 'totpCodeRequired')
  return proveBoth(ctx, { password, totpCode })
}

async function proveBoth(ctx: UserCtx, { password, totpCode }: z.output<typeof OwnerProof>): Promise<Spend> {
  await assertOwnPassword(ctx, password, 'password')
  const { userId, account } = ctx.caller
  return checkTotp(ctx, { id: userId, accountKey: accountKey(account) }, totpCode)
}

/** From here on every way in asks for a code; other sessions end, this one is whole. */
export async function confirmTotp(ctx: UserTxCtx, { totpCode }: z.output<typeof ConfirmTotpInput>) {
  const { userId, tokenHash, mustEnrol } = ctx.caller
  ctx.note({ objectType: 'user', objectId: userId })
  const enrolment = await findEnrolment(ctx.db, userId, STEP_SECONDS)
  if (!enrolment) throw new Refusal('notInThisState', '二维码已过期，请重新开始设置')
  const secret = ctx.secrets.decryptBytes(enrolment.secretEnc)
  const { currentStep, secretEnc } = enrolment
  const lastStep = matchingStep(secret, totpCode.replace(/\s/g, ''), { currentStep, lastStep: 0 })
  if (lastStep === null) throw wrongTotpCode()
  if (!(await saveTotp(ctx.db, { userId, secretEnc, lastStep }, { replace: !mustEnrol })))
    throw new BizError(612)
  await liftRestriction(ctx.db, tokenHash)
  await revokeSessions(ctx.db, userId, 601, tokenHash)
  const recoveryCodes = await issueRecoveryCodes(ctx, userId)
  await tell(ctx, '您的账号已启用身份验证器', '今后登录时需要输入动态验证码。')
  return { recoveryCodes }
}

export function disableTotp(ctx: UserCtx, input: z.output<typeof OwnerProof>) {
  const action = 'secondStep.disable'
  return auditingRefusal(ctx, action, async () => {
    const { caller } = ctx
    await assertEnrolled(ctx)
    const { demanded } = await findWantedStep(ctx, signsInAs(caller))
    if (demanded && stepWithoutTotp(ctx, caller) === 'enrol') {
      throw new Refusal('notInThisState', '平台要求您的账号使用二次验证，不能停用；换手机请用“更换设备”')
    }
    const spend = await proveBoth(ctx, input)
    await tx(ctx, async (ctx) => {
      await spend(ctx)
      await deleteTotp(ctx.db, caller.userId)
      await revokeSessions(ctx.db, caller.userId, 601, caller.tokenHash)
      ctx.note({ objectType: 'user', objectId: caller.userId })
      await tell(ctx, '您的账号已停用身份验证器', '今后登录不再需要动态验证码。')
      await writeAudit(ctx, { action, success: true, code: 200 })
    })
    return null
  })
}

export function renewRecoveryCodes(ctx: UserCtx, input: z.output<typeof OwnerProof>) {
  const action = 'secondStep.renewCodes'
  return auditingRefusal(ctx, action, async () => {
    const { userId } = ctx.caller
    await assertEnrolled(ctx)
    const spend = await proveBoth(ctx, input)
    return tx(ctx, async (ctx) => {
      await spend(ctx)
      const recoveryCodes = await issueRecoveryCodes(ctx, userId)
      ctx.note({ objectType: 'user', objectId: userId })
      await writeAudit(ctx, { action, success: true, code: 200 })
      return { recoveryCodes }
    })
  })
}

async function assertEnrolled(ctx: UserCtx): Promise<void> {
  if (await hasTotp(ctx.db, ctx.caller.userId)) return
  throw new Refusal('notInThisState', '您的账号没有启用身份验证器')
}

/** So that an owner who did not do this learns of it. */
const tell = (ctx: UserTxCtx, title: string, what: string) =>
  sendMessage(
    ctx,
    {
      kind: 'account',
      title,
      body: `${what}如果不是您本人操作，请立即修改密码并联系管理员。`,
      link: '/account/account-management',
    },
    { userIds: [ctx.caller.userId] },
  )

function missing(field: string, name: 'passwordRequired' | 'totpCodeRequired'): BizError {
  const [message, code] = MESSAGES[name]
  return new BizError(code, message, [{ path: [field], message }])
}
