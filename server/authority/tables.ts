import type { Generated } from 'kysely'

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
}
