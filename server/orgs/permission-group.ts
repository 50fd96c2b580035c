import { OrgType, RoleType } from '#contract/core/codes.ts'
import { PROFILES, type Profile } from '#contract/core/permissions.ts'
import { govLevelOf } from '#contract/orgs/looks-after.ts'
import type { AreaIds } from '../core/scope.ts'

export { govLevelOf } from '#contract/orgs/looks-after.ts'

export const GROUP_CODES = ['GP', 'GC', 'GD', 'S', 'H', 'O'] as const
export type GroupCode = (typeof GROUP_CODES)[number]

const GOV_GROUPS = ['GP', 'GC', 'GD'] as const

/** The permission group an organisation starts with. */
export function groupCodeOf(orgType: number, area: AreaIds): GroupCode {
  if (orgType === OrgType.code.school) return 'S'
  if (orgType === OrgType.code.hospital) return 'H'
  if (orgType === OrgType.code.social) return 'O'
  return GOV_GROUPS[govLevelOf(area) - 1] ?? 'GD'
}

/**
 * Whether an organisation can be given the group: the one it starts with or a variant of it (`S-…`); to a government
 * body also those of lower levels, never one of a higher level.
 */
export function groupFits(code: string, org: AreaIds & { orgType: number }): boolean {
  const bases: readonly string[] =
    org.orgType === OrgType.code.government
      ? GOV_GROUPS.slice(govLevelOf(org) - 1)
      : [groupCodeOf(org.orgType, org)]
  return bases.some((base) => code === base || code.startsWith(`${base}-`))
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
