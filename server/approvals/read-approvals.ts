import {
  APPROVAL_KINDS,
  type ApprovalDetail,
  ApprovalKind,
  type ApprovalPageQuery,
  type ApprovalRow,
} from '#contract/approvals/schemas.ts'
import { ApprovalStatus, OrgType, Sex } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type { UserCtx } from '../core/context.ts'
import { nameFor } from '../core/private-names.ts'
import { mayEdit, requireOrg } from '../orgs/org.ts'
import { selectOrg } from '../orgs/org-queries.ts'
import {
  type ApprovalViewer,
  countDecidable,
  type ReceivingClass,
  type RefusedApplication,
  type SeenApproval,
  selectApplicantStudent,
  selectApprovals,
  selectApprovalsById,
  selectClassLeft,
  selectReceivingClass,
  selectRefusals,
} from './approval-queries.ts'

/** What is a matter of later features, which this one does not know. */
export type NameGrade = (stage: number, gradeNo: number, system: ReceivingClass['schoolSystem']) => string
export type FindCorrection = (
  ctx: UserCtx,
  correctionId: number,
  pending: boolean,
) => Promise<ApprovalDetail['correction']>
export type FindAssessment = (
  ctx: UserCtx,
  applicationId: number,
  status: number,
) => Promise<ApprovalDetail['assessment']>
type Parts = { gradeName: NameGrade; findCorrection: FindCorrection; findAssessment: FindAssessment }

const heldKinds = ({ caller }: UserCtx) =>
  ApprovalKind.options.filter((kind) => caller.permissions.has(APPROVAL_KINDS[kind].permission))

export function viewerOf(ctx: UserCtx): ApprovalViewer {
  const { userId, orgId } = ctx.caller
  return { scope: ctx.scope, userId, orgId, kinds: heldKinds(ctx) }
}

export async function listApprovals(ctx: UserCtx, query: ApprovalPageQuery): Promise<Page<ApprovalRow>> {
  if (query.kind && !heldKinds(ctx).includes(query.kind)) throw new BizError(602)
  const page = await selectApprovals(ctx.db, viewerOf(ctx), query)
  return { ...page, list: page.list.map((row) => present(ctx, row)) }
}

export async function countPending(ctx: UserCtx) {
  const held = heldKinds(ctx)
  const rows = await countDecidable(ctx.db, viewerOf(ctx))
  const count = (kind: ApprovalKind) =>
    held.includes(kind) ? (rows.find((row) => row.kind === kind)?.total ?? 0) : null
  return {
    org: count('org'),
    transfer: count('transfer'),
    correction: count('correction'),
    assessment: count('assessment'),
  }
}

export async function findApproval(
  ctx: UserCtx,
  approvalId: number,
  { gradeName, findCorrection, findAssessment }: Parts,
): Promise<ApprovalDetail> {
  const [row] = await selectApprovalsById(ctx.db, viewerOf(ctx), [approvalId])
  if (!row) throw new BizError(650)
  const pending = row.status === ApprovalStatus.code.pending
  return {
    ...present(ctx, row),
    earlier: row.orgId === null ? [] : (await selectRefusals(ctx.db, row.orgId, row.id)).map(presentRefusal),
    org: row.orgId === null ? null : await findOrgPart(ctx, row.orgId, row.decidable),
    transfer: row.studentId === null ? null : await findTransferPart(ctx, row, row.studentId, gradeName),
    correction: row.correctionId === null ? null : await findCorrection(ctx, row.correctionId, pending),
    assessment: row.applicationId === null ? null : await findAssessment(ctx, row.applicationId, row.status),
  }
}

/** Why the organisation was refused last; null where it never was. */
export async function findRejection(ctx: UserCtx, { orgId }: { orgId: number }) {
  const org = await requireOrg(ctx, orgId)
  if (!mayEdit(ctx, org)) throw new BizError(602)
  const [last] = await selectRefusals(ctx.db, orgId)
  return last ? presentRefusal(last) : null
}

const presentRefusal = ({ decidedAt, ...refusal }: RefusedApplication) => ({
  ...refusal,
  decidedAt: decidedAt?.toISOString() ?? '',
})

/** What an application is about, in one line that names no school a student comes from. */
export function approvalTitle(row: Titled, shown: (name: string) => string): string {
  if (row.kind === 'org') return `${row.orgName}（${OrgType.label(row.orgType)}）`
  if (row.kind === 'transfer') return `${shown(row.studentName ?? '')} 转入 ${row.toOrgName}`
  if (row.kind === 'assessment') return `${row.assessedOrg} ${row.assessPlan}`
  return `${shown(row.correctedName ?? '')}（${row.correctedSchool}） ${row.correctedPlan}`
}
type Titled = Pick<
  SeenApproval,
  | 'kind'
  | 'orgName'
  | 'orgType'
  | 'studentName'
  | 'toOrgName'
  | 'correctedName'
  | 'correctedSchool'
  | 'correctedPlan'
  | 'assessedOrg'
  | 'assessPlan'
>

/**
 * Where a child studies is disclosed only to callers in whose range it is; to the receiving school once it is there.
 */
function hidesOrigin(row: SeenApproval): boolean {
  return row.kind === 'transfer' && !row.fromInScope && row.status !== ApprovalStatus.code.passed
}

function present(ctx: UserCtx, row: SeenApproval): ApprovalRow {
  // That the old school itself applied, and in which words, would give it away.
  const anonymous = hidesOrigin(row) && row.applicantOrgId === row.fromOrgId
  return {
    approvalId: row.id,
    kind: row.kind,
    status: row.status,
    title: approvalTitle(row, (name) => nameFor(ctx, name)),
    applicantName: anonymous ? null : row.applicantName,
    applicantOrgName: anonymous ? null : row.applicantOrgName,
    applyReason: anonymous ? null : row.applyReason,
    createdAt: row.createdAt.toISOString(),
    decidedByName: row.decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decideReason: row.decideReason,
    decidable: row.decidable,
  }
}

/** Who decides may have to call: the phone is in full until it is decided. */
async function findOrgPart(ctx: UserCtx, orgId: number, decidable: boolean): Promise<ApprovalDetail['org']> {
  const org = await selectOrg(ctx.db, orgId)
  if (!org) return null
  const phone = org.contactPhoneEnc && ctx.secrets.decrypt(org.contactPhoneEnc)
  const inFull = decidable && ctx.caller.permissions.has('orgInformationEdit')
  return {
    orgId,
    orgName: org.name,
    orgType: org.orgType,
    areaName: org.areaName,
    address: org.address,
    contactName: org.contactName,
    contactPhone: phone && !inFull ? maskPhone(phone) : phone,
  }
}

async function findTransferPart(
  ctx: UserCtx,
  row: SeenApproval,
  studentId: number,
  nameGrade: NameGrade,
): Promise<ApprovalDetail['transfer']> {
  const student = await selectApplicantStudent(ctx.db, ctx.scope, {
    studentId,
    fromOrgId: row.fromOrgId ?? 0,
  })
  if (!student) return null
  const hidden = hidesOrigin(row)
  const { fromOrgId, decidedAt } = row
  const left =
    hidden || fromOrgId === null
      ? undefined
      : await selectClassLeft(ctx.db, { studentId, fromOrgId, decidedAt })
  const taken = row.toClassId === null ? undefined : await selectReceivingClass(ctx.db, row.toClassId)
  const nameOf = (place: ReceivingClass | undefined) =>
    place ? nameGrade(place.stage, place.gradeNo, place.schoolSystem) + place.className : null
  return {
    studentId: student.inScope ? student.id : null,
    studentName: student.name,
    sexName: Sex.label(student.sex),
    idCard: student.idCardMask ?? student.passportMask,
    fromOrgName: hidden ? null : row.fromOrgName,
    fromClassName: nameOf(left),
    toOrgName: row.toOrgName ?? '',
    toClassName: nameOf(taken),
  }
}
