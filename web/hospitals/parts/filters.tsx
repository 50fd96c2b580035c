import { Form, Input } from 'antd'
import { ApprovalStatus, HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import type { HospitalPageQuery } from '#contract/hospitals/schemas.ts'
import type { AreaRange } from '#web/widgets/area-cascader.tsx'
import { AreaFilter } from '#web/widgets/area-filter.tsx'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

type Query = Omit<HospitalPageQuery, 'orgType'>
type Props = {
  kind: ScreeningOrgKind
  query: Query
  onChange: (patch: Partial<Query>) => void
  range: AreaRange
}

/** Every change starts again at the first page. */
export function ScreeningOrgFilters({ kind, query, onChange, range }: Props) {
  const set = (patch: Partial<Query>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <Form.Item label="机构名称">
        <Input.Search
          // A new key takes over what the address says after going back or clearing.
          key={query.keyword ?? ''}
          aria-label="机构名称"
          defaultValue={query.keyword}
          placeholder="输入部分名称"
          allowClear
          maxLength={50}
          onSearch={(keyword) => set({ keyword: keyword.trim() || undefined })}
          style={{ width: 170 }}
        />
      </Form.Item>
      <AreaFilter value={query} onChange={set} range={range} />
      <Form.Item label="类别">
        <SelectDropdown
          aria-label="类别"
          options={HospitalType.options}
          value={query.hospitalType}
          onChange={(hospitalType) => set({ hospitalType })}
          placeholder="全部"
          style={{ width: 104 }}
        />
      </Form.Item>
      {kind.graded && (
        <Form.Item label="等级">
          <SelectDropdown
            aria-label="等级"
            options={HospitalLevel.options}
            value={query.hospitalLevel}
            onChange={(hospitalLevel) => set({ hospitalLevel })}
            placeholder="全部"
            style={{ width: 104 }}
          />
        </Form.Item>
      )}
      <Form.Item label="性质">
        <SelectDropdown
          aria-label="性质"
          options={HospitalOwnership.options}
          value={query.ownership}
          onChange={(ownership) => set({ ownership })}
          placeholder="全部"
          style={{ width: 104 }}
        />
      </Form.Item>
      <Form.Item label="状态">
        <SelectDropdown
          aria-label="状态"
          options={ApprovalStatus.options}
          value={query.status}
          onChange={(status) => set({ status })}
          placeholder="全部"
          style={{ width: 92 }}
        />
      </Form.Item>
    </>
  )
}
