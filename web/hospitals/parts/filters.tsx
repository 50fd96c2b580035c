import { ApprovalStatus, HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import type { HospitalPageQuery } from '#contract/hospitals/schemas.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { AreaFilter } from '#web/widgets/area/area-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
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
      <TextFilter
        label="机构名称"
        value={query.keyword}
        placeholder="输入部分名称"
        maxLength={50}
        width={170}
        onSearch={(keyword) => set({ keyword })}
      />
      <AreaFilter value={query} onChange={set} range={range} />
      <SelectFilter
        label="类别"
        options={HospitalType.options}
        value={query.hospitalType}
        onChange={(hospitalType) => set({ hospitalType })}
        width={104}
      />
      {kind.graded && (
        <SelectFilter
          label="等级"
          options={HospitalLevel.options}
          value={query.hospitalLevel}
          onChange={(hospitalLevel) => set({ hospitalLevel })}
          width={104}
        />
      )}
      <SelectFilter
        label="性质"
        options={HospitalOwnership.options}
        value={query.ownership}
        onChange={(ownership) => set({ ownership })}
        width={104}
      />
      <SelectFilter
        label="状态"
        options={ApprovalStatus.options}
        value={query.status}
        onChange={(status) => set({ status })}
        width={92}
      />
    </>
  )
}
