// Changes of records after their task was completed: applied for, decided above, written like every reading.

import type { z } from 'zod'
import type { ApprovalDetail } from '#contract/approvals/schemas.ts'
import { Sex } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { hasResult } from '#contract/eyesight/contradictions.ts'
import { conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { type ApplyCorrection, type RecordField, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { type ApprovalEffects, submitApproval } from '../../approvals/approval.ts'
import { selectApprovers } from '../../approvals/submit-queries.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { nameFor } from '../../core/private-names.ts'
import { sendMessage } from '../../messages/message.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { screeningScope } from '../plans/access.ts'
import {
  hasOpenCorrection,
  insertCorrection,
  selectCorrectedRecord,
  selectCorrection,
} from './correction-queries.ts'
import {
  changesBetween,
  type FieldChanges,
  fieldsOf,
  RECORD_FIELDS,
  type StoredFields,
  sideOf,
  withValues,
} from './record-fields.ts'
import { assertTakesPart, faultOfFields, withDay } from './record-rules.ts'
import { compared } from './record-save.ts'
import { changeWords, fieldLabel } from './record-words.ts'
import { judgedOn, type RecordForWriting, selectForWriting, writeReadings } from './write-readings.ts'

type Application = z.output<typeof ApplyCorrection>

export async function applyCorrection(ctx: UserTxCtx, { recordId, changes, reason }: Application) {
  await applyDueTransitions(ctx.db)
  const [record] = await selectForWriting(ctx.db, screeningScope(ctx), [recordId])
  if (!record) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: record.studentId, detail: { recordId } })
  assertTakesPart(ctx, record)
  assertCorrectable(record)
  const wanted = await wantedChanges(ctx, record, changes)
  if (await hasOpenCorrection(ctx.db, recordId)) {
    throw new Refusal('notInThisState', `${record.studentName}已有待审核的更正申请，请等待审核`)
  }
  const correctionId = await insertCorrection(ctx.db, recordId, wanted)
  const { area } = record
  const approvalId = await submitApproval(ctx, { kind: 'correction', correctionId, area, reason })
  ctx.note({ detail: { recordId, approvalId } })
  await tellApprovers(ctx, record, approvalId)
  return { approvalId }
}

function assertCorrectable({ taskStatus, planStatus, planName }: RecordForWriting) {
  if (planStatus === PlanStatus.code.archived) {
    throw new Refusal('notInThisState', `计划“${planName}”已归档，不能再申请更正`)
  }
  if (taskStatus !== TaskStatus.code.completed) {
    throw new Refusal('notInThisState', '任务尚未完成，可以直接修改，无需申请更正')
  }
}

/** The change that is asked for, as it is stored: compared with the stored values, and checked to be possible. */
async function wantedChanges(
  ctx: UserTxCtx,
  { before, plan }: RecordForWriting,
  changes: Application['changes'],
): Promise<FieldChanges> {
  const { values, clash } = compared(before, changes)
  if (clash.length > 0) throw new Refusal('changedMeanwhile', '检查结果已有变化，请刷新后再申请更正')
  const after = withValues(before, values)
  // By the time of the decision today is another day.
  if (hasResult(after, plan.items) && after.checkedOn === null) {
    throw new BizError(700, '补录检查结果时请填写检查日期')
  }
  const today = await selectToday(ctx.db)
  const complete = withDay(before, after, { items: plan.items, today })
  const fault = faultOfFields(before, complete, { ...plan, today })
  if (fault) throw new BizError(700, fault)
  const wanted = changesBetween(before, complete)
  if (Object.keys(wanted).length === 0) throw new BizError(700, '没有要更正的内容')
  return wanted
}

/** Those nearest to the school: what a district decides is no mail for the province. */
async function tellApprovers(ctx: UserTxCtx, record: RecordForWriting, approvalId: number) {
  const approvers = await selectApprovers(ctx.db, 'approveCorrections', record.area, ctx.caller.userId)
  const nearest = approvers.at(-1)?.dataRangeType
  const message = {
    kind: 'approval.correction',
    title: '有新的筛查数据更正申请',
    body: `${ctx.caller.org?.name ?? ''}申请更正${maskName(record.studentName)}在“${record.planName}”中的检查结果，请审核。`,
    link: `/approve/approve-list?kind=correction&approvalId=${approvalId}`,
  }
  const userIds = approvers.filter((each) => each.dataRangeType === nearest).map(({ id }) => id)
  await sendMessage(ctx, message, { userIds })
}

/** Fields in which the record is no longer as it was when the change was applied for. */
const changedSince = (present: StoredFields, changes: FieldChanges): RecordField[] => {
  const expected = sideOf(changes, 0)
  return RECORD_FIELDS.filter((field) => field in expected && present[field] !== expected[field])
}

function obstacleOf(present: StoredFields, changes: FieldChanges, planStatus: number): string | null {
  if (planStatus === PlanStatus.code.archived) return '计划已归档，不能再更正，请拒绝该申请'
  const fields = changedSince(present, changes)
  if (fields.length === 0) return null
  return `申请之后${fields.map(fieldLabel).join('、')}已被修改，请拒绝后由申请人重新申请`
}

/** Passing writes the change, unless the record is no longer what it was about. */
export const correctionEffects: ApprovalEffects['correction'] = {
  async onPassed(ctx, approval) {
    const correction = await selectCorrection(ctx.db, approval.correctionId)
    const [record] = correction ? await selectForWriting(ctx.db, null, [correction.recordId]) : []
    if (!correction || !record) throw new BizError(650)
    const { before, plan, planStatus, studentName } = record
    const obstacle = obstacleOf(before, correction.changes, planStatus)
    if (obstacle) throw new Refusal('notInThisState', `${nameFor(ctx, studentName)}：${obstacle}`)
    const after = withValues(before, sideOf(correction.changes, 1))
    await writeReadings(ctx.db, {
      plan,
      rows: [{ ...record, after }],
      // Whose word it is; who agreed stands with the application.
      by: {
        source: RecordSource.code.correction,
        userId: approval.applicantUserId,
        orgId: approval.applicantOrgId,
        approvalId: approval.id,
      },
    })
  },
}

/** What an application is about, for those who may decide it. */
export async function findCorrection(
  ctx: UserCtx,
  correctionId: number,
  pending: boolean,
): Promise<ApprovalDetail['correction']> {
  const correction = await selectCorrection(ctx.db, correctionId)
  const record = correction && (await selectCorrectedRecord(ctx.db, correction.recordId))
  if (!correction || !record) return null
  const { changes } = correction
  const today = await selectToday(ctx.db)
  const present = fieldsOf(record)
  const conclusion = (side: 0 | 1) => {
    const fields = withValues(present, sideOf(changes, side))
    return conclusionText(judgedOn(fields, record, record, today), record.stage, fields)
  }
  return {
    recordId: record.id,
    studentName: record.studentName,
    sexName: Sex.label(record.sex),
    age: record.age,
    schoolName: record.schoolName,
    className: gradeName(record.stage, record.gradeNo, record.schoolSystem) + record.className,
    planName: record.planName,
    executorName: record.executorName,
    fields: changeWords(changes),
    conclusionBefore: conclusion(0),
    conclusionAfter: conclusion(1),
    obstacle: pending ? obstacleOf(present, changes, record.planStatus) : null,
  }
}
