import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { SendSmsInput } from '#contract/session/schemas.ts'
import { smsTooSoon } from '#contract/session/sms-wait.ts'
import { accountKey } from '../../account/account-key.ts'
import { findCredentialsByAccount, findCredentialsByPhone, isPhoneTaken } from '../../account/user-queries.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { auditingRefusal } from '../../core/audit-refusal.ts'
import { type Ctx, type TxCtx, tx } from '../../core/context.ts'
import { newSmsCode } from '../../core/secrets.ts'
import { deliverSms, pretendToDeliver } from '../../core/sms/delivery.ts'
import { checkCaptcha } from './captcha.ts'
import { type AskedBy, deleteCode, findSendCounts, insertCode, lockPhone } from './code-queries.ts'
import { CHANGE_PHONE, PHONE_LOGIN, REGISTER, RESET, SECOND_STEP } from './sms-code.ts'

const { login, resetPassword, changePhone, register } = SmsType.code
const ACTION = 'sms.send'
/** What somebody who did not give the password can have sent to an account's phone in a day. */
const BY_ACCOUNT_DAILY = 3
/** Proves nothing, and stands in nobody's way. */
const NOT_SENT = 'notSent'

type Input = z.output<typeof SendSmsInput>
type User = { id: number; account: string } | undefined
/** Where a code goes and what it proves. `phone` null: nobody is there, but the answer does not say so. */
type Target = { phone: string | null; phoneHash: Buffer; purpose: string; askedBy: AskedBy; user?: User }
type Message = { codeId: number; phone: string | null; code: string; type: number; user: User }

/** No transaction is open while the provider is spoken to: what it did not take is taken back in a second one. */
export async function sendSms(ctx: Ctx, input: Input): Promise<null> {
  // The client's word on who it is counts for nothing; a wrong one is an attack.
  if (input.userId !== undefined && ctx.caller && input.userId !== ctx.caller.userId) throw new BizError(616)
  const message = await auditingRefusal(ctx, ACTION, async (seen) => {
    ctx.note({ objectType: 'sms', detail: { type: input.type } })
    const target = await findTarget(ctx, input)
    seen(target.user)
    const counts = await findSendCounts(ctx.db, { ...target, type: input.type, ip: ctx.ip })
    if (!ctx.caller && counts.addressLately >= ctx.config.SMS_CAPTCHA_AFTER) await checkCaptcha(ctx, input)
    return tx(ctx, (ctx) => reserve(ctx, target, input.type))
  })
  await deliver(ctx, message)
  return null
}

async function findTarget(ctx: Ctx, input: Input): Promise<Target> {
  if (input.type === login && input.account !== undefined) return findAccountTarget(ctx, input.account)
  const [message, code] = MESSAGES.phoneRequired
  if (input.phone === undefined) throw new BizError(code, message, [{ path: ['phone'], message }])
  const { phone } = input
  const phoneHash = ctx.secrets.lookupHash('phone', phone)
  const byPhone = { phone, phoneHash, askedBy: 'phone' } as const
  if (input.type === changePhone) {
    if (!ctx.caller) throw new BizError(601)
    if (await isPhoneTaken(ctx.db, phoneHash, ctx.caller.userId)) throw new BizError(654)
    return { ...byPhone, purpose: CHANGE_PHONE(ctx.caller.userId) }
  }
  if (input.type === register) return { ...byPhone, purpose: REGISTER }
  const user = await findCredentialsByPhone(ctx.db, phoneHash)
  const purpose = input.type === resetPassword ? RESET : PHONE_LOGIN
  return { ...byPhone, phone: user ? phone : null, purpose, user }
}

/** The second step: a user who gave the password a moment ago is the owner, anybody else may be a stranger. */
async function findAccountTarget(ctx: Ctx, account: string): Promise<Target> {
  const key = accountKey(account)
  const user = await findCredentialsByAccount(ctx.db, key)
  return {
    phone: user?.phoneEnc ? ctx.secrets.decrypt(user.phoneEnc) : null,
    phoneHash: user?.phoneHash ?? ctx.secrets.lookupHash('account', key),
    purpose: user ? SECOND_STEP(user.accountKey) : NOT_SENT,
    askedBy: user?.awaitsCode ? 'owner' : 'account',
    user,
  }
}

/** Limits, code and audit entry stand or fall together; twenty requests at once send one SMS. */
async function reserve(ctx: TxCtx, target: Target, type: number): Promise<Message> {
  const { config, ip } = ctx
  const { phoneHash, askedBy, user } = target
  const sending = { phoneHash, type, askedBy, ip }
  await lockPhone(ctx.db, phoneHash)
  const { waitSeconds, phoneToday, addressToday } = await findSendCounts(ctx.db, sending)
  if (waitSeconds !== null && waitSeconds > 0) {
    throw new Refusal('smsTooSoon', smsTooSoon(waitSeconds))
  }
  if (phoneToday >= config.SMS_DAILY_PER_PHONE) throw new BizError(702)
  if (addressToday >= config.SMS_DAILY_PER_ADDRESS) throw new BizError(702)
  // A stranger who has asked often enough goes on as if there were no such account.
  const used = askedBy === 'account' && phoneToday >= BY_ACCOUNT_DAILY
  const { phone, purpose } = used ? { phone: null, purpose: NOT_SENT } : target
  const code = newSmsCode()
  const codeHash = ctx.secrets.codeHash(purpose, code)
  const codeId = await insertCode(ctx.db, { ...sending, purpose, codeHash })
  ctx.note({ detail: { type, askedBy, recipient: phone !== null } })
  await writeAudit(ctx, {
    action: ACTION,
    success: true,
    code: 200,
    userId: user?.id,
    account: user?.account,
  })
  return { codeId, phone, code, type, user }
}

/** What was not sent is not counted. */
async function deliver(ctx: Ctx, { codeId, phone, code, type, user }: Message): Promise<void> {
  try {
    if (phone) await deliverSms(ctx.sms, phone, code, type)
    else await pretendToDeliver(ctx.sms)
  } catch (error) {
    if (phone) ctx.log.error({ err: error }, 'sending an SMS failed')
    await tx(ctx, async (ctx) => {
      await deleteCode(ctx.db, codeId)
      await writeAudit(ctx, {
        action: ACTION,
        success: false,
        code: 701,
        userId: user?.id,
        account: user?.account,
      })
    })
    throw new BizError(701)
  }
}
