import { Select } from 'antd'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { CHOSEN_ORGS_MAX } from '#contract/messages/schemas.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { HiddenOrgs, OrgLine, searchNote } from '#web/widgets/org/org-picker.tsx'
import type { ChosenOrg } from './send-values.ts'

type Props = { id?: string; value?: ChosenOrg[]; onChange?: (value: ChosenOrg[]) => void }

/** Organisations of the data range, found one after the other by a part of their name. */
export function OrgsSelect({ id, value, onChange }: Props) {
  const [keyword, setTyped] = useTypedText()
  const found = useCall(orgEndpoints.orgList, { pageNum: 1, keyword })
  const orgs = found.data?.list ?? []
  return (
    <Select
      id={id}
      aria-label="查找机构"
      mode="multiple"
      labelInValue
      maxCount={CHOSEN_ORGS_MAX}
      value={value as never}
      options={orgs.map((org) => ({
        value: org.orgId,
        name: org.orgName,
        disabled: !isApproved(org),
        label: <OrgLine org={org} tag={tagOf(org)} />,
      }))}
      optionLabelProp="name"
      placeholder="输入名称查找机构，可选多个"
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={searchNote('机构', found)}
      popupRender={(menu) => (
        <>
          {menu}
          <HiddenOrgs unit="个" count={(found.data?.total ?? 0) - orgs.length} />
        </>
      )}
      onChange={(chosen: unknown) => onChange?.(chosen as ChosenOrg[])}
    />
  )
}

const isApproved = ({ status }: OrgOption): boolean => status === ApprovalStatus.code.passed
const tagOf = (org: OrgOption) =>
  isApproved(org) ? OrgType.label(org.orgType) : ApprovalStatus.label(org.status)
