import { Form, Input } from 'antd'
import { ApprovalStatus, SchoolNewType, SchoolStage } from '#contract/core/codes.ts'
import type { SchoolPageQuery } from '#contract/schools/schemas.ts'
import type { AreaRange } from '#web/widgets/area-cascader.tsx'
import { AreaFilter } from '#web/widgets/area-filter.tsx'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'

type Props = {
  query: SchoolPageQuery
  onChange: (patch: Partial<SchoolPageQuery>) => void
  range: AreaRange
}

/** Every change starts again at the first page. */
export function SchoolFilters({ query, onChange, range }: Props) {
  const set = (patch: Partial<SchoolPageQuery>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <Form.Item label="学校名称">
        <Input.Search
          // A new key takes over what the address says after going back or clearing.
          key={query.keyword ?? ''}
          aria-label="学校名称"
          defaultValue={query.keyword}
          placeholder="输入部分名称"
          allowClear
          maxLength={50}
          onSearch={(keyword) => set({ keyword: keyword.trim() || undefined })}
          style={{ width: 164 }}
        />
      </Form.Item>
      <AreaFilter value={query} onChange={set} range={range} />
      <Form.Item label="学段">
        <SelectDropdown
          aria-label="学段"
          options={SchoolStage.options}
          value={query.stage}
          onChange={(stage) => set({ stage })}
          placeholder="全部"
          style={{ width: 112 }}
        />
      </Form.Item>
      <Form.Item label="学校类型">
        <SelectDropdown
          aria-label="学校类型"
          options={SchoolNewType.options}
          value={query.schoolType}
          onChange={(schoolType) => set({ schoolType })}
          placeholder="全部"
          style={{ width: 126 }}
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
