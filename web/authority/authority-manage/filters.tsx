import { Form, Input } from 'antd'
import type { AccountPageQuery } from '#contract/authority/schemas.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
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
}

/** Every change starts again at the first page. */
export function AccountFilters({ query, onChange, orgName, manyOrgs }: Props) {
  const set = (patch: Partial<AccountPageQuery>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <Form.Item label="账号">
        <Input.Search
          // A new key takes over what the address says after going back or clearing.
          key={query.keyword ?? ''}
          aria-label="账号或姓名"
          defaultValue={query.keyword}
          placeholder="账号或姓名"
          allowClear
          maxLength={50}
          onSearch={(keyword) => set({ keyword: keyword.trim() || undefined })}
          style={{ width: 170 }}
        />
      </Form.Item>
      {manyOrgs && (
        <>
          <Form.Item label="机构类型">
            <SelectDropdown
              aria-label="机构类型"
              options={OrgType.options}
              value={query.orgType}
              onChange={(orgType) => set({ orgType, orgId: undefined })}
              placeholder="全部"
              style={{ width: 124 }}
            />
          </Form.Item>
          <Form.Item label="所属机构">
            <OrgSelect
              aria-label="所属机构"
              value={query.orgId}
              orgType={query.orgType}
              knownName={orgName ?? '所选机构'}
              onChange={(orgId) => set({ orgId })}
              style={{ width: 190 }}
            />
          </Form.Item>
        </>
      )}
      <Form.Item label="角色">
        <SelectDropdown
          aria-label="角色"
          options={RoleType.options}
          value={query.roleType}
          onChange={(roleType) => set({ roleType })}
          placeholder="全部"
          style={{ width: 108 }}
        />
      </Form.Item>
      <Form.Item label="状态">
        <SelectDropdown
          aria-label="状态"
          options={STATUS_OPTIONS}
          value={query.status}
          onChange={(status) => set({ status })}
          placeholder="全部"
          style={{ width: 92 }}
        />
      </Form.Item>
    </>
  )
}
