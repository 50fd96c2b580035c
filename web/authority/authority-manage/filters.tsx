import { Form } from 'antd'
import type { AccountPageQuery } from '#contract/authority/schemas.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import layout from '#web/core/layout.module.css'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { OrgSelect } from './org-select.tsx'

const STATUS_OPTIONS = [
  { value: 'enabled', label: '正常' },
  { value: 'disabled', label: '停用' },
  { value: 'locked', label: '锁定' },
] as const

type Props = {
  query: AccountPageQuery
  onChange: (patch: Partial<AccountPageQuery>) => void
  /** Name of the organisation in the query, known from the rows. */
  orgName?: string
  /** False for those who see one organisation only. */
  manyOrgs: boolean
  /** Types of organisations whose accounts the user looks after. */
  orgTypes: readonly number[]
}

export function AccountFilters({ query, onChange, orgName, manyOrgs, orgTypes }: Props) {
  return (
    <>
      <KeywordFilter
        label="账号"
        aria-label="账号或姓名"
        placeholder="账号或姓名"
        width={170}
        query={query}
        onChange={onChange}
      />
      {manyOrgs && (
        <>
          <SelectFilter
            label="机构类型"
            options={OrgType.options.filter(({ value }) => orgTypes.includes(value))}
            value={query.orgType}
            onChange={(orgType) => onChange({ orgType, orgId: undefined })}
            width={124}
          />
          <Form.Item label="所属机构">
            <OrgSelect
              aria-label="所属机构"
              value={query.orgId}
              orgType={query.orgType}
              purpose="accounts"
              knownName={orgName}
              onChange={(orgId) => onChange({ orgId })}
              className={layout.width190}
            />
          </Form.Item>
        </>
      )}
      <SelectFilter
        label="角色"
        options={RoleType.options}
        value={query.roleType}
        onChange={(roleType) => onChange({ roleType })}
        width={108}
      />
      <SelectFilter
        label="状态"
        options={STATUS_OPTIONS}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={92}
      />
    </>
  )
}
