import { DataRangeType, OrgType } from '#contract/core/codes.ts'
import { useSession } from '#web/core/session/session-store.ts'

/** The caller's school where it is the only one in range. */
export function useOnlySchool(): number | undefined {
  const { user } = useSession()
  if (user?.orgType !== OrgType.code.school || user.dataRangeType !== DataRangeType.code.own) return undefined
  return user.orgId ?? undefined
}
