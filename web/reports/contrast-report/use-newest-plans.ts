import { useEffect, useMemo, useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'

/** The newest first; once there is one, those of its season come next: others are not compared with it. */
function comparable(list: readonly PlanChoice[], screened: ReadonlyMap<number, boolean>): PlanChoice[] {
  const newest = [...list].sort((one, other) => other.startsOn.localeCompare(one.startsOn))
  const first = newest.find(({ planId }) => screened.get(planId) === true)
  if (!first) return newest
  const isAlike = ({ season }: PlanChoice) => season === first.season
  return [...newest.filter(isAlike), ...newest.filter((plan) => !isAlike(plan))]
}

type Found = { planIds: number[]; isDone: boolean }

/** So many of the newest plans in which somebody of the reader's was screened; looked for one after the other. */
export function useNewestPlans(list: readonly PlanChoice[], wanted: number, enabled: boolean): Found {
  const [screened, setScreened] = useState<ReadonlyMap<number, boolean>>(new Map())
  const newest = useMemo(() => comparable(list, screened), [list, screened])
  const planIds = newest.map(({ planId }) => planId).filter((id) => screened.get(id) === true)
  const next = newest.find(({ planId }) => !screened.has(planId))?.planId
  const isDone = planIds.length >= wanted || next === undefined
  const isAsked = enabled && !isDone
  const { data, error, isPlaceholderData } = useCall(
    eyesightEndpoints.breakdown,
    { planId: next ?? 0 },
    { enabled: isAsked },
  )
  useEffect(() => {
    if (!isAsked || next === undefined) return
    // One that cannot be read has nothing to compare.
    const answer = error ? false : isPlaceholderData || !data ? undefined : data.total.screened > 0
    if (answer !== undefined && (error || data?.plan.planId === next)) {
      setScreened((known) => new Map(known).set(next, answer))
    }
  }, [isAsked, next, data, error, isPlaceholderData])
  return { planIds: planIds.slice(0, wanted), isDone }
}
