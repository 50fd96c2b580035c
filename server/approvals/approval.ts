import type { ApprovalKind } from '#contract/approvals/schemas.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { TxCtx, UserTxCtx } from '../core/context.ts'
import type { AreaIds } from '../core/scope.ts'
import {
  type ApprovalRecord,
  insertAssessmentApproval,
  insertCorrectionApproval,
  insertOrgApproval,
  insertTransferApproval,
  lockStudentForApplication,
} from './submit-queries.ts'

export type OrgApproval = ApprovalRecord & { kind: 'org'; orgId: number }
export type TransferApproval = ApprovalRecord & {
  kind: 'transfer'
  studentId: number
  fromOrgId: number
  toOrgId: number
}
export type CorrectionApproval = ApprovalRecord & { kind: 'correction'; correctionId: number }
export type AssessmentApproval = ApprovalRecord & { kind: 'assessment'; applicationId: number }
type ApprovalOf = {
  org: OrgApproval
  transfer: TransferApproval
  correction: CorrectionApproval
  assessment: AssessmentApproval
}

/**
 * What a decision does to what was applied for. Given by the feature that owns it when the routes are put together;
 * runs in the decision's transaction with rosters, records, students and approvals locked, and may refuse by throwing.
 */
export type ApprovalEffects = {
  [K in ApprovalKind]: {
    onPassed(ctx: UserTxCtx, approval: ApprovalOf[K]): Promise<void>
    onRejected?(ctx: UserTxCtx, approval: ApprovalOf[K]): Promise<void>
  }
}

export type Applicant = { userId: number | null; orgId: number | null }
type Application = { applicant?: Applicant; reason?: string | undefined }
export type OrgApplication = Application & { kind: 'org'; orgId: number; area: AreaIds }
export type NewTransfer = Application & {
  kind: 'transfer'
  studentId: number
  fromOrgId: number
  toOrgId: number
  toGradeId?: number | null | undefined
  toClassId: number | null
}
/** The feature that keeps corrections sees to it that there is one open application for a record. */
export type CorrectionApplication = Application & {
  kind: 'correction'
  correctionId: number
  area: AreaIds
}

/** Of a unit in an assessment; the area is that of the body that assesses. */
export type AssessmentApplication = Application & {
  kind: 'assessment'
  applicationId: number
  area: AreaIds
}

/** The id of the application; of the one that is already open where there is one. */
export async function submitApproval(
  ctx: TxCtx,
  application: OrgApplication | NewTransfer | CorrectionApplication | AssessmentApplication,
): Promise<number> {
  const { applicant = callerAsApplicant(ctx), reason } = application
  const common = {
    applicantUserId: applicant.userId,
    applicantOrgId: applicant.orgId,
    applyReason: reason || null,
  }
  if (application.kind === 'org') {
    return insertOrgApproval(ctx.db, { ...common, ...wholeArea(application), orgId: application.orgId })
  }
  if (application.kind === 'correction') {
    const { correctionId } = application
    return insertCorrectionApproval(ctx.db, { ...common, ...wholeArea(application), correctionId })
  }
  if (application.kind === 'assessment') {
    const { applicationId } = application
    return insertAssessmentApproval(ctx.db, { ...common, ...wholeArea(application), applicationId })
  }
  const { studentId, fromOrgId, toOrgId, toGradeId = null, toClassId } = application
  // Locked until the transaction ends: a decision that moves the student meanwhile must not leave this one behind.
  const school = await lockStudentForApplication(ctx.db, studentId)
  if (school === undefined) throw new BizError(650)
  if (school !== fromOrgId) throw new Refusal('changedMeanwhile', '学生已不在原学校，请刷新后重试')
  return insertTransferApproval(ctx.db, { ...common, studentId, fromOrgId, toOrgId, toGradeId, toClassId })
}

/** An organisation that waits for admission; the caller applies unless somebody else is named. */
export function submitOrgApproval(
  ctx: TxCtx,
  orgId: number,
  area: AreaIds,
  applicant?: Applicant,
): Promise<number> {
  return submitApproval(ctx, { kind: 'org', orgId, area, applicant })
}

function wholeArea({ area }: { area: AreaIds }) {
  const { provinceId, cityId = null, regionId = null } = area
  return { provinceId, cityId, regionId }
}

function callerAsApplicant({ caller }: TxCtx): Applicant {
  return { userId: caller?.userId ?? null, orgId: caller?.orgId ?? null }
}
