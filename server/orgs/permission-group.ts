import { OrgType, RoleType } from '#contract/core/codes.ts'
import { PROFILES, type Profile } from '#contract/core/permissions.ts'
import type { AreaIds } from '../core/scope.ts'

/** Level of a government body, by how far down its place goes. */
export type GovLevel = 1 | 2 | 3
export function govLevelOf(area: AreaIds): GovLevel {
  if (area.regionId) return 3
  return area.cityId ? 2 : 1
}

export const GROUP_CODES = ['GP', 'GC', 'GD', 'S', 'H', 'O'] as const
export type GroupCode = (typeof GROUP_CODES)[number]

/** The permission group an organisation starts with. */
export function groupCodeOf(orgType: number, area: AreaIds): GroupCode {
  if (orgType === OrgType.code.school) return 'S'
  if (orgType === OrgType.code.hospital) return 'H'
  if (orgType === OrgType.code.social) return 'O'
  return (['GP', 'GC', 'GD'] as const)[govLevelOf(area) - 1] ?? 'GD'
}

const ROLE_LETTERS = {
  A: RoleType.code.admin,
  S: RoleType.code.screener,
  G: RoleType.code.gradeHead,
  T: RoleType.code.classTeacher,
} as const

/** Profile SA is the role admin of the group S; the government profiles are groups of admins. */
export function roleOfProfile(profile: Profile): { group: GroupCode; roleType: number } {
  if (profile.startsWith('G')) return { group: profile as GroupCode, roleType: RoleType.code.admin }
  const [group, letter] = [...profile] as [GroupCode, keyof typeof ROLE_LETTERS]
  return { group, roleType: ROLE_LETTERS[letter] }
}

export const PROFILE_ROLES = PROFILES.map((profile) => ({ profile, ...roleOfProfile(profile) }))
