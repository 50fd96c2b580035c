import type { ReactNode } from 'react'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { AreaFilter as AreaIds } from '#contract/schools/schemas.ts'
import type { AreaRange } from '../area/area-cascader.tsx'
import { AreaFilter } from '../area/area-filter.tsx'
import { KeywordFilter } from '../list/keyword-filter.tsx'
import { SelectFilter } from '../list/select-filter.tsx'

type Query = AreaIds & { keyword?: string; status?: CodeOf<typeof ApprovalStatus> }
type Props = {
  /** The label and the width of the filter by name. */
  name: { label: string; width: number }
  query: Query
  onChange: (patch: Query) => void
  /** The area the user looks after. */
  range: AreaRange
  /** The filters of one type of organisation. */
  children: ReactNode
}

/** Filters of a list of organisations: name, area and approval, with those of its type between. */
export function OrgFilters({ name, query, onChange, range, children }: Props) {
  return (
    <>
      <KeywordFilter {...name} query={query} onChange={onChange} />
      <AreaFilter value={query} onChange={onChange} range={range} />
      {children}
      <SelectFilter
        label="状态"
        options={ApprovalStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={92}
      />
    </>
  )
}
