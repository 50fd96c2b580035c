// Recording a visit of one child, and withdrawing what was recorded in error.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import {
  type RecordVisit,
  storedVisitNumbers,
  VISIT_WITHDRAWN_WITHIN_DAYS,
  type VisitForm,
  type WithdrawVisit,
} from '#contract/visits/visit-schemas.ts'
import type { TxCtx, UserCtx, UserTxCtx } from '../core/context.ts'
import { selectToday } from '../core/db/today.ts'
import { requireStudent } from '../students/student.ts'
import { isHospital } from './is-hospital.ts'
import { insertVisit, lockOwnVisit, selectScreening, updateWithdrawn } from './visit-queries.ts'

const fault = (field: string, message: string) =>
  new BizError(700, message, [{ path: ['visit', field], message }])

export async function assertVisitDay(ctx: TxCtx, visitedOn: string, checkedOn: string | null): Promise<void> {
  if (visitedOn > (await selectToday(ctx.db))) throw fault('visitedOn', '就诊日期不能晚于今天')
  if (checkedOn !== null && visitedOn < checkedOn)
    throw fault('visitedOn', `就诊日期不能早于筛查日期 ${checkedOn}`)
}

/** A hospital under its own name, everybody else with the name of the one that was visited. */
function hospitalNameOf({ caller }: UserCtx, { hospitalName }: VisitForm): string {
  if (isHospital(caller)) return caller.org?.name ?? ''
  if (hospitalName.length < 2) throw fault('hospitalName', '请填写医院名称')
  return hospitalName
}

/** Sent again after it was withdrawn: nothing is recorded without a person who wants it. */
const WITHDRAWN_BEFORE = '这次就诊登记过，后来已撤销，没有重新登记。如需重新登记，请核对后再保存一次。'

export async function saveVisit(
  ctx: UserTxCtx,
  { studentId, recordId }: { studentId: number; recordId: number | null },
  visit: VisitForm,
): Promise<number> {
  const { caller } = ctx
  const saved = await insertVisit(ctx.db, {
    ...storedVisitNumbers(visit),
    studentId,
    recordId,
    visitedOn: visit.visitedOn,
    source: isHospital(caller) ? VisitSource.code.hospital : VisitSource.code.school,
    orgId: caller.orgId,
    hospitalName: hospitalNameOf(ctx, visit),
    cycloplegic: visit.cycloplegic,
    diagnosis: visit.diagnosis || null,
    treatments: visit.treatments,
    nextOn: visit.nextOn,
    remark: visit.remark || null,
    clientKey: visit.clientKey,
    userId: caller.userId,
    userName: caller.realName,
  })
  if (!saved) throw new Refusal('changedMeanwhile', '这次就诊已由其他机构登记')
  if (saved.withdrawnAt) throw new Refusal('notInThisState', WITHDRAWN_BEFORE)
  return saved.id
}

/** Of a child in the range, who may do it without the letter. */
export async function recordVisit(
  ctx: UserTxCtx,
  { studentId, recordId, visit }: z.output<typeof RecordVisit>,
) {
  await requireStudent(ctx, studentId)
  const screening = await selectScreening(ctx.db, studentId, { recordId, visitedOn: visit.visitedOn })
  if (recordId !== undefined && !screening) throw new BizError(650)
  await assertVisitDay(ctx, visit.visitedOn, screening?.checkedOn ?? null)
  const visitId = await saveVisit(ctx, { studentId, recordId: screening?.id ?? null }, visit)
  ctx.note({ objectType: 'student', objectId: studentId, detail: { visitId } })
  return { visitId }
}

/** It stays on record and counts no longer. */
export async function withdrawVisit(
  ctx: UserTxCtx,
  { visitId, reason }: z.output<typeof WithdrawVisit>,
): Promise<null> {
  const visit = await lockOwnVisit(ctx.db, visitId, ctx.caller.orgId)
  if (!visit) throw new BizError(650)
  if (!isHospital(ctx.caller)) await requireStudent(ctx, visit.studentId)
  ctx.note({ objectType: 'student', objectId: visit.studentId, detail: { visitId, reason } })
  if (visit.withdrawnAt) throw new Refusal('notInThisState', '这条就诊登记已经撤销')
  if (!visit.within) throw new Refusal('notInThisState', `登记满${VISIT_WITHDRAWN_WITHIN_DAYS}天后不能撤销`)
  await updateWithdrawn(ctx.db, visitId, { userId: ctx.caller.userId, reason })
  return null
}
