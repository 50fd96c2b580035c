import type { AccountRow, AddAccount } from '#contract/authority/schemas.ts'
import { DataRangeType, OrgType, RoleType } from '#contract/core/codes.ts'

/** What the drawer's form holds; the area is one path instead of three ids. */
export type AccountFormValues = Pick<AddAccount, 'account' | 'realName' | 'phone' | 'roleType'> & {
  orgId?: number
  isSuper?: boolean
  dataRangeType?: AddAccount['dataRangeType']
  area?: string[]
}

export function accountFormValues(row: AccountRow): Partial<AccountFormValues> {
  const area = [row.dataRangeProvinceId, row.dataRangeCityId, row.dataRangeRegionId]
  return {
    realName: row.realName,
    roleType: row.roleType,
    isSuper: row.isSuper,
    dataRangeType: row.dataRangeType,
    area: area.filter((id) => id !== null),
  }
}

/** The part of the input that adding and editing share. */
export function sharedInputOf(values: AccountFormValues, orgType: AccountRow['orgType']) {
  const own = orgType !== OrgType.code.government
  const [province, city, region] = own ? [] : (values.area ?? [])
  return {
    realName: values.realName,
    roleType: values.roleType,
    isSuper: values.roleType === RoleType.code.admin && values.isSuper === true,
    dataRangeType: own ? DataRangeType.code.own : (values.dataRangeType ?? DataRangeType.code.own),
    dataRangeProvinceId: province ?? null,
    dataRangeCityId: city ?? null,
    dataRangeRegionId: region ?? null,
  }
}
