// Frozen reports: freezing one, finding it again, listing what changed since.
import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { page } from '../../core/envelope.ts'
import { NameDisclosure } from '../../core/private-name.ts'
import { Report } from '../report/report.ts'
import { REPORT_READERS, ReportRequest } from '../report/report-request.ts'
import { FreezeAnswer, FrozenListQuery, FrozenQuery, FrozenRow, WithdrawReport } from './frozen-schemas.ts'
import { ReportDifference } from './report-changes.ts'

/** What changed since it was frozen; where it cannot be made any more only why. */
export const FrozenChanges = z.discriminatedUnion('comparable', [
  z.object({ comparable: z.literal(false), reason: z.string() }),
  ReportDifference.extend({ comparable: z.literal(true), at: z.string() }),
])
export type FrozenChanges = z.infer<typeof FrozenChanges>

export const frozenEndpoints = {
  freezeReport: endpoint({
    method: 'POST',
    path: '/report/freeze',
    summary: '冻结报告：按当前数据编制、编号并保存',
    access: ['freezeReport'],
    scoped: true,
    audit: 'report.freeze',
    input: ReportRequest,
    output: FreezeAnswer,
  }),
  frozenList: endpoint({
    method: 'GET',
    path: '/report/frozen/list',
    summary: '已冻结的报告',
    access: REPORT_READERS,
    scoped: true,
    audit: null,
    input: FrozenListQuery,
    output: page(FrozenRow),
  }),
  frozenReport: endpoint({
    method: 'GET',
    path: '/report/frozen',
    summary: '按编号查看冻结的报告，内容与冻结时相同',
    access: REPORT_READERS,
    scoped: true,
    audit: 'report.openFrozen',
    input: FrozenQuery.extend(NameDisclosure.shape),
    output: Report,
  }),
  frozenChanges: endpoint({
    method: 'GET',
    path: '/report/frozen/changes',
    summary: '冻结之后数据的变化',
    access: REPORT_READERS,
    scoped: true,
    audit: 'report.compareFrozen',
    input: FrozenQuery,
    output: FrozenChanges,
  }),
  withdrawReport: endpoint({
    method: 'POST',
    path: '/report/frozen/withdraw',
    summary: '作废冻结的报告，内容仍可查看',
    access: ['freezeReport'],
    scoped: true,
    audit: 'report.withdraw',
    input: WithdrawReport,
    output: FrozenRow,
  }),
}
