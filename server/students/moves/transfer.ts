import type { z } from 'zod'
import { HistoryStatus } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import type { SchoolSearchQuery } from '#contract/schools/schemas.ts'
import { normalDocument } from '#contract/students/identity.ts'
import type { TransferApplication } from '#contract/students/schemas.ts'
import { type ApprovalEffects, submitApproval } from '../../approvals/approval.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { nameFor } from '../../core/private-names.ts'
import { sendMessage } from '../../messages/message.ts'
import { requireOrg } from '../../orgs/org.ts'
import { gradeNameOf } from '../../schools/roster.ts'
import { lockRosters } from '../../schools/roster-queries.ts'
import { withAreaNames } from '../../schools/school.ts'
import { studentNoHash } from '../sealed-student.ts'
import { guardStudent, requireStudent } from '../student.ts'
import { forgetFace, selectByDocument, updateStudent } from '../student-queries.ts'
import { endEnrolments, openEnrolments, placeStudents } from './enrolment-queries.ts'
import {
  hasOpenApplication,
  isClassOpen,
  lockStudent,
  selectSchoolsOfProvince,
  selectTargetClass,
  selectTargetClasses,
} from './transfer-queries.ts'

const provinceOf = ({ caller }: UserCtx): string => caller.org?.provinceId ?? ''

export async function listTransferTargets(ctx: UserCtx, query: z.output<typeof SchoolSearchQuery>) {
  return withAreaNames(ctx, await selectSchoolsOfProvince(ctx.db, provinceOf(ctx), query))
}

export async function listTargetClasses(ctx: UserCtx, { orgId }: { orgId: number }) {
  const classes = await selectTargetClasses(ctx.db, provinceOf(ctx), orgId)
  const grades = new Map(
    classes.map((each) => [
      each.gradeId,
      { gradeId: each.gradeId, gradeName: gradeNameOf(each), prefix: each.prefix },
    ]),
  )
  return [...grades.values()].map((grade) => ({
    ...grade,
    classes: classes.filter(({ gradeId }) => gradeId === grade.gradeId),
  }))
}

/** Between schools: one of the two sides asks, an administrator above both decides. */
export async function applyTransfer(ctx: UserTxCtx, input: TransferApplication) {
  const { userId, orgId } = ctx.caller
  // The applicant is the signed-in user; a form that says otherwise was tampered with.
  const claimed = [input.applicationUserId ?? userId, input.applicationOrgId ?? orgId]
  if (claimed[0] !== userId || claimed[1] !== orgId) throw new BizError(616)
  const target = await selectTargetClass(ctx.db, provinceOf(ctx), input.newClassId)
  const fits =
    target?.orgId === input.newOrgId &&
    (input.newGradeId === undefined || input.newGradeId === target.gradeId)
  if (!target || !fits) throw new BizError(650)
  const student = await studentOf(ctx, input)
  if (student.orgId === target.orgId) {
    const already = '学生已在该校就读，校内调班无需申请'
    throw new BizError(700, student.classId !== null ? already : '学生曾在该校就读，请在历史学生中恢复')
  }
  const isNew = !(await hasOpenApplication(ctx.db, student.id, target.orgId))
  const applicationId = await submitApproval(ctx, {
    kind: 'transfer',
    studentId: student.id,
    fromOrgId: student.orgId,
    toOrgId: target.orgId,
    toGradeId: target.gradeId,
    toClassId: target.classId,
    reason: input.reason,
  })
  ctx.note({ objectType: 'approval', objectId: applicationId, detail: { studentId: student.id } })
  if (isNew) await tellApplied(ctx, student, target)
  return { applicationId }
}

/** Both sides but the one that asks; nobody reads where the child comes from. */
async function tellApplied(
  ctx: UserTxCtx,
  student: { name: string; orgId: number },
  target: { orgId: number; orgName: string },
) {
  const message = {
    kind: 'transfer.applied',
    title: '有新的转学申请',
    body: `${student.name}申请转入${target.orgName}，等待区域管理员审核。`,
    link: '/approve/approve-list?kind=transfer',
  }
  const sides = [student.orgId, target.orgId].filter((id) => id !== ctx.caller.orgId)
  await sendMessage(ctx, message, { adminsOf: sides })
}

/**
 * By id inside the own range; by document and name where a family asks to be taken in: then the school that asks must
 * be in range, and nothing tells whether the number or the name was wrong.
 */
async function studentOf(ctx: UserTxCtx, input: TransferApplication) {
  if (input.studentId !== undefined) return requireStudent(ctx, input.studentId)
  await requireOrg(ctx, input.newOrgId)
  const found = await holderOf(ctx, input.passportNo ?? input.idCard ?? '')
  if (!found || found.name !== input.name) throw new BizError(650, '没有找到该学生，请核对证件号和姓名')
  return found
}

/** Families show what they have: some documents of non-mainland students look like id cards. */
async function holderOf({ db, secrets }: UserTxCtx, typed: string) {
  const card = parseIdCard(typed)?.number
  const byCard = card && (await selectByDocument(db, { idCardHash: secrets.lookupHash('idCard', card) }))
  if (byCard) return byCard
  return selectByDocument(db, { passportHash: secrets.lookupHash('passport', normalDocument(typed)) })
}

/** Passing moves the student and starts the new enrolment in the decision's transaction. */
export const transferEffects: ApprovalEffects['transfer'] = {
  async onPassed(ctx, { studentId, fromOrgId, toOrgId, toClassId }) {
    await lockRosters(ctx.db, [fromOrgId, toOrgId], 'share')
    const student = await lockStudent(ctx.db, studentId)
    if (!student) throw new BizError(650)
    const shown = nameFor(ctx, student.name)
    if (student.orgId !== fromOrgId)
      throw new Refusal('changedMeanwhile', `${shown}已不在原学校，请拒绝该申请`)
    if (toClassId === null || !(await isClassOpen(ctx.db, toClassId, toOrgId))) {
      throw new Refusal('notInThisState', `${shown}要转入的班级已停用，请拒绝后由学校重新申请`)
    }
    const today = await selectToday(ctx.db)
    if (student.classId !== null) {
      await endEnrolments(ctx.db, [studentId], {
        on: today,
        historyType: HistoryStatus.code.transferredOut,
        by: ctx.caller.userId,
        reason: '转学',
        movedToOrgId: toOrgId,
      })
    }
    const place = { orgId: toOrgId, classId: toClassId }
    await guardStudent(placeStudents(ctx.db, [studentId], place))
    await openEnrolments(ctx.db, [studentId], { ...place, from: today })
    await forgetFace(ctx.db, studentId)
    if (student.studentNoEnc) {
      // A number of the old school's own is from now on unique inside the new one.
      const hash = studentNoHash(ctx.secrets, ctx.secrets.decrypt(student.studentNoEnc), toOrgId)
      const holder = await selectByDocument(ctx.db, { studentNoHash: hash })
      if (holder && holder.id !== studentId) {
        throw new BizError(700, `${shown}的校内学号在转入学校已有人使用，请先修改学号再审核`)
      }
      await guardStudent(updateStudent(ctx.db, studentId, undefined, { studentNoHash: hash }))
    }
  },
}
