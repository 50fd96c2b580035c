import { ApprovalStatus, SchoolNewType, SchoolStage } from '#contract/core/codes.ts'
import type { SchoolPageQuery } from '#contract/schools/schemas.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { AreaFilter } from '#web/widgets/area/area-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'

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
      <TextFilter
        label="学校名称"
        value={query.keyword}
        placeholder="输入部分名称"
        maxLength={50}
        width={164}
        onSearch={(keyword) => set({ keyword })}
      />
      <AreaFilter value={query} onChange={set} range={range} />
      <SelectFilter
        label="学段"
        options={SchoolStage.options}
        value={query.stage}
        onChange={(stage) => set({ stage })}
        width={112}
      />
      <SelectFilter
        label="学校类型"
        options={SchoolNewType.options}
        value={query.schoolType}
        onChange={(schoolType) => set({ schoolType })}
        width={126}
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
