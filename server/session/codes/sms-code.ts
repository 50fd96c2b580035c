import type { z } from 'zod'
import { SmsType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { VerifySmsInput } from '#contract/session/schemas.ts'
import { findCredentialsByPhone } from '../../account/user-queries.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { auditingRefusal } from '../../core/audit-refusal.ts'
import { type Ctx, type TxCtx, tx } from '../../core/context.ts'
import { sameBytes } from '../../core/secrets.ts'
import { CODE_TRIES, countTry, findNewestCodes, markUsed, markVerified, returnTry } from './code-queries.ts'

const { login, resetPassword, register } = SmsType.code

export const SECOND_STEP = (key: string) => `secondStep:${key}`
export const PHONE_LOGIN = 'phoneLogin'
export const RESET = 'reset'
export const REGISTER = 'register'
export const CHANGE_PHONE = (userId: number) => `changePhone:${userId}`

export type CodeCheck = { phoneHash: Buffer; type: number; purpose: string; smsCode: string }

/** Uses up a code that was checked before, in the transaction of what it is used for. */
export async function spendSmsCode(ctx: TxCtx, id: number): Promise<void> {
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
    const codeId = await checkSmsCode(ctx, { phoneHash, type, purpose, smsCode })
    await tx(ctx, async (ctx) => {
      await markVerified(ctx.db, codeId)
      await writeAudit(ctx, {
        action: 'sms.verify',
        success: true,
        code: 200,
        userId: user?.id,
        account: user?.account,
      })
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

/**
 * The code's number where it is right; it stays usable. 703 expired, 704 wrong. Runs outside any transaction: a refused
 * try must count.
 */
export async function checkSmsCode(ctx: Ctx, check: CodeCheck): Promise<number> {
  const { purpose, smsCode } = check
  const open = (await findStandingCodes(ctx, check)).filter(
    ({ usedAt, tries, guessedTooOften }) => !usedAt && tries < CODE_TRIES && !guessedTooOften,
  )
  if (!open.length) throw wrongCode(704)
  const live = open.filter(({ over }) => !over)
  if (!live.length) throw wrongCode(703)
  const tried: typeof live = []
  for (const code of live) if (await countTry(ctx.db, code.id)) tried.push(code)
  const typed = ctx.secrets.codeHash(purpose, smsCode)
  const right = tried.find(({ codeHash }) => sameBytes(codeHash, typed))
  if (!right) throw wrongCode(704)
  for (const { id } of tried) await returnTry(ctx.db, id)
  return right.id
}

/** Only the newest code counts, but what strangers ask for does not void the owner's. */
async function findStandingCodes(ctx: Ctx, { phoneHash, type, purpose }: CodeCheck) {
  const newest = await findNewestCodes(ctx.db, phoneHash, type, purpose)
  const owners = newest.find(({ askedBy }) => askedBy === 'owner')
  return newest.filter(({ id }) => !owners || id >= owners.id)
}

function wrongCode(code: 703 | 704): BizError {
  const error = new BizError(code)
  error.issues.push({ path: ['smsCode'], message: error.message })
  return error
}
