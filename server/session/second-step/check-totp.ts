import { Refusal } from '#contract/core/error-codes.ts'
import { secondStepKey } from '../../account/account-key.ts'
import {
  findTotp,
  findTotpState,
  isRecoveryCode,
  spendRecoveryCode,
  spendStep,
} from '../../account/second-step/totp-queries.ts'
import type { Ctx, TxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { countedAttempt } from '../passwords/password-attempt.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { matchingStep, STEP_SECONDS } from './totp.ts'

/** Uses up a proof that was checked before, in the transaction of what it is used for. */
export type Spend = (ctx: TxCtx) => Promise<void>
type Owner = { id: number; accountKey: string }

/**
 * The code of the authenticator or a recovery code. Wrong ones lock the second step like wrong passwords lock the
 * first, under a count of their own: who guesses passwords does not keep the owner of a phone out.
 */
export async function checkTotp(ctx: Ctx, owner: Owner, typed: string): Promise<Spend> {
  let spend: Spend | null = null
  await countedAttempt(ctx, secondStepKey(owner.accountKey), async () => {
    spend = await findProof(ctx, owner.id, typed.replace(/\s/g, ''))
    return spend !== null
  })
  if (!spend) throw wrongTotpCode()
  return spend
}

async function findProof(ctx: Ctx, userId: number, typed: string): Promise<Spend | null> {
  if (!/^\d{6}$/.test(typed)) return findRecoveryCode(ctx, userId, typed)
  const totp = await findTotp(ctx.db, userId, STEP_SECONDS)
  const step = totp && matchingStep(ctx.secrets.decryptBytes(totp.secretEnc), typed, totp)
  if (!step) return null
  return async (ctx) => {
    if (!(await spendStep(ctx.db, userId, step))) throw wrongTotpCode()
  }
}

async function findRecoveryCode(ctx: Ctx, userId: number, typed: string): Promise<Spend | null> {
  const hash = recoveryCodeHash(ctx, userId, typed)
  if (!(await isRecoveryCode(ctx.db, userId, hash))) return null
  return async (ctx) => {
    if (!(await spendRecoveryCode(ctx.db, userId, hash))) throw wrongTotpCode()
    const { codesLeft } = await findTotpState(ctx.db, userId)
    ctx.note({ detail: { recoveryCode: true, codesLeft } })
    await sendMessage(ctx, recoveryCodeUsed(codesLeft), { userIds: [userId] })
  }
}

const recoveryCodeUsed = (left: number) => ({
  kind: 'account',
  title: '您的账号使用了一个恢复码',
  body: `恢复码还剩 ${left} 个。换了手机请在“我的账号”更换身份验证器；如果不是您本人操作，请立即修改密码并联系管理员。`,
  link: '/account/account-management',
})

export function wrongTotpCode(): Refusal {
  const error = new Refusal('wrongTotpCode', '验证码错误或已用过，请输入新的验证码')
  error.issues.push({ path: ['totpCode'], message: error.message })
  return error
}
