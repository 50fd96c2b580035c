import { useMemo, useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { defaultPlan } from '../default-plan.ts'

/** Those that can have results, and the one that is meant where none is named. */
export function usePlansBegun() {
  const choices = useCall(eyesightEndpoints.planChoices, {})
  const level = useSession().user?.dataRangeType
  const [passed, setPassed] = useState<readonly number[]>([])
  const list = useMemo(
    () => choices.data?.filter(({ status }) => status >= PlanStatus.code.underWay) ?? [],
    [choices.data],
  )
  const left = useMemo(() => list.filter(({ planId }) => !passed.includes(planId)), [list, passed])
  // Where all of them are empty it is the first again.
  const likely = (defaultPlan(left, level) ?? defaultPlan(list, level))?.planId
  /** Goes on to another one, as long as there is one: this one has nothing to tell the reader. */
  const pass = useMemo(
    () =>
      left.length > 0 && likely !== undefined ? () => setPassed((known) => [...known, likely]) : undefined,
    [left, likely],
  )
  return {
    list,
    likely,
    pass,
    error: choices.error,
    known: choices.data !== undefined,
    retry: choices.refetch,
  }
}
