// The audit trail, read by administrators over the organisations of their range (screen audit-log).
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { listAudit } from './audit-log.ts'

export const auditRoutes = implement(auditEndpoints, { auditPageList: listAudit })
