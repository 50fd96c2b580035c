import { PlanKind, type PlanPageQuery, PlanStatus, Season } from '#contract/eyesight/plan-schemas.ts'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import { recentSchoolYears } from '../plans/school-years.ts'

type Props = { query: PlanPageQuery; onChange: (patch: Partial<PlanPageQuery>) => void }

/** Every change starts again at the first page. */
export function PlanFilters({ query, onChange }: Props) {
  const set = (patch: Partial<PlanPageQuery>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <TextFilter
        label="计划名称"
        value={query.keyword}
        placeholder="输入部分名称"
        maxLength={50}
        width={180}
        onSearch={(keyword) => set({ keyword })}
      />
      <SelectFilter
        label="状态"
        options={PlanStatus.options}
        value={query.status}
        onChange={(status) => set({ status })}
        width={104}
      />
      <SelectFilter
        label="学年"
        options={recentSchoolYears()}
        value={query.schoolYear}
        onChange={(schoolYear) => set({ schoolYear })}
        width={140}
      />
      <SelectFilter
        label="季节"
        options={Season.options}
        value={query.season}
        onChange={(season) => set({ season })}
        width={92}
      />
      <SelectFilter
        label="类别"
        options={PlanKind.options}
        value={query.kind}
        onChange={(kind) => set({ kind })}
        width={110}
      />
    </>
  )
}
