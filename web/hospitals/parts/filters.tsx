import { HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import type { HospitalPageQuery } from '#contract/hospitals/schemas.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { OrgFilters } from '#web/widgets/org/org-filters.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

type Query = Omit<HospitalPageQuery, 'orgType'>
type Props = {
  kind: ScreeningOrgKind
  query: Query
  onChange: (patch: Partial<Query>) => void
  range: AreaRange
}

export function ScreeningOrgFilters({ kind, query, onChange, range }: Props) {
  return (
    <OrgFilters name={{ label: '机构名称', width: 170 }} {...{ query, onChange, range }}>
      <SelectFilter
        label="类别"
        options={HospitalType.options}
        value={query.hospitalType}
        onChange={(hospitalType) => onChange({ hospitalType })}
        width={104}
      />
      {kind.graded && (
        <SelectFilter
          label="等级"
          options={HospitalLevel.options}
          value={query.hospitalLevel}
          onChange={(hospitalLevel) => onChange({ hospitalLevel })}
          width={104}
        />
      )}
      <SelectFilter
        label="性质"
        options={HospitalOwnership.options}
        value={query.ownership}
        onChange={(ownership) => onChange({ ownership })}
        width={104}
      />
    </OrgFilters>
  )
}
