import { OrgType } from '#contract/core/codes.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { UnboundNote } from '#web/widgets/org/unbound-note.tsx'
import { GovInformation } from './gov-information.tsx'
import { HospitalInformation } from './hospital-information.tsx'
import { SchoolInformation } from './school-information.tsx'

/** The own organisation; its type decides what there is to know about it. */
export function Page() {
  const { user } = useSession()
  if (!user?.orgId) return <UnboundNote />
  switch (user.orgType) {
    case OrgType.code.school:
      return <SchoolInformation orgId={user.orgId} />
    case OrgType.code.hospital:
    case OrgType.code.social:
      return <HospitalInformation orgId={user.orgId} />
    default:
      return <GovInformation orgId={user.orgId} />
  }
}
