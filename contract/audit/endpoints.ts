// The audit trail, read by administrators over the organisations of their range (screen audit-log).
import { endpoint } from '../core/endpoint.ts'
import { AuditPage, AuditPageQuery } from './schemas.ts'

export const auditEndpoints = {
  auditPageList: endpoint({
    method: 'GET',
    path: '/manager/audit/pageList',
    summary: '数据范围内的审计日志',
    access: ['auditLog'],
    scoped: true,
    audit: 'audit.view',
    input: AuditPageQuery,
    output: AuditPage,
  }),
}
