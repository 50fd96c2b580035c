import { useCallback, useEffect } from 'react'
import { z } from 'zod'
import { WireId } from '#contract/core/wire.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { usePlansBegun } from '#web/widgets/plan/plans-begun.ts'

const Address = z.object({
  planId: WireId.optional(),
  taskId: WireId.optional(),
  /** The class that is open. */
  classId: WireId.optional(),
})
/** Families answer meanwhile, and files are made. */
const REFRESH_MS = 30_000
const NONE: readonly LetterClass[] = []

/** Plan or task, and the open class, held in the address; without either it is the newest plan with results. */
export function useTracking() {
  const [{ planId: named, taskId, classId }, setQuery] = useUrlState(Address)
  const plans = usePlansBegun()
  const isByTask = named === undefined && taskId !== undefined
  // A message names the task alone.
  const task = useCall(eyesightEndpoints.taskDetail, { taskId: taskId ?? 0 }, { enabled: isByTask })
  const planOfTask = task.data?.taskId === taskId ? task.data?.planId : undefined
  const planId = named ?? (isByTask ? planOfTask : plans.likely)

  const list = useCall(
    letterEndpoints.letterClasses,
    { planId: planId ?? 0, taskId },
    { enabled: planId !== undefined, background: true, refetchInterval: REFRESH_MS },
  )
  const { refetch } = list
  const found = list.isPlaceholderData ? undefined : list.data
  const hasResults = found?.some(({ screened }) => screened > 0) === true
  const { pass } = plans
  useEffect(() => {
    if (named !== undefined || planId === undefined || !found) return
    if (isByTask || hasResults || !pass) setQuery({ planId }, { replace: true })
    else pass()
  }, [named, planId, found, isByTask, hasResults, pass, setQuery])

  // Printing goes on in another tab: what it has changed is read on coming back.
  useEffect(() => {
    const onFocus = () => planId !== undefined && void refetch()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [planId, refetch])

  return {
    planId,
    taskId,
    classId,
    plans,
    list,
    rows: found ?? NONE,
    /** Found for the plan that is shown, not for one that is passed over. */
    isFound: found !== undefined && named !== undefined,
    hasResults,
    isTaskMissing: isByTask && task.error !== null && !task.isFetching,
    choosePlan: useCallback(
      (chosen: number) => setQuery({ planId: chosen, taskId: undefined, classId: undefined }),
      [setQuery],
    ),
    openClass: useCallback((opened: number | undefined) => setQuery({ classId: opened }), [setQuery]),
  }
}
