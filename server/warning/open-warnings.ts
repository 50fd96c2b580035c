// How many warnings wait for the caller, in the newest plan that has some.
import type { UserCtx } from '../core/context.ts'
import { type OpenCounts, selectOpenCounts } from './open-warnings-queries.ts'
import { viewerOf } from './warning.ts'

export async function findOpenWarnings(ctx: UserCtx): Promise<OpenCounts | null> {
  if (!ctx.caller.permissions.has('warnings')) return null
  const { students, units, overdue, planId } = await selectOpenCounts(ctx.db, viewerOf(ctx))
  return planId === null
    ? { students: 0, units: 0, overdue: 0, planId }
    : { students, units, overdue, planId }
}
