import { ORG_SOON_DAYS } from '#contract/orgs/terms.ts'

const DAY_MS = 86_400_000

export type OrgExpiry = { kind: 'unset' } | { kind: 'valid' | 'soon' | 'expired'; days: number }

/** How far off the last valid day is; both days are YYYY-MM-DD. */
export function expiryOf(expiresOn: string | null, today: string): OrgExpiry {
  if (expiresOn === null) return { kind: 'unset' }
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS)
  if (days < 0) return { kind: 'expired', days }
  return { kind: days <= ORG_SOON_DAYS ? 'soon' : 'valid', days }
}
