import { OrgProperty, OrgType, PROPERTIES_OF_ORG_TYPE } from '#contract/core/codes.ts'
import { REGISTRABLE_ORG_TYPES } from '#contract/session/schemas.ts'

type RegistrableType = (typeof REGISTRABLE_ORG_TYPES)[number]
export const TYPES = OrgType.options.filter(({ value }) =>
  REGISTRABLE_ORG_TYPES.some((type) => type === value),
)
export const propertiesOf = (type: string) =>
  OrgProperty.options.filter(({ value }) =>
    PROPERTIES_OF_ORG_TYPE[Number(type) as RegistrableType].some((property) => property === value),
  )

export const EMPTY = {
  orgType: String(OrgType.code.school),
  orgProperty: String(OrgProperty.code.schoolIndependent),
  orgName: '',
  provinceId: '',
  cityId: '',
  regionId: '',
  address: '',
  realName: '',
  phone: '',
  smsCode: '',
  account: '',
  password: '',
  captchaCode: '',
}
export type Texts = typeof EMPTY
export const TYPED = [
  'orgName',
  'address',
  'realName',
  'phone',
  'smsCode',
  'account',
  'password',
  'captchaCode',
] as const

/** What the texts of the form are to the server. */
export function inputOf(texts: Texts) {
  const { orgType, orgProperty, cityId, regionId, ...typed } = texts
  return {
    ...typed,
    orgType: Number(orgType) as RegistrableType,
    orgProperty: Number(orgProperty) as (typeof OrgProperty.codes)[number],
    cityId: cityId || null,
    regionId: regionId || null,
  }
}
