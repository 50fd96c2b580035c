import { z } from 'zod'
import { DataRangeType, OrgProperty, OrgType, RoleType } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { Account, AreaId, PersonName, Phone } from '../core/fields.ts'
import { UserSummary } from '../core/user-summary.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'

export const UserId = WireId

export const AccountPageQuery = PageQuery.extend({
  /** Account or name. */
  keyword: z.string().trim().max(50).optional(),
  orgId: OrgId.optional(),
  orgType: OrgType.query.optional(),
  roleType: RoleType.query.optional(),
  status: z.enum(['enabled', 'disabled', 'locked']).optional(),
})
export type AccountPageQuery = z.infer<typeof AccountPageQuery>

const DataRange = z.object({
  dataRangeType: DataRangeType.schema,
  dataRangeProvinceId: AreaId.nullish(),
  dataRangeCityId: AreaId.nullish(),
  dataRangeRegionId: AreaId.nullish(),
})

export const AccountRow = UserSummary.extend({
  isSuper: z.boolean(),
  /** Classes of a class teacher, grades of a grade head; null for everybody else. */
  assignedCount: z.number().nullable(),
  orgId: z.number(),
  orgName: z.string(),
  orgType: OrgType.schema,
  orgProperty: OrgProperty.schema,
  dataRangeType: DataRangeType.schema,
  dataRangeProvinceId: z.string().nullable(),
  dataRangeCityId: z.string().nullable(),
  dataRangeRegionId: z.string().nullable(),
  dataRangeName: z.string(),
  enabled: z.boolean(),
  locked: z.boolean(),
  /** Whether signing in asks for the code of an authenticator, which an administrator can reset. */
  totp: z.boolean(),
  lastLoginAt: z.string().nullable(),
  version: z.number(),
  /** Whether the caller may change this account; the screen offers no action where not. */
  manageable: z.boolean(),
})
export type AccountRow = z.infer<typeof AccountRow>

export const AddAccount = DataRange.extend({
  orgId: OrgId,
  account: Account,
  realName: PersonName,
  phone: Phone,
  roleType: RoleType.schema,
  isSuper: z.boolean().default(false),
})
export type AddAccount = z.infer<typeof AddAccount>
export const EditAccount = DataRange.extend({
  userId: UserId,
  version: z.number().int(),
  realName: PersonName,
  roleType: RoleType.schema,
  isSuper: z.boolean().default(false),
})
export type EditAccount = z.infer<typeof EditAccount>

/** Shown once to the administrator; the owner must change it at the first sign-in. */
export const OneTimePassword = z.object({
  userId: z.number(),
  password: z.string(),
  validHours: z.number(),
})

export const AccountPermission = z.object({
  id: z.number(),
  name: z.string(),
  parentId: z.number().nullable(),
  kind: z.enum(['menu', 'button']),
  /** The account holds it now. */
  held: z.boolean(),
  /** The account's role holds it by default. */
  byRole: z.boolean(),
  /** The caller may give or take it. */
  changeable: z.boolean(),
})
export const AccountPermissions = z.object({
  version: z.number(),
  permissions: z.array(AccountPermission),
  /** In words: why this account can do and see what it can. */
  explanation: z.array(z.string()),
})
export type AccountPermissions = z.infer<typeof AccountPermissions>

export const QuotaLine = z.object({ used: z.number(), limit: z.number() })
export const Quota = z.object({
  superAdmin: QuotaLine,
  admin: QuotaLine,
  screener: QuotaLine,
  /** Roles the caller may give here; the screen offers no other. */
  roles: z.array(RoleType.schema),
  mayGiveSuper: z.boolean(),
  /** Where the organisation stands: no data range given here goes beyond it. */
  area: z.object({
    provinceId: z.string(),
    cityId: z.string().nullable(),
    regionId: z.string().nullable(),
  }),
})
export type Quota = z.infer<typeof Quota>
