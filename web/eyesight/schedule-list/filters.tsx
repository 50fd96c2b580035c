import { PlanKind, type PlanPageQuery, Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { recentSchoolYears } from '../plans/school-years.ts'

type Props = { query: PlanPageQuery; onChange: (patch: Partial<PlanPageQuery>) => void }

export function PlanFilters({ query, onChange }: Props) {
  return (
    <>
      <KeywordFilter label="计划名称" width={180} query={query} onChange={onChange} />
      <SelectFilter
        label="状态"
        options={PlanStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={104}
      />
      <SelectFilter
        label="学年"
        options={recentSchoolYears()}
        value={query.schoolYear}
        onChange={(schoolYear) => onChange({ schoolYear })}
        width={140}
      />
      <SelectFilter
        label="季节"
        options={Season.options}
        value={query.season}
        onChange={(season) => onChange({ season })}
        width={92}
      />
      <SelectFilter
        label="类别"
        options={PlanKind.options}
        value={query.kind}
        onChange={(kind) => onChange({ kind })}
        width={110}
      />
    </>
  )
}
