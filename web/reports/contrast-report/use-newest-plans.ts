import { useEffect, useMemo, useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { defaultPlan } from '#web/widgets/default-plan.ts'

/**
 * The one that is most likely meant first; once there is one with results, those made by the same level for the same
 * season come next, the newest first: others are not compared with it.
 */
function comparable(
  list: readonly PlanChoice[],
  screened: ReadonlyMap<number, boolean>,
  level: number | undefined,
): PlanChoice[] {
  const likely = defaultPlan(
    list.filter(({ planId }) => screened.get(planId) !== false),
    level,
  )
  const newest = [...list].sort((one, other) => other.startsOn.localeCompare(one.startsOn))
  if (!likely) return newest
  const others = newest.filter(({ planId }) => planId !== likely.planId)
  const distance = ({ season, ownerLevel }: PlanChoice) =>
    (season === likely.season ? 0 : 1) + (ownerLevel === likely.ownerLevel ? 0 : 2)
  return [likely, ...others.sort((one, other) => distance(one) - distance(other))]
}

type Found = { planIds: number[]; isDone: boolean }

/** So many plans to begin with in which somebody of the reader's was screened; looked for one after the other. */
export function useNewestPlans(list: readonly PlanChoice[], wanted: number, enabled: boolean): Found {
  const [screened, setScreened] = useState<ReadonlyMap<number, boolean>>(new Map())
  const level = useSession().user?.dataRangeType
  const newest = useMemo(() => comparable(list, screened, level), [list, screened, level])
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
