import { OrgType, PROPERTIES_OF_ORG_TYPE } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { AddHospital, HospitalPageQuery, HospitalRow } from '#contract/hospitals/schemas.ts'
import { addOrg } from '../approvals/add-org.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { assertAreaFilter } from '../orgs/area-filter.ts'
import { assertHospitalType, hospitalFieldsOf } from '../orgs/org.ts'
import { upsertHospital } from '../orgs/org-queries.ts'
import { selectHospitals } from './hospital-queries.ts'

const { hospital, social } = OrgType.code
type ScreeningOrgType = AddHospital['orgType']

const SEEN_WITH = { [hospital]: 'hospitals', [social]: 'socialOrgs' } as const
const EDITED_WITH = { [hospital]: 'hospitalEdit', [social]: 'socialOrgEdit' } as const

export const isScreeningOrg = (orgType: number): orgType is ScreeningOrgType => orgType in SEEN_WITH

/** The call is open to holders of either permission; each opens its own type only. */
function assertHolds({ caller }: UserCtx, permission: PermissionName) {
  if (!caller.permissions.has(permission)) throw new BizError(602)
}
export const assertSees = (ctx: UserCtx, orgType: ScreeningOrgType) => assertHolds(ctx, SEEN_WITH[orgType])
export const assertEdits = (ctx: UserCtx, orgType: ScreeningOrgType) => assertHolds(ctx, EDITED_WITH[orgType])

export async function listHospitals(ctx: UserCtx, query: HospitalPageQuery): Promise<Page<HospitalRow>> {
  const orgType = query.orgType ?? (ctx.caller.permissions.has('hospitals') ? hospital : social)
  assertSees(ctx, orgType)
  assertAreaFilter(ctx, query)
  const page = await selectHospitals(ctx.db, ctx.scope, { ...query, orgType })
  const areas = await findAreaNames(ctx)
  const list = page.list.map(({ contactPhoneEnc, ...row }) => ({
    ...row,
    areaName: areas.get(row.regionId ?? row.cityId ?? row.provinceId) ?? '',
    contactPhone: contactPhoneEnc && maskPhone(ctx.secrets.decrypt(contactPhoneEnc)),
  }))
  return { ...page, list }
}

export async function addHospital(ctx: UserTxCtx, input: AddHospital) {
  const { orgType } = input
  assertEdits(ctx, orgType)
  assertHospitalType(orgType, input.hospitalType)
  const added = await addOrg(ctx, input, { orgType, property: propertyOf(input) })
  await upsertHospital(ctx.db, added.orgId, hospitalFieldsOf(input))
  return added
}

function propertyOf({ orgType, orgProperty }: AddHospital) {
  const properties = PROPERTIES_OF_ORG_TYPE[orgType]
  const chosen = orgProperty ?? properties[0]
  const fitting = properties.find((property) => property === chosen)
  if (fitting !== undefined) return fitting
  const message = `${OrgType.label(orgType)}不能选择该机构性质`
  throw new BizError(700, message, [{ path: ['orgProperty'], message }])
}
