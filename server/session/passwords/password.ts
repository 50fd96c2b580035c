import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { ChangePasswordInput, ChangePhoneInput, ResetPasswordInput } from '#contract/session/schemas.ts'
import { accountKey } from '../../account/account-key.ts'
import { clearFailures } from '../../account/lock-queries.ts'
import { takenBy } from '../../account/new-user.ts'
import { sealPhone } from '../../account/sealed-phone.ts'
import { revokeSessions } from '../../account/session-list-queries.ts'
import {
  findCredentialsByPhone,
  findPasswordHash,
  isPhoneTaken,
  updatePassword,
  updatePhone,
} from '../../account/user-queries.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { auditingRefusal } from '../../core/audit-refusal.ts'
import { type Ctx, tx, type UserCtx } from '../../core/context.ts'
import { CHANGE_PHONE, checkSmsCode, RESET, spendSmsCode } from '../codes/sms-code.ts'
import { countedAttempt } from './password-attempt.ts'
import { assertAcceptablePassword } from './password-policy.ts'

export const findRemainingDays = async (ctx: UserCtx): Promise<number> => ctx.caller.passwordRemainingDays

/** The owner changes the password: every session ends, this one too. */
export async function changePassword(
  ctx: UserCtx,
  input: z.output<typeof ChangePasswordInput>,
): Promise<null> {
  const { caller } = ctx
  return auditingRefusal(ctx, 'password.change', async () => {
    await assertOwnPassword(ctx, input.oldPassword, 'oldPassword')
    const phone = caller.phoneEnc && ctx.secrets.decrypt(caller.phoneEnc)
    const owner = { account: caller.account, phone, orgName: caller.org?.name ?? null }
    const password = await assertAcceptablePassword(ctx.config, 'change', input.newPassword, owner)
    if (password === input.oldPassword) throw sameAsBefore()
    const passwordHash = await ctx.passwords.hash(password)
    await tx(ctx, async (ctx) => {
      await updatePassword(ctx.db, caller.userId, passwordHash)
      await revokeSessions(ctx.db, caller.userId, 601)
      ctx.note({ objectType: 'user', objectId: caller.userId })
      await writeAudit(ctx, { action: 'password.change', success: true, code: 200 })
    })
    return null
  })
}

/**
 * Second step of the reset: the code that was verified in the first is used up here. The new password is looked
 * at only once the code is right: whether it contains the account would tell whose phone it is.
 */
export async function resetPassword(ctx: Ctx, input: z.output<typeof ResetPasswordInput>): Promise<null> {
  const action = 'password.reset'
  return auditingRefusal(ctx, action, async (seen) => {
    const { phone, smsCode } = input
    const phoneHash = ctx.secrets.lookupHash('phone', phone)
    const user = await findCredentialsByPhone(ctx.db, phoneHash)
    seen(user)
    const type = SmsType.code.resetPassword
    const codeId = await checkSmsCode(ctx, { phoneHash, type, purpose: RESET, smsCode })
    if (!user) throw new BizError(704)
    const { account, orgName } = user
    const owner = { account, phone, orgName }
    const password = await assertAcceptablePassword(ctx.config, 'reset', input.newPassword, owner)
    const passwordHash = await ctx.passwords.hash(password)
    await tx(ctx, async (ctx) => {
      await spendSmsCode(ctx, codeId)
      await updatePassword(ctx.db, user.id, passwordHash)
      await revokeSessions(ctx.db, user.id, 601)
      await clearFailures(ctx.db, user.accountKey)
      ctx.note({ objectType: 'user', objectId: user.id })
      await writeAudit(ctx, { action, success: true, code: 200, userId: user.id, account })
    })
    return null
  })
}

/** A stolen token is not enough to move the account to another phone. */
export async function changePhone(ctx: UserCtx, input: z.output<typeof ChangePhoneInput>): Promise<null> {
  const { caller, secrets } = ctx
  const action = 'account.changePhone'
  return auditingRefusal(ctx, action, async () => {
    await assertOwnPassword(ctx, input.password, 'password')
    const phoneHash = secrets.lookupHash('phone', input.phone)
    if (await isPhoneTaken(ctx.db, phoneHash, caller.userId)) throw new BizError(654)
    const type = SmsType.code.changePhone
    const purpose = CHANGE_PHONE(caller.userId)
    const codeId = await checkSmsCode(ctx, { phoneHash, type, purpose, smsCode: input.smsCode })
    try {
      await tx(ctx, async (ctx) => {
        await spendSmsCode(ctx, codeId)
        await updatePhone(ctx.db, caller.userId, sealPhone(secrets, input.phone))
        await revokeSessions(ctx.db, caller.userId, 601, caller.tokenHash)
        ctx.note({ objectType: 'user', objectId: caller.userId })
        await writeAudit(ctx, { action, success: true, code: 200 })
      })
    } catch (error) {
      throw takenBy(error) ?? error
    }
    return null
  })
}

/** 607; guesses count like those at the login page. */
export async function assertOwnPassword(ctx: UserCtx, typed: string, field: string): Promise<void> {
  const { account, userId } = ctx.caller
  const compare = async () => ctx.passwords.matches(await findPasswordHash(ctx.db, userId), typed)
  if (await countedAttempt(ctx, accountKey(account), compare)) return
  const error = new BizError(607)
  error.issues.push({ path: [field], message: error.message })
  throw error
}

function sameAsBefore(): BizError {
  const message = '新密码不能与原密码相同'
  return new BizError(622, message, [{ path: ['newPassword'], message }])
}
