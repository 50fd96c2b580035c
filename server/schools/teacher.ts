import type { z } from 'zod'
import { RoleType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { AssignClasses } from '#contract/schools/schemas.ts'
import { requireAccount, requireManageable } from '../authority/account.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { lockRosters } from './roster-queries.ts'
import { countOwn, replaceAssigned, selectAssigned } from './teacher-queries.ts'

export async function findTeacherScope(ctx: UserCtx, { userId }: { userId: number }) {
  const account = await requireAccount(ctx, userId)
  return { userId, orgId: account.orgId as number, ...(await selectAssigned(ctx.db, userId)) }
}

/** What a class teacher or grade head sees from the next request on. One foreign class refuses all of it. */
export async function assignClasses(ctx: UserTxCtx, input: z.output<typeof AssignClasses>): Promise<null> {
  const account = await requireManageable(ctx, input.userId)
  const { gradeHead, classTeacher } = RoleType.code
  const classIds = [...new Set(input.classIds)]
  const gradeIds = [...new Set(input.gradeIds)]
  if (classIds.length > 0 && account.roleType !== classTeacher)
    throw new BizError(700, '只有班主任可以分配班级')
  if (gradeIds.length > 0 && account.roleType !== gradeHead)
    throw new BizError(700, '只有年级组长可以分配年级')
  await lockRosters(ctx.db, [account.orgId as number], 'share')
  const own = await countOwn(ctx.db, account.orgId as number, classIds, gradeIds)
  if (own.classes < classIds.length || own.grades < gradeIds.length) throw new BizError(650)
  await replaceAssigned(ctx.db, account.userId, classIds, gradeIds)
  ctx.note({ detail: { classIds, gradeIds } })
  return null
}
