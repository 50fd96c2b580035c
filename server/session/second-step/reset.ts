import { deleteTotp } from '../../account/second-step/totp-queries.ts'
import { revokeSessions } from '../../account/session-list-queries.ts'
import { requireManageable } from '../../authority/account.ts'
import type { TxCtx, UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'

/** For who has lost the phone and the recovery codes; done twice it changes nothing the second time. */
export async function resetSecondStep(ctx: UserTxCtx, { userId }: { userId: number }): Promise<null> {
  await requireManageable(ctx, userId)
  const { org, realName } = ctx.caller
  await removeSecondStep(ctx, userId, `${org?.name ?? ''}的管理员${realName}`)
  return null
}

/** False where there was nothing to remove. `by` is who the owner is to turn to. */
export async function removeSecondStep(ctx: TxCtx, userId: number, by: string): Promise<boolean> {
  const removed = await deleteTotp(ctx.db, userId)
  ctx.note({ objectType: 'user', objectId: userId, detail: { removed } })
  if (!removed) return false
  await revokeSessions(ctx.db, userId, 601)
  const message = {
    kind: 'account',
    title: '您的二次验证已被重置',
    body: `${by}移除了您账号的身份验证器和恢复码。请在“我的账号”重新启用；如果不是您要求的，请立即修改密码并联系管理员。`,
    link: '/account/account-management',
  }
  await sendMessage(ctx, message, { userIds: [userId] })
  return true
}
