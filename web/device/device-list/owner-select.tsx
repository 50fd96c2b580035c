import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { OrgPicker, type OrgPickerField } from '#web/widgets/org/org-picker.tsx'

type Props = OrgPickerField & {
  /** For a new device: organisations still waiting for approval cannot be chosen. */
  approvedOnly?: boolean
}

/** An organisation of the range that can own devices: one that screens, or a school. */
export function OwnerSelect({ approvedOnly, ...field }: Props) {
  const [keyword, setTyped] = useTypedText()
  return (
    <OrgPicker
      {...field}
      noun="机构"
      unit="个"
      found={useOwners(keyword)}
      onSearch={setTyped}
      tagOf={(org) => (isApproved(org) ? OrgType.label(org.orgType) : ApprovalStatus.label(org.status))}
      disabled={(org) => approvedOnly === true && !isApproved(org)}
    />
  )
}

/** By type, because a list of all begins with government bodies, which own none. */
function useOwners(keyword: string | undefined) {
  const { hospital, social, school } = OrgType.code
  const hospitals = useCall(orgEndpoints.orgList, { pageNum: 1, orgType: hospital, keyword })
  const socials = useCall(orgEndpoints.orgList, { pageNum: 1, orgType: social, keyword })
  const schools = useCall(orgEndpoints.orgList, { pageNum: 1, orgType: school, keyword })
  const calls = [hospitals, socials, schools]
  const pages = calls.flatMap(({ data }) => data ?? [])
  return {
    data: {
      list: pages.flatMap(({ list }) => list),
      total: pages.reduce((sum, { total }) => sum + total, 0),
      pageNum: 1,
      pageSize: pages.length,
    },
    error: calls.find(({ error }) => error)?.error ?? null,
    isFetching: calls.some(({ isFetching }) => isFetching),
  }
}

const isApproved = ({ status }: OrgOption): boolean => status === ApprovalStatus.code.passed
