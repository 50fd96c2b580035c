import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import type { ApiError } from '#web/core/api/errors.ts'

const NUMBER_TAKEN = 655

/** What to say under the number; null where the answer is about something else. */
export function numberTakenMessage(error: ApiError): string | null {
  return error.code === NUMBER_TAKEN ? (error.issues[0]?.message ?? error.message) : null
}

export const isRegisteredElsewhere = (error: ApiError): boolean =>
  error.code === NUMBER_TAKEN && error.issues.some(({ message }) => message === REGISTERED_ELSEWHERE)
