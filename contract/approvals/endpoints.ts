// Applications that wait for a decision: organisations, student transfers, corrections of records (spec §2 "Approval", §4).
import { z } from 'zod'
import { ApprovalStatus } from '../core/codes.ts'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import {
  ApprovalDetail,
  ApprovalPageQuery,
  ApprovalRow,
  Decide,
  EarlierDecision,
  PendingApprovals,
} from './schemas.ts'

const approvers = ['approveOrgs', 'approveTransfers', 'approveCorrections', 'approveAssessments'] as const

const read = {
  method: 'GET',
  access: approvers,
  scoped: true,
  audit: null,
} as const

/** Open to everybody who may edit an organisation of the type. */
const editors = ['schoolEdit', 'hospitalEdit', 'socialOrgEdit', 'orgInformationEdit'] as const

export const approvalEndpoints = {
  approvalPageList: endpoint({
    ...read,
    path: '/manager/approval/pageList',
    summary: '审核列表',
    input: ApprovalPageQuery,
    output: page(ApprovalRow),
  }),
  approvalDetail: endpoint({
    ...read,
    path: '/manager/approval/detail',
    summary: '审核详情',
    input: z.object({ approvalId: WireId }),
    output: ApprovalDetail,
  }),
  pendingApprovals: endpoint({
    ...read,
    path: '/manager/approval/pending',
    summary: '待审核数量',
    input: z.object({}),
    output: PendingApprovals,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/manager/approval/decide',
    summary: '通过或拒绝（可批量，一并成功或一并失败）',
    access: approvers,
    scoped: true,
    audit: 'approval.decide',
    input: Decide,
    output: z.object({ decided: z.number() }),
  }),
  orgRejection: endpoint({
    ...read,
    path: '/manager/approval/orgRejection',
    summary: '机构最近一次审核未通过的原因',
    access: editors,
    input: z.object({ orgId: OrgId }),
    output: EarlierDecision.nullable(),
  }),
  resubmitOrg: endpoint({
    method: 'POST',
    path: '/manager/approval/resubmitOrg',
    summary: '更正后重新提交未通过审核的机构',
    access: editors,
    scoped: true,
    audit: 'approval.resubmit',
    input: z.object({ orgId: OrgId }),
    output: z.object({ approvalId: z.number(), status: ApprovalStatus.schema }),
  }),
}
