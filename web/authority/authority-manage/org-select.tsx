import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { OrgPicker, type OrgPickerField } from '#web/widgets/org/org-picker.tsx'

type Props = OrgPickerField & {
  /** The whole organisation behind the choice. */
  onPick?: (org: OrgOption | undefined) => void
  orgType?: OrgOption['orgType']
  /** Only organisations whose accounts the caller looks after. */
  purpose?: 'accounts'
  /** Organisations still waiting for approval cannot be chosen. */
  approvedOnly?: boolean
}

/** Finds one organisation of the data range by its name. */
export function OrgSelect({ orgType, purpose, approvedOnly, ...field }: Props) {
  const [keyword, setTyped] = useTypedText()
  const found = useCall(orgEndpoints.orgList, { pageNum: 1, orgType, purpose, keyword })
  return (
    <OrgPicker
      {...field}
      noun="机构"
      unit="个"
      found={found}
      onSearch={setTyped}
      tagOf={(org) => (isApproved(org) ? OrgType.label(org.orgType) : ApprovalStatus.label(org.status))}
      disabled={(org) => approvedOnly === true && !isApproved(org)}
    />
  )
}

const isApproved = ({ status }: OrgOption): boolean => status === ApprovalStatus.code.passed
