import type { ColumnType, Generated } from 'kysely'
import type { ApprovalStatus, OrgProperty, OrgType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Timestamp } from '../core/db/column-types.ts'

export type OrgTables = {
  org: {
    id: Generated<number>
    name: string
    orgType: CodeOf<typeof OrgType>
    property: CodeOf<typeof OrgProperty>
    provinceId: string
    cityId: string | null
    regionId: string | null
    address: string | null
    contactName: string | null
    contactPhoneEnc: Buffer | null
    status: Generated<CodeOf<typeof ApprovalStatus>>
    expiresOn: ColumnType<string | null, string | null | undefined, string | null>
    permissionGroupId: number | null
    superAdminLimit: number | null
    adminLimit: number | null
    screenerLimit: number | null
    enabled: Generated<boolean>
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
}
