import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { SendSmsInput, VerifySmsInput } from '#contract/session/schemas.ts'
import { accountKey } from '../account/account-key.ts'
import { findCredentialsByAccount, findCredentialsByPhone, isPhoneTaken } from '../account/user-queries.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { auditingRefusal } from '../core/audit-refusal.ts'
import { type Ctx, tx } from '../core/context.ts'
import { newSmsCode, sameBytes } from '../core/secrets.ts'
import { checkCaptcha } from './captcha.ts'
import {
  CODE_TRIES,
  deleteCode,
  findNewestCode,
  findSendCounts,
  insertCode,
  lockPhone,
  markUsed,
  markVerified,
  returnTry,
  takeTry,
} from './code-queries.ts'

const { login, resetPassword, changePhone, register } = SmsType.code

/** Where a code goes and what it proves. `phone` null: nobody is there, but the answer does not say so. */
type Target = {
  phone: string | null
  phoneHash: Buffer
  purpose: string
  user?: { id: number; account: string } | undefined
}

export const SECOND_STEP = (key: string) => `secondStep:${key}`
export const PHONE_LOGIN = 'phoneLogin'
export const RESET = 'reset'
export const REGISTER = 'register'
export const CHANGE_PHONE = (userId: number) => `changePhone:${userId}`

export async function sendSms(ctx: Ctx, input: z.output<typeof SendSmsInput>): Promise<null> {
  // The client's word on who it is counts for nothing; a wrong one is an attack (trust §1.7).
  if (input.userId !== undefined && ctx.caller && input.userId !== ctx.caller.userId) throw new BizError(616)
  return auditingRefusal(ctx, 'sms.send', async (seen) => {
    ctx.note({ objectType: 'sms', detail: { type: input.type } })
    const target = await findTarget(ctx, input)
    const { phone, user } = target
    seen(user)
    const code = newSmsCode()
    const id = await reserve(ctx, target, input, code)
    if (phone) await deliver(ctx, id, () => ctx.sms.send(phone, code, input.type))
    ctx.note({ detail: { type: input.type, delivered: phone !== null } })
    await writeAudit(ctx, {
      action: 'sms.send',
      success: true,
      code: 200,
      userId: user?.id,
      account: user?.account,
    })
    return null
  })
}

/** What was not sent is not counted. */
async function deliver(ctx: Ctx, codeId: number, send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    ctx.log.error({ err: error }, 'sending an SMS failed')
    await deleteCode(ctx.db, codeId)
    throw new BizError(701)
  }
}

async function findTarget(ctx: Ctx, input: z.output<typeof SendSmsInput>): Promise<Target> {
  if (input.type === login && input.account !== undefined) {
    const key = accountKey(input.account)
    const user = await findCredentialsByAccount(ctx.db, key)
    const phone = user?.phoneEnc ? ctx.secrets.decrypt(user.phoneEnc) : null
    const phoneHash = user?.phoneHash ?? ctx.secrets.lookupHash('phone', `account:${key}`)
    return { phone, phoneHash, purpose: SECOND_STEP(key), user }
  }
  const [message, code] = MESSAGES.phoneRequired
  if (input.phone === undefined) throw new BizError(code, message, [{ path: ['phone'], message }])
  const phoneHash = ctx.secrets.lookupHash('phone', input.phone)
  if (input.type === changePhone) {
    if (!ctx.caller) throw new BizError(601)
    if (await isPhoneTaken(ctx.db, phoneHash, ctx.caller.userId)) throw new BizError(654)
    return { phone: input.phone, phoneHash, purpose: CHANGE_PHONE(ctx.caller.userId) }
  }
  if (input.type === register) return { phone: input.phone, phoneHash, purpose: REGISTER }
  const user = await findCredentialsByPhone(ctx.db, phoneHash)
  return {
    phone: user ? input.phone : null,
    phoneHash,
    purpose: input.type === resetPassword ? RESET : PHONE_LOGIN,
    user,
  }
}

/** Checks the limits and writes the code in one transaction, so that twenty requests at once send one SMS. */
async function reserve(ctx: Ctx, target: Target, input: z.output<typeof SendSmsInput>, code: string) {
  const { config, ip } = ctx
  const { phoneHash, purpose } = target
  const lately = await findSendCounts(ctx.db, phoneHash, input.type, ip)
  if (!ctx.caller && lately.addressLately >= config.SMS_CAPTCHA_AFTER) await checkCaptcha(ctx, input)
  return tx(ctx, async (ctx) => {
    await lockPhone(ctx.db, phoneHash)
    const counts = await findSendCounts(ctx.db, phoneHash, input.type, ip)
    if (counts.waitSeconds !== null && counts.waitSeconds > 0) {
      throw new BizError(700, `验证码已发送，请${counts.waitSeconds}秒后再试`)
    }
    if (counts.phoneToday >= config.SMS_DAILY_PER_PHONE) throw new BizError(702)
    if (counts.addressToday >= config.SMS_DAILY_PER_ADDRESS) throw new BizError(702)
    const codeHash = ctx.secrets.codeHash(purpose, code)
    return insertCode(ctx.db, { phoneHash, type: input.type, purpose, codeHash, ip })
  })
}

export type CodeCheck = { phoneHash: Buffer; type: number; purpose: string; smsCode: string }

/** 703 expired, 704 wrong; a right code is used up. Runs outside any transaction: a refused try must count. */
export async function consumeSmsCode(ctx: Ctx, check: CodeCheck): Promise<void> {
  await spendSmsCode(ctx, await checkSmsCode(ctx, check))
}

/** Uses up a code that was checked before. */
export async function spendSmsCode(ctx: Ctx, id: number): Promise<void> {
  if (!(await markUsed(ctx.db, id))) throw wrongCode(704)
}

/** The first of two steps: the code is right, and stays usable for the second. */
export async function verifySms(ctx: Ctx, input: z.output<typeof VerifySmsInput>): Promise<null> {
  const { type, smsCode } = input
  const phoneHash = ctx.secrets.lookupHash('phone', input.phone)
  return auditingRefusal(ctx, 'sms.verify', async (seen) => {
    ctx.note({ objectType: 'sms', detail: { type } })
    const user = await findCredentialsByPhone(ctx.db, phoneHash)
    seen(user)
    const purpose = purposeOf(ctx, type)
    await markVerified(ctx.db, await checkSmsCode(ctx, { phoneHash, type, purpose, smsCode }))
    await writeAudit(ctx, {
      action: 'sms.verify',
      success: true,
      code: 200,
      userId: user?.id,
      account: user?.account,
    })
    return null
  })
}

/** What a code of this type proves where it is entered by itself. */
function purposeOf(ctx: Ctx, type: CodeOf<typeof SmsType>): string {
  if (type === login) return PHONE_LOGIN
  if (type === resetPassword) return RESET
  return type === register ? REGISTER : CHANGE_PHONE(ctx.caller?.userId ?? 0)
}

/** The code's number where it is right; it stays usable. */
export async function checkSmsCode(ctx: Ctx, check: CodeCheck): Promise<number> {
  const { phoneHash, type, purpose, smsCode } = check
  const known = await findNewestCode(ctx.db, phoneHash, type, purpose)
  if (!known || known.usedAt || known.tries >= CODE_TRIES || known.guessedTooOften) throw wrongCode(704)
  if (known.over) throw wrongCode(703)
  if (!(await takeTry(ctx.db, known.id))) throw wrongCode(704)
  if (!sameBytes(known.codeHash, ctx.secrets.codeHash(purpose, smsCode))) throw wrongCode(704)
  await returnTry(ctx.db, known.id)
  return known.id
}

function wrongCode(code: 703 | 704): BizError {
  const error = new BizError(code)
  error.issues.push({ path: ['smsCode'], message: error.message })
  return error
}
