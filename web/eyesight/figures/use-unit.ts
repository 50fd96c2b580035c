import { useCallback, useMemo } from 'react'
import { IndicatorQuery, type UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { NO_UNIT } from '#web/widgets/no-unit.ts'
import { usePlans } from '#web/widgets/plan/plan-picker.tsx'

const UnitAddress = IndicatorQuery.extend({ planId: PlanId.optional() })

/** Plan, place and stage of a page of figures, held in the address. */
export function useUnit() {
  const [query, setQuery] = useUrlState(UnitAddress)
  const { planId } = query
  const choosePlan = useCallback(
    (chosen: number) =>
      setQuery({ planId: chosen, lastPlanId: undefined }, { replace: planId === undefined }),
    [setQuery, planId],
  )
  const { plans, loading, error } = usePlans(planId, choosePlan)
  const go = useCallback((key: UnitKey) => setQuery({ ...NO_UNIT, ...key }), [setQuery])
  const asked = useMemo(() => ({ ...query, planId: planId ?? 0 }), [query, planId])
  return { query, asked, setQuery, plans, loading, error, choosePlan, go, ready: planId !== undefined }
}
