import { BizError } from '#contract/core/error-codes.ts'
import { errorRate } from '#contract/eyesight/retest.ts'
import type { TaskClassRow, TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserCtx } from '../../core/context.ts'
import { requireTask, screeningScope } from '../plans/access.ts'
import { countSync } from './sync-queries.ts'
import {
  type ClassLine,
  selectClassesToCome,
  selectRetestSums,
  selectTaskClasses,
} from './task-detail-queries.ts'
import { presentTasks } from './task-list.ts'
import { selectTaskRow } from './task-list-queries.ts'

export async function findTask(ctx: UserCtx, { taskId }: { taskId: number }): Promise<TaskDetail> {
  await requireTask(ctx, taskId)
  const who = screeningScope(ctx)
  const row = await selectTaskRow(ctx.db, who, taskId)
  const [task] = row ? await presentTasks(ctx, [row]) : []
  if (!row || !task) throw new BizError(650)
  const lines = row.syncedAt
    ? await selectTaskClasses(ctx.db, who, taskId)
    : await selectClassesToCome(ctx.db, who, taskId)
  const sums = await selectRetestSums(ctx.db, who, taskId)
  const { underWay } = TaskStatus.code
  // A part of a school says nothing about how the whole of it has changed.
  const isWhole = !(ctx.scope.kind === 'org' && ctx.scope.only)
  return {
    ...task,
    selection: row.selection,
    hasCaries: row.hasCaries,
    syncedAt: row.syncedAt?.toISOString() ?? null,
    classes: lines.map(presentClass),
    pendingSync: task.status === underWay && isWhole ? await countSync(ctx.db, [taskId]) : null,
    retest: { ...sums, ratio: row.retestRatio, errorRate: errorRate(sums), errorCap: row.errorCap },
  }
}

function presentClass({ schoolSystem, expected, screened, valid, ...line }: ClassLine): TaskClassRow {
  return {
    ...line,
    gradeName: gradeName(line.stage, line.gradeNo, schoolSystem),
    progress: { expected, screened, valid },
  }
}
