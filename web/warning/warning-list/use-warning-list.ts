import { useCallback, useEffect, useMemo } from 'react'
import { OrgType } from '#contract/core/codes.ts'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { SEE_STUDENTS } from '#contract/eyesight/figures/figure-small-cells.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import { WarningQuery } from '#contract/warning/warning-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { unitWithin } from '#web/widgets/area/unit-within.ts'
import type { ExportFilters } from '#web/widgets/export/export-size.ts'
import { NO_UNIT } from '#web/widgets/no-unit.ts'
import { usePlansBegun } from '#web/widgets/plan/plans-begun.ts'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { countsOf, type TabScope, tabOf, tabsOf } from './scope-tabs.ts'

const Address = WarningQuery.omit({ nameReason: true }).extend({
  planId: PlanId.optional(),
  scope: WarningScope.query.optional(),
})
/** What is listed; clearing the filters leaves it. */
const PINNED = ['planId', 'scope'] as const
/** What another tab has no use for. */
const OF_A_TAB = { indicator: undefined, keyword: undefined, level: undefined, status: undefined } as const

/** Plan, tab, place and filters, held in the address; without a plan it is the newest with warnings. */
export function useWarningList() {
  const user = useSession().user
  const tabs = useTabs()
  const listQuery = useListQuery(Address, { pinned: PINNED })
  const { query, setFilter } = listQuery
  const { planId: named, scope: asked, areaId, orgId, prefix, gradeNo, classId, ...filter } = query
  const tab = tabOf(asked, tabs)
  const range = useAreaRange()
  const place = useMemo((): UnitKey => {
    // Another school's id would end the session of a school (616).
    const isForeign = user?.orgType === OrgType.code.school && orgId !== user.orgId
    return unitWithin({ areaId, orgId: isForeign ? undefined : orgId, prefix, gradeNo, classId }, range)
  }, [areaId, orgId, prefix, gradeNo, classId, range, user])

  const plans = usePlansBegun()
  const planId = named ?? plans.likely
  const unit = { planId: planId ?? 0, ...place }
  const summary = useCall(warningEndpoints.warningSummary, unit, { enabled: planId !== undefined })
  const found = summary.isPlaceholderData ? undefined : summary.data
  const { pass } = plans
  useEffect(() => {
    if (named !== undefined || planId === undefined || !found) return
    if (found.tallies.length > 0 || !pass) setFilter({ planId }, { replace: true })
    else pass()
  }, [named, planId, found, pass, setFilter])

  const { pageNum: _page, pageSize: _size, ...rows } = { ...unit, ...filter }
  const exported: ExportFilters =
    tab === WarningScope.code.student ? { warnings: rows } : { unitWarnings: { ...rows, scope: tab } }
  const names = useNameDisclosure()
  const isOfStudents = tab === WarningScope.code.student
  const list = useCall(
    warningEndpoints.warningPage,
    { ...unit, ...filter, scope: tab, ...(isOfStudents ? names.asked : {}) },
    { enabled: named !== undefined && tab !== undefined },
  )
  return {
    planId,
    place,
    plans,
    tabs,
    tab,
    listQuery,
    list,
    /** The file of the list, with the filters it has. */
    exported,
    namesButton: isOfStudents ? names.button : null,
    countsOfTab: (each: TabScope) => (found ? countsOf(found, each) : undefined),
    /** Several schools can be listed. */
    withSchool: user?.orgType !== OrgType.code.school,
    choosePlan: useCallback(
      // A class of another year stood in another grade.
      (chosen: number) =>
        setFilter({ planId: chosen, prefix: undefined, gradeNo: undefined, classId: undefined }),
      [setFilter],
    ),
    chooseTab: useCallback((scope: TabScope) => setFilter({ scope, ...OF_A_TAB }), [setFilter]),
    go: useCallback((key: UnitKey) => setFilter({ ...NO_UNIT, ...key }), [setFilter]),
  }
}
export type WarningListState = ReturnType<typeof useWarningList>

function useTabs(): TabScope[] {
  const { user } = useSession()
  const maySeeStudents = useAllowed(SEE_STUDENTS)
  return useMemo(() => tabsOf(user ?? {}, maySeeStudents), [user, maySeeStudents])
}
