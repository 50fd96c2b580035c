// Applications that wait for a decision: organisations, student transfers (spec §2 "Approval", §4).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'
import { ApprovalDetail, ApprovalPageQuery, ApprovalRow, Decide, PendingApprovals } from './schemas.ts'

const read = {
  method: 'GET',
  access: ['approveOrgs', 'approveTransfers'],
  scoped: true,
  audit: null,
} as const

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
    access: ['approveOrgs', 'approveTransfers'],
    scoped: true,
    audit: 'approval.decide',
    input: Decide,
    output: z.object({ decided: z.number() }),
  }),
}
