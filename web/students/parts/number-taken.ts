import { studentEndpoints } from '#contract/students/endpoints.ts'
import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import { call } from '#web/core/api/call.ts'
import type { ApiError } from '#web/core/api/errors.ts'

const NUMBER_TAKEN = 655

/** The message under the number; null where the answer is about something else. */
export function numberTakenMessage(error: ApiError): string | null {
  return error.code === NUMBER_TAKEN ? (error.issues[0]?.message ?? error.message) : null
}

/**
 * Whether a number that is taken belongs to a student of another school. A school learns
 * only that; a user whose range holds both schools learns who it is, and finds the student by the number.
 */
export async function isOfOtherSchool(error: ApiError, number: string, orgId: number): Promise<boolean> {
  if (error.code !== NUMBER_TAKEN) return false
  if (error.issues.some(({ message }) => message === REGISTERED_ELSEWHERE)) return true
  const found = await call(studentEndpoints.studentPageList, { pageNum: 1, idCard: number }).catch(() => null)
  return found?.list.some((student) => student.orgId !== orgId) ?? false
}
