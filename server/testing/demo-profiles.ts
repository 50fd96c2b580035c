import type { Profile } from '#contract/core/permissions.ts'

/** The accounts of the sign-in page and their profiles, written independently of the demo; null: bound to no organisation. */
export const PROFILE_OF: Readonly<Record<string, Profile | null>> = {
  province01: 'GP',
  phealth01: 'GP',
  city01: 'GC',
  region01: 'GD',
  school01: 'SA',
  grade01: 'SG',
  teacher01: 'ST',
  sscreen01: 'SS',
  hospital01: 'HA',
  hscreen01: 'HS',
  social01: 'OA',
  oscreen01: 'OS',
  nobound01: null,
}
