import type { UserInfo } from '#contract/session/schemas.ts'

/** The organisation of a user; undefined for an account that is bound to none. */
export function ownOrgOf({ orgId, orgName, orgType }: Pick<UserInfo, 'orgId' | 'orgName' | 'orgType'>) {
  return orgId && orgName && orgType ? { orgId, orgName, orgType } : undefined
}
