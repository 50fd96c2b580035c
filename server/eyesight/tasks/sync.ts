import { BizError } from '#contract/core/error-codes.ts'
import type { SyncNotice, SyncPreview } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { requireOrg } from '../../orgs/org.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import {
  insertRecords,
  insertTaskClasses,
  lockListedStudents,
  moveRecords,
} from '../../plans/snapshot-queries.ts'
import { screeningScope } from '../plans/access.ts'
import { removeGone, selectConcerned, selectUnconcerned, setSynced } from './sync-queries.ts'
import { assertTaskAction } from './task-actions.ts'
import { assertNotTooMany, requireLockedTasks } from './task-edit.ts'

/** Spec §2 "sync-notice dialog". */
export async function findSyncNotice(ctx: UserCtx, { orgId }: { orgId: number }): Promise<SyncNotice> {
  const who = screeningScope(ctx)
  // Who carries tasks out has no range over schools, but may ask about its own tasks there.
  if (who.carriesOut === null) await requireOrg(ctx, orgId)
  await applyDueTransitions(ctx.db)
  const tasks = await selectConcerned(ctx.db, orgId, who.carriesOut)
  if (who.carriesOut !== null && tasks.length === 0) throw new BizError(650)
  const { waiting } = TaskStatus.code
  return {
    taskList: tasks,
    beginSyncTaskStuTime: tasks.find(({ status }) => status === waiting)?.startsOn ?? null,
  }
}

type SyncInput = { taskIds: number[]; stuIds?: number[] }

/** Brings the lists of tasks under way up to the roster; those to come follow it by themselves. */
export async function syncTasks(ctx: UserTxCtx, { taskIds, stuIds }: SyncInput): Promise<SyncPreview> {
  if (ctx.scope.kind === 'org' && ctx.scope.only) throw new BizError(602)
  const tasks = await requireLockedTasks(ctx, taskIds, 'roster')
  const students = stuIds ? [...new Set(stuIds)] : null
  const { waiting } = TaskStatus.code
  const begun = tasks.filter(({ status }) => status !== waiting)
  for (const task of begun) assertTaskAction(ctx, task, 'sync')
  if (students && (await selectUnconcerned(ctx.db, taskIds, students))) throw new BizError(650)
  const ids = begun.map(({ id }) => id)
  await assertNotTooMany(ctx, ids)
  await insertTaskClasses(ctx.db, ids)
  await lockListedStudents(ctx.db, ids, students)
  const { removed, kept } = await removeGone(ctx.db, ids, students)
  const { arrived, moved } = await moveRecords(ctx.db, ids, students)
  const added = arrived + (await insertRecords(ctx.db, ids, students))
  await setSynced(ctx.db, ids)
  ctx.note({ detail: { tasks: ids.length, added, moved, removed, kept } })
  return { added, moved, removed, kept }
}
