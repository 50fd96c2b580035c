import { OrgType } from '#contract/core/codes.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { AddHospital } from '#contract/hospitals/schemas.ts'

/** The two kinds of organisations that screen; they differ in words, permission and level. */
export type ScreeningOrgKind = {
  orgType: AddHospital['orgType']
  noun: string
  /** Who holds it maintains the organisations and binds schools to them. */
  edit: PermissionName
  /** Only hospitals are graded. */
  graded: boolean
}

export const HOSPITALS: ScreeningOrgKind = {
  orgType: OrgType.code.hospital,
  noun: '医院',
  edit: 'hospitalEdit',
  graded: true,
}

export const SOCIAL_ORGS: ScreeningOrgKind = {
  orgType: OrgType.code.social,
  noun: '社会筛查机构',
  edit: 'socialOrgEdit',
  graded: false,
}
