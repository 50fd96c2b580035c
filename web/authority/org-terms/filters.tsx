import type { OrgTermsQuery } from '#contract/authority/org-terms.ts'
import { OrgType } from '#contract/core/codes.ts'
import { govLevelOf, typesLookedAfter } from '#contract/orgs/looks-after.ts'
import { OrgTermState } from '#contract/orgs/terms.ts'
import { useSession } from '#web/core/session/session-store.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { AreaFilter } from '#web/widgets/area/area-filter.tsx'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'

type Props = {
  query: OrgTermsQuery
  onChange: (patch: Partial<OrgTermsQuery>) => void
  /** The area the user looks after. */
  range: AreaRange
}

export function TermFilters({ query, onChange, range }: Props) {
  const types = useTypesBelow()
  return (
    <>
      <KeywordFilter label="机构" placeholder="机构名称" width={190} query={query} onChange={onChange} />
      <AreaFilter value={query} onChange={onChange} range={range} />
      {types.length > 1 && (
        <SelectFilter
          label="类型"
          options={types}
          value={query.orgType}
          onChange={(orgType) => onChange({ orgType })}
          width={132}
        />
      )}
      <SelectFilter
        label="状态"
        options={OrgTermState.options}
        value={query.state}
        onChange={(state) => onChange({ state })}
        width={116}
      />
    </>
  )
}

/** The types of organisations that the user's own body looks after. */
function useTypesBelow() {
  const { user } = useSession()
  if (!user || user.orgType === null || user.orgProperty === null) return []
  const body = { ...user, orgType: user.orgType, property: user.orgProperty }
  const types = typesLookedAfter(body)
  // A district has no body below it.
  const bodiesBelow = govLevelOf(body) < 3
  return OrgType.options.filter(
    ({ value }) => types.includes(value) || (bodiesBelow && value === OrgType.code.government),
  )
}
