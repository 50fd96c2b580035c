import { OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'

export type School = {
  /** Undefined while no school is chosen: then all schools of the range are meant. */
  orgId?: number
  orgName?: string
  /** The caller belongs to it and sees no other. */
  own: boolean
}

/** The caller's own school; for those who see several, the one of the address. */
export function useSchool(chosen: number | undefined): School {
  const { user } = useSession()
  const own = user?.orgType === OrgType.code.school && user.orgId !== null
  const detail = useCall(
    orgEndpoints.schoolDetail,
    { orgId: chosen ?? 0 },
    { enabled: !own && chosen !== undefined },
  )
  if (own && user.orgId) return { orgId: user.orgId, orgName: user.orgName ?? undefined, own: true }
  const known = chosen !== undefined && !detail.isPlaceholderData ? detail.data : undefined
  return { orgId: chosen, orgName: known?.orgName, own: false }
}
