import type { AssessPlanQuery } from '#contract/assessment/plan-schemas.ts'
import { AssessObject, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { assessYears } from '../parts/assess-years.ts'

type Props = { query: AssessPlanQuery; onChange: (patch: Partial<AssessPlanQuery>) => void }

export function PlanFilters({ query, onChange }: Props) {
  return (
    <>
      <KeywordFilter label="计划名称" width={200} query={query} onChange={onChange} />
      <SelectFilter
        label="年度"
        options={assessYears()}
        value={query.year}
        onChange={(year) => onChange({ year })}
        width={110}
      />
      <SelectFilter
        label="状态"
        options={AssessPlanStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={110}
      />
      <SelectFilter
        label="考核对象"
        options={AssessObject.options}
        value={query.object}
        onChange={(object) => onChange({ object })}
        width={120}
      />
    </>
  )
}
