import type { Generated } from 'kysely'
import type { Json, Timestamp } from '../core/db/column-types.ts'

export type AuthorityTables = {
  permission: { id: number; name: string }
  permissionGroup: {
    id: Generated<number>
    code: string
    name: string
    superAdminLimit: number
    adminLimit: number
    screenerLimit: number
  }
  permissionGroupItem: { groupId: number; roleType: number; permissionId: number }
  userPermissionOverride: { userId: number; permissionId: number; granted: boolean }
  orgTermChange: {
    id: Generated<number>
    orgId: number
    changedAt: Timestamp
    changedBy: number | null
    changedByName: string
    changedByOrg: string | null
    reason: string
    changes: Json
  }
}
