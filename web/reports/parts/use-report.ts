import { useCallback, useEffect, useMemo } from 'react'
import { z } from 'zod'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type UnitKey, UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { ReportRequest } from '#contract/reports/report/report-request.ts'
import { ComparedPlanId } from '#contract/reports/report/report-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { unitWithin } from '#web/widgets/area/unit-within.ts'
import { NO_UNIT } from '#web/widgets/no-unit.ts'
import { usePlansBegun } from '#web/widgets/plan/plans-begun.ts'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { nextStep } from './choose-unit.ts'
import { endpointOf, type FixedKind } from './report-kinds.ts'

const ReportAddress = UnitQuery.extend({
  planId: PlanId.optional(),
  lastPlanId: ComparedPlanId.optional(),
  /** Only this table of the report. */
  tableId: z.string().max(100).optional(),
})

/** Plans, unit and report of a page, held in the address; what it lacks is what the reader most likely means. */
export function useReport(kind: FixedKind) {
  const [{ planId, lastPlanId, tableId, ...named }, setQuery] = useUrlState(ReportAddress)
  const range = useAreaRange()
  const plans = usePlansBegun()
  const asked = planId ?? plans.likely
  const places = useCall(
    eyesightEndpoints.breakdown,
    { planId: asked ?? 0, ...unitWithin(named, range) },
    { enabled: asked !== undefined },
  )
  const found = places.isPlaceholderData ? undefined : places.data
  const { pass } = plans
  useEffect(() => {
    if (planId !== undefined || asked === undefined || !found) return
    if (found.total.screened > 0 || !pass) setQuery({ planId: asked }, { replace: true })
    else pass()
  }, [planId, asked, found, pass, setQuery])

  const step = useMemo(
    () => (found && planId !== undefined ? nextStep(kind, found) : undefined),
    [kind, found, planId],
  )
  const next = typeof step === 'object' ? step.go : undefined
  useEffect(() => {
    if (next) setQuery({ ...NO_UNIT, ...next }, { replace: true })
  }, [next, setQuery])

  const query = { planId, lastPlanId, ...(step === 'there' && found?.unit.key) }
  const names = useNameDisclosure()
  const namesAsked = kind === 'class' ? names.asked : {}
  const report = useCall(endpointOf(kind), { ...query, ...namesAsked }, { enabled: step === 'there' })
  return {
    planId,
    lastPlanId,
    plans,
    path: places.data?.path ?? [],
    places,
    report,
    /** Of the student list; nothing on reports without one. */
    namesAsked,
    namesButton: kind === 'class' ? names.button : null,
    /** What is in sight, as others ask for it. */
    request: report.data && !report.isPlaceholderData ? ReportRequest.parse({ kind, query }) : undefined,
    tableId,
    showOnly: useCallback((chosen: string | undefined) => setQuery({ tableId: chosen }), [setQuery]),
    hasUnit: step !== 'none',
    choosePlan: useCallback(
      // A class of another year stood in another grade.
      (chosen: number) =>
        setQuery({
          planId: chosen,
          lastPlanId: undefined,
          prefix: undefined,
          gradeNo: undefined,
          classId: undefined,
        }),
      [setQuery],
    ),
    compareWith: useCallback((chosen: number | undefined) => setQuery({ lastPlanId: chosen }), [setQuery]),
    go: useCallback((key: UnitKey) => setQuery({ ...NO_UNIT, ...key }), [setQuery]),
  }
}
export type ReportState = ReturnType<typeof useReport>
