import type { QueryClient } from '@tanstack/react-query'
import { REFUSALS } from '#contract/core/error-codes.ts'
import type { ApiError } from './errors.ts'

/** Gone meanwhile, or no longer in range. */
const NOT_FOUND = 650
const OUTDATED = new Set<number>([REFUSALS.changedMeanwhile, REFUSALS.notInThisState, NOT_FOUND])

/**
 * A refusal that shows that the screen is out of date: whatever is visible is read again. What is typed stays, because
 * forms are filled only once; they are saved with the version they were filled from, so nothing is overwritten unseen.
 */
export function refreshOutdated(client: QueryClient, { code, issues }: ApiError): void {
  if (OUTDATED.has(code) && issues.length === 0) void client.invalidateQueries()
}
