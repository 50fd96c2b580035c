import { z } from 'zod'
import { ApprovalStatus, OrgType } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { MESSAGES } from '../core/fields.ts'
import type { PermissionName } from '../core/permissions.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'

/** What can wait for a decision, and who may see it; later parts add theirs. */
export const APPROVAL_KINDS = {
  org: { label: '机构审核', permission: 'approveOrgs' },
  transfer: { label: '转学审核', permission: 'approveTransfers' },
  correction: { label: '数据更正审核', permission: 'approveCorrections' },
  assessment: { label: '考核申报审核', permission: 'approveAssessments' },
} as const satisfies Record<string, { label: string; permission: PermissionName }>
export const ApprovalKind = z.enum(['org', 'transfer', 'correction', 'assessment'])
export type ApprovalKind = z.infer<typeof ApprovalKind>

export const ApprovalPageQuery = PageQuery.extend({
  kind: ApprovalKind.optional(),
  status: ApprovalStatus.query.optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type ApprovalPageQuery = z.output<typeof ApprovalPageQuery>

export const ApprovalRow = z.object({
  approvalId: z.number(),
  kind: ApprovalKind,
  status: ApprovalStatus.schema,
  /** What it is about, in one line. */
  title: z.string(),
  applicantName: z.string().nullable(),
  applicantOrgName: z.string().nullable(),
  applyReason: z.string().nullable(),
  createdAt: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decideReason: z.string().nullable(),
  /** Whether the caller may decide, or only look on. */
  decidable: z.boolean(),
})
export type ApprovalRow = z.infer<typeof ApprovalRow>

/** Why an application for the same organisation did not pass before. */
export const EarlierDecision = z.object({
  decidedByName: z.string().nullable(),
  decidedAt: z.string(),
  decideReason: z.string().nullable(),
})
export type EarlierDecision = z.infer<typeof EarlierDecision>

export const ApprovalDetail = ApprovalRow.extend({
  /** Earlier refusals of the same organisation, the latest first. */
  earlier: z.array(EarlierDecision),
  org: z
    .object({
      orgId: z.number(),
      orgName: z.string(),
      orgType: OrgType.schema,
      areaName: z.string(),
      address: z.string().nullable(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
    })
    .nullable(),
  transfer: z
    .object({
      /** Null where the student is not in the caller's range. */
      studentId: z.number().nullable(),
      studentName: PrivateName,
      sexName: z.string(),
      idCard: z.string().nullable(),
      fromOrgName: z.string().nullable(),
      fromClassName: z.string().nullable(),
      toOrgName: z.string(),
      toClassName: z.string().nullable(),
    })
    .nullable(),
  /** A screening record that shall be changed after its task was completed. */
  correction: z
    .object({
      recordId: z.number(),
      studentName: PrivateName,
      sexName: z.string(),
      age: z.number(),
      schoolName: z.string(),
      /** Grade and class at the time of screening. */
      className: z.string(),
      planName: z.string(),
      executorName: z.string(),
      fields: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      conclusionBefore: z.string(),
      conclusionAfter: z.string(),
      /** Why it cannot pass any more, such as a change of the record meanwhile; null: it can, or it is decided. */
      obstacle: z.string().nullable(),
    })
    .nullable(),
  /** An application for an assessment; its scores are given on a page of its own. */
  assessment: z
    .object({
      applicationId: z.number(),
      orgName: z.string(),
      planName: z.string(),
      /** 初评 or 复评. */
      roundName: z.string(),
      selfTotal: z.number().nullable(),
      scored: z.number(),
      toScore: z.number(),
      /** Why it cannot pass yet; null: it can, or it is decided. */
      obstacle: z.string().nullable(),
    })
    .nullable(),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

const DecideReason = z.string().trim().max(200, MESSAGES.reasonFormat[0]).optional()
const withReason = (input: { passed: boolean; reason?: string }) => input.passed || Boolean(input.reason)
const REASON_NEEDED = { message: MESSAGES.reasonRequired[0], path: ['reason'] }
export const Decide = z
  .object({ approvalIds: z.array(WireId).min(1).max(50), passed: z.boolean(), reason: DecideReason })
  .refine(withReason, REASON_NEEDED)
export type Decide = z.output<typeof Decide>

export const PendingApprovals = z.object({
  org: z.number().nullable(),
  transfer: z.number().nullable(),
  correction: z.number().nullable(),
  assessment: z.number().nullable(),
})
