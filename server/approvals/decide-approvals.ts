import type { Decide } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from '../core/context.ts'
import type {
  ApprovalEffects,
  AssessmentApproval,
  CorrectionApproval,
  OrgApproval,
  TransferApproval,
} from './approval.ts'
import { type SeenApproval, selectApprovalsById } from './approval-queries.ts'
import { lockForDecision, selectPendingTransfers, updateDecided } from './decide-queries.ts'
import { tellDecision } from './decision-messages.ts'
import { viewerOf } from './read-approvals.ts'
import type { ApprovalRecord } from './submit-queries.ts'

const MOVED_ELSEWHERE = '学生已转入其他学校'

/** All of them or none: a batch that holds one that cannot be decided changes nothing. */
export async function decideApprovals(ctx: UserTxCtx, effects: ApprovalEffects, input: Decide) {
  const ids = [...new Set(input.approvalIds)].sort((a, b) => a - b)
  ctx.note({ objectType: 'approval', objectId: ids.join(','), detail: { passed: input.passed } })
  await lockForDecision(ctx.db, await requireVisible(ctx, ids))
  // Read again: the transaction that held the locks before may have decided.
  const rows = await requireVisible(ctx, ids)
  for (const row of rows) assertDecidable(ctx, row)
  if (input.passed) assertOnePerStudent(rows)
  const reason = input.reason || null
  ctx.note({ detail: { passed: input.passed, reason, about: rows.map(aboutOf) } })
  await decide(ctx, effects, ids, { passed: input.passed, reason })
  return { decided: ids.length }
}

/** One that is not there and one that is not to be seen answer alike. */
async function requireVisible(ctx: UserTxCtx, ids: number[]): Promise<SeenApproval[]> {
  const rows = await selectApprovalsById(ctx.db, viewerOf(ctx), ids)
  if (rows.length < ids.length) throw new BizError(650)
  return rows
}

function assertDecidable({ caller, scope }: UserTxCtx, row: SeenApproval) {
  if (row.status !== ApprovalStatus.code.pending)
    throw new Refusal('changedMeanwhile', '该申请已由他人处理，请刷新')
  if (row.decidable) return
  if (row.applicantUserId === caller.userId)
    throw new BizError(700, '不能审核自己提交的申请，请由其他审核人处理')
  if (row.kind === 'assessment')
    throw new BizError(700, '不能评审本单位或自己填报、初评过的申报，请由其他评审人处理')
  if (scope.kind === 'org') throw new BizError(700, '转学申请由主管部门审核，学校只能查看')
  throw new BizError(700, '该申请涉及您管辖范围以外的学校，请由上级部门审核')
}

function assertOnePerStudent(rows: SeenApproval[]) {
  const students = rows.flatMap(({ studentId }) => studentId ?? [])
  if (new Set(students).size < students.length)
    throw new BizError(700, '同一名学生的多个转学申请只能通过一个，请分别处理')
}

function aboutOf(row: SeenApproval) {
  const { id, kind, orgId, studentId, fromOrgId, toOrgId, correctionId, applicationId } = row
  if (kind === 'org') return { id, orgId }
  if (kind === 'assessment') return { id, applicationId }
  return kind === 'transfer' ? { id, studentId, fromOrgId, toOrgId } : { id, correctionId }
}

type Decision = { passed: boolean; reason: string | null }

async function decide(ctx: UserTxCtx, effects: ApprovalEffects, ids: number[], decision: Decision) {
  const decided = await updateDecided(ctx.db, ids, { ...decision, userId: ctx.caller.userId })
  for (const approval of decided.sort((a, b) => a.id - b.id)) await takeEffect(ctx, effects, approval)
  await tellDecision(ctx, decided)
  if (!decision.passed) return
  for (const { studentId } of decided) {
    if (studentId === null) continue
    const others = await selectPendingTransfers(ctx.db, studentId)
    if (others.length > 0) await decide(ctx, effects, others, { passed: false, reason: MOVED_ELSEWHERE })
  }
}

async function takeEffect(ctx: UserTxCtx, effects: ApprovalEffects, approval: ApprovalRecord) {
  const { org, transfer, correction, assessment } = effects
  const passed = approval.status === ApprovalStatus.code.passed
  if (isTransfer(approval)) {
    await (passed ? transfer.onPassed(ctx, approval) : transfer.onRejected?.(ctx, approval))
  } else if (isOrg(approval)) {
    await (passed ? org.onPassed(ctx, approval) : org.onRejected?.(ctx, approval))
  } else if (isCorrection(approval)) {
    await (passed ? correction.onPassed(ctx, approval) : correction.onRejected?.(ctx, approval))
  } else if (isAssessment(approval)) {
    await (passed ? assessment.onPassed(ctx, approval) : assessment.onRejected?.(ctx, approval))
  }
}

const isOrg = (approval: ApprovalRecord): approval is OrgApproval => approval.kind === 'org'
const isTransfer = (approval: ApprovalRecord): approval is TransferApproval => approval.kind === 'transfer'
const isCorrection = (approval: ApprovalRecord): approval is CorrectionApproval =>
  approval.kind === 'correction'
const isAssessment = (approval: ApprovalRecord): approval is AssessmentApproval =>
  approval.kind === 'assessment'
