import { SchoolNewType, SchoolStage } from '#contract/core/codes.ts'
import type { SchoolPageQuery } from '#contract/schools/schemas.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { OrgFilters } from '#web/widgets/org/org-filters.tsx'

type Props = {
  query: SchoolPageQuery
  onChange: (patch: Partial<SchoolPageQuery>) => void
  range: AreaRange
}

export function SchoolFilters({ query, onChange, range }: Props) {
  return (
    <OrgFilters name={{ label: '学校名称', width: 164 }} {...{ query, onChange, range }}>
      <SelectFilter
        label="学段"
        options={SchoolStage.options}
        value={query.stage}
        onChange={(stage) => onChange({ stage })}
        width={112}
      />
      <SelectFilter
        label="学校类型"
        options={SchoolNewType.options}
        value={query.schoolType}
        onChange={(schoolType) => onChange({ schoolType })}
        width={126}
      />
    </OrgFilters>
  )
}
