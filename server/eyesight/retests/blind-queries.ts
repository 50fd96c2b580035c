import { type RawBuilder, sql } from 'kysely'
import { ReadingFields } from '#contract/eyesight/reading.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'

const MEASURED = Object.keys(ReadingFields.shape)

/** Whether somebody examined first (records as `r`): entered the reading, or changed something measured in it. */
export const examinedBy = (userId: number): RawBuilder<boolean> => sql<boolean>`
  (r.entered_by is not distinct from ${userId}::bigint or exists (select from record_change c
    where c.record_id = r.id and c.user_id = ${userId}::bigint and c.changes ?| ${MEASURED}::text[]))`

export type BlindViewer = Pick<UserCtx, 'caller'>

/**
 * Records (as `r`, with `task` and `plan`) that are drawn for a second examination which the viewer could do: until it
 * is done the first values are hidden from them. Once it cannot be done any more nothing is hidden.
 */
export function isBlind({ caller }: BlindViewer): RawBuilder<boolean> {
  if (!caller.permissions.has('retestRun') || caller.orgId === null) return sql<boolean>`false`
  return sql<boolean>`(${caller.orgId}::bigint in (task.org_id, task.school_org_id)
    and task.status = ${TaskStatus.code.underWay} and plan.status = ${PlanStatus.code.underWay}
    and exists (select from retest t where t.record_id = r.id and t.entered_at is null)
    and not ${examinedBy(caller.userId)})`
}
