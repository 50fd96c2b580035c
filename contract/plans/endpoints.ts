// Whether a screening plan allows work on an organisation's roster (spec §4).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { OrgId } from '../orgs/schemas.ts'

const gate = {
  method: 'GET',
  access: ['schools', 'students', 'hospitals', 'socialOrgs'],
  scoped: true,
  audit: null,
  input: z.object({ orgId: OrgId }),
} as const

export const rosterGateEndpoints = {
  canOperateByPlanStatus: endpoint({
    ...gate,
    path: '/basicweb/plan/canOperateByPlanStatus',
    summary: '机构是否没有进行中的筛查任务',
    output: z.boolean(),
  }),
  isPlanComplete: endpoint({
    ...gate,
    path: '/basicweb/plan/isPlanComplete',
    summary: '学校的筛查计划是否已完成，可以导入名单',
    output: z.object({ complete: z.boolean(), planNames: z.array(z.string()) }),
  }),
}
