import type { z } from 'zod'
import { BizError, REFUSALS, Refusal } from '#contract/core/error-codes.ts'
import type { RevealStudent } from '#contract/students/schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { tx, type UserCtx, type UserTxCtx } from '../core/context.ts'
import { sendMessage } from '../messages/message.ts'
import { lockReveals, REVEAL, selectReveals } from './reveal-queries.ts'
import { requireStudent } from './student.ts'

/** The numbers in full, once, with the reason on record; where that cannot be written nothing is disclosed. */
export async function revealStudent(ctx: UserCtx, { studentId, reason }: z.output<typeof RevealStudent>) {
  ctx.note({ objectType: 'student', objectId: studentId, detail: { reason } })
  try {
    return await tx(ctx, async (ctx) => {
      const student = await requireStudent(ctx, studentId)
      await assertNotTooMany(ctx)
      await record(ctx, true, 200)
      const open = (sealed: Buffer | null) => sealed && ctx.secrets.decrypt(sealed)
      return {
        name: student.name,
        parentName: student.parentName,
        idCard: open(student.idCardEnc),
        passportNo: open(student.passportEnc),
        studentNo: open(student.studentNoEnc),
        parentPhone: open(student.parentPhoneEnc),
      }
    })
  } catch (error) {
    if (error instanceof BizError) await recordRefusal(ctx, error)
    throw error
  }
}

const record = (ctx: UserCtx, success: boolean, code: number) =>
  writeAudit(ctx, { action: REVEAL, success, code })

/** Stops an account that goes through the students one by one. */
async function assertNotTooMany(ctx: UserTxCtx): Promise<void> {
  const { REVEALS_PER_HOUR, REVEALS_PER_DAY } = ctx.config
  await lockReveals(ctx.db, ctx.caller.userId)
  const { inHour, inDay } = await selectReveals(ctx.db, ctx.caller.userId)
  if (inDay >= REVEALS_PER_DAY) throw tooMany(`每天最多查看 ${REVEALS_PER_DAY} 次完整信息，请明天再查看`)
  if (inHour >= REVEALS_PER_HOUR) throw tooMany(`每小时最多查看 ${REVEALS_PER_HOUR} 次完整信息，请稍后再查看`)
}

const tooMany = (sentence: string) => new Refusal('tooManyReveals', `${sentence}；需要大批核对的，请导出名单`)

/** The administrators hear of the first one of a day: the next hundred would tell them nothing more. */
async function recordRefusal(ctx: UserCtx, { code, message }: BizError): Promise<void> {
  await tx(ctx, async (ctx) => {
    await lockReveals(ctx.db, ctx.caller.userId)
    const { refusedInDay } = await selectReveals(ctx.db, ctx.caller.userId)
    await record(ctx, false, code)
    if (code !== REFUSALS.tooManyReveals || refusedInDay > 0) return
    const { realName, account, orgId } = ctx.caller
    await sendMessage(
      ctx,
      {
        kind: 'student.reveal',
        title: `${realName}查看完整证件号的次数已到上限`,
        body: `账号 ${account}（${realName}）查看学生完整信息时被拒绝：${message}。请核实是否为工作需要；如非本人操作，请停用该账号并重置密码。`,
      },
      { adminsOf: orgId === null ? [] : [orgId] },
    )
  })
}
