import { z } from 'zod'
import { OrgProperty, OrgType } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { ChangeReason, PlainDate } from '../core/fields.ts'
import { AreaFilter, OrgId } from '../orgs/schemas.ts'
import { OrgTermState } from '../orgs/terms.ts'
import { QuotaLine } from './schemas.ts'

export const OrgTermsQuery = PageQuery.extend(AreaFilter.shape).extend({
  keyword: z.string().trim().max(50).optional(),
  orgType: OrgType.query.optional(),
  state: OrgTermState.query.optional(),
})
export type OrgTermsQuery = z.output<typeof OrgTermsQuery>

export const OrgTermsRow = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgType: OrgType.schema,
  orgProperty: OrgProperty.schema,
  areaName: z.string(),
  /** Last valid day, YYYY-MM-DD. */
  expiresOn: z.string().nullable(),
  /** Until the last valid day; negative once it is over. */
  remainingDays: z.number().nullable(),
  state: OrgTermState.schema,
  enabled: z.boolean(),
  /** Accounts in use, and how many there may be. */
  superAdmin: QuotaLine,
  admin: QuotaLine,
  screener: QuotaLine,
  groupCode: z.string().nullable(),
  groupName: z.string().nullable(),
  version: z.number(),
})
export type OrgTermsRow = z.infer<typeof OrgTermsRow>

/** What can be changed, and what it is called. */
export const ORG_TERM_FIELDS = {
  expiresOn: '有效期至',
  superAdminLimit: '超级管理员名额',
  adminLimit: '管理员名额',
  screenerLimit: '筛查员名额',
  groupCode: '权限组',
  enabled: '状态',
} as const
export type OrgTermField = keyof typeof ORG_TERM_FIELDS
const OrgTermField = z.enum(Object.keys(ORG_TERM_FIELDS) as [OrgTermField, ...OrgTermField[]])

export const OrgTermChange = z.object({
  changeId: z.number(),
  changedAt: z.string(),
  /** Who did it, by name and organisation. */
  changedBy: z.string(),
  reason: z.string(),
  /** In words, as a list shows them. */
  changes: z.array(z.object({ field: OrgTermField, from: z.string(), to: z.string() })),
})
export type OrgTermChange = z.infer<typeof OrgTermChange>

export const PermissionGroupChoice = z.object({
  groupCode: z.string(),
  groupName: z.string(),
  superAdminLimit: z.number(),
  adminLimit: z.number(),
  screenerLimit: z.number(),
})

/** One organisation: its own numbers of accounts (null: as its group says), the groups it can have, its past. */
export const OrgTerms = OrgTermsRow.extend({
  superAdminLimit: z.number().nullable(),
  adminLimit: z.number().nullable(),
  screenerLimit: z.number().nullable(),
  groups: z.array(PermissionGroupChoice),
  history: z.array(OrgTermChange),
})
export type OrgTerms = z.infer<typeof OrgTerms>

export const ACCOUNT_LIMIT_MAX = 999
const Limit = z
  .number()
  .int()
  .min(0)
  .max(ACCOUNT_LIMIT_MAX, `名额为 0 到 ${ACCOUNT_LIMIT_MAX} 的整数`)
  .nullable()

/** At most so many years ahead: further is a mistyped year. */
export const VALID_YEARS_MAX = 10

export const ChangeOrgTerms = z.object({
  orgId: OrgId,
  version: z.number().int(),
  expiresOn: PlainDate,
  superAdminLimit: Limit,
  adminLimit: Limit,
  screenerLimit: Limit,
  groupCode: z.string().max(40).nullable(),
  enabled: z.boolean(),
  reason: ChangeReason,
})
export type ChangeOrgTerms = z.output<typeof ChangeOrgTerms>

export const ExtendOrgs = z.object({
  orgs: z
    .array(z.object({ orgId: OrgId, version: z.number().int() }))
    .min(1)
    .max(200),
  until: PlainDate,
  reason: ChangeReason,
})
export type ExtendOrgs = z.output<typeof ExtendOrgs>
