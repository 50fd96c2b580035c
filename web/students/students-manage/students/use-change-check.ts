import type { z } from 'zod'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentChange, StudentRow } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'

/** Asks the server which of the students can be changed now; the others come with the reason. */
export function useChangeCheck(
  students: readonly StudentRow[],
  change: z.output<typeof StudentChange>,
  enabled: boolean,
) {
  const studentIds = students.map(({ studentId }) => studentId)
  const answer = useCall(studentEndpoints.validChange, { studentIds, change }, { enabled })
  // An answer of an earlier look may no longer be true.
  const known = answer.isFetchedAfterMount && !answer.isFetching ? answer.data : undefined
  const blocked = known?.blocked ?? []
  const blockedIds = new Set(blocked.map(({ studentId }) => studentId))
  return {
    checked: known !== undefined,
    error: answer.isFetching ? null : answer.error,
    retry: () => void answer.refetch(),
    blocked,
    free: known ? students.filter(({ studentId }) => !blockedIds.has(studentId)) : [],
  }
}
export type ChangeCheck = ReturnType<typeof useChangeCheck>
