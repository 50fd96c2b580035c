import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { TaskNumbers, TaskPageQuery, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx } from '../../core/context.ts'
import { scopeCoversOrg } from '../../core/scope.ts'
import { assertAreaFilter } from '../../orgs/area-filter.ts'
import { selectOrg } from '../../orgs/org-queries.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { requirePlan, screeningScope } from '../plans/access.ts'
import { selectTaskProgress } from '../plans/plan-progress-queries.ts'
import { areaFilterOf } from '../plans/plan-schools.ts'
import { takesPart } from '../records/record-rules.ts'
import { taskActions } from './task-actions.ts'
import {
  type ChosenGrade,
  selectChosenClasses,
  selectGradesOf,
  selectTaskNumbers,
  selectTaskPage,
  selectTaskRow,
  standsInTask,
  type TaskListRow,
} from './task-list-queries.ts'

export async function listTasks(ctx: UserCtx, query: TaskPageQuery) {
  if (query.planId !== undefined) await requirePlan(ctx, query.planId)
  else await applyDueTransitions(ctx.db)
  assertArea(ctx, query.areaId)
  if (query.orgId !== undefined) await assertNamed(ctx, query.orgId, 'task.schoolOrgId')
  if (query.executorOrgId !== undefined) await assertNamed(ctx, query.executorOrgId, 'task.orgId')
  const page = await selectTaskPage(ctx.db, screeningScope(ctx), query)
  return { ...page, list: await presentTasks(ctx, page.list) }
}

/** Who carries out tasks is bound to them, wherever they take place. */
function assertArea(ctx: UserCtx, areaId: string | undefined): void {
  if (areaId && screeningScope(ctx).carriesOut === null) assertAreaFilter(ctx, areaFilterOf(areaId))
}

/** An organisation in the own range, or one that stands in a task of it; any other is a step over the boundary. */
async function assertNamed(ctx: UserCtx, orgId: number, as: 'task.schoolOrgId' | 'task.orgId') {
  const org = await selectOrg(ctx.db, orgId)
  if (!org) throw new BizError(616)
  if (ctx.caller.orgId === orgId || scopeCoversOrg(ctx.scope, org)) return
  if (!(await standsInTask(ctx.db, screeningScope(ctx), orgId, as))) throw new BizError(616)
}

/** A task as it stands in lists; 650 where the caller does not see it. */
export async function findTaskRow(ctx: UserCtx, taskId: number): Promise<TaskRow> {
  const row = await selectTaskRow(ctx.db, screeningScope(ctx), taskId)
  const [task] = row ? await presentTasks(ctx, [row]) : []
  if (!task) throw new BizError(650)
  return task
}

export async function presentTasks(ctx: UserCtx, rows: TaskListRow[]): Promise<TaskRow[]> {
  if (rows.length === 0) return []
  const taskIds = rows.map(({ taskId }) => taskId)
  const progress = await selectTaskProgress(ctx.db, screeningScope(ctx), taskIds)
  const selected = await selectionTexts(ctx, rows)
  const names = await findAreaNames(ctx)
  return rows.map((row) => ({
    ...row,
    areaName: names.get(row.regionId ?? row.cityId ?? row.provinceId) ?? '',
    selectionText: selected(row),
    progress: progress.get(row.taskId) ?? { expected: 0, screened: 0, valid: 0 },
    completedAt: row.completedAt?.toISOString() ?? null,
    can: taskActions(ctx, { ...row, looksOn: !takesPart(ctx, row) }),
  }))
}

async function selectionTexts(ctx: UserCtx, rows: TaskListRow[]) {
  const gradeIds = [...new Set(rows.flatMap(({ selection }) => selection?.gradeIds ?? []))]
  const grades = gradeIds.length > 0 ? await selectGradesOf(ctx.db, gradeIds) : []
  const byTask = rows.filter(({ selection }) => selection?.classIds?.length).map(({ taskId }) => taskId)
  const chosen = byTask.length > 0 ? await selectChosenClasses(ctx.db, byTask) : []
  return ({ taskId, selection }: TaskListRow): string => {
    if (selection === null) return '全校'
    const named = grades
      .filter(({ id }) => selection.gradeIds?.includes(id))
      .map(({ stage, gradeNo, schoolSystem }) => gradeName(stage, gradeNo, schoolSystem))
    const stages = (selection.stages ?? []).map((stage) => SchoolStage.label(stage))
    const own = chosen.filter((grade) => grade.taskId === taskId)
    return [...stages, ...named, ...classesText(own, selection.classIds?.length ?? 0)].join('、')
  }
}

/** Grades that are chosen with all of their classes by name, what is left by number. */
function classesText(grades: readonly ChosenGrade[], classes: number): string[] {
  const whole = grades.filter(({ chosen, open }) => chosen === open)
  const left = classes - whole.reduce((sum, { chosen }) => sum + chosen, 0)
  const names = whole.map(
    ({ stage, gradeNo, schoolSystem, open }) =>
      `${gradeName(stage, gradeNo, schoolSystem)}（全部${open}个班级）`,
  )
  return left > 0 ? [...names, `${names.length > 0 ? '另' : ''}${left}个班级`] : names
}

export async function findTaskNumbers(
  ctx: UserCtx,
  { planId, areaId }: { planId: number; areaId?: string },
): Promise<TaskNumbers> {
  await requirePlan(ctx, planId)
  assertArea(ctx, areaId)
  const whole = areaId === undefined ? ctx.scope.kind === 'province' : areaId.endsWith('0000')
  const level = whole ? 'city' : 'region'
  const rows = await selectTaskNumbers(ctx.db, screeningScope(ctx), { planId, areaId, level })
  const names = await findAreaNames(ctx)
  const all = rows.find((row) => row.areaId === null && row.executorOrgId === null)
  const { total = 0, waiting = 0, underWay = 0, completed = 0, overdue = 0 } = all ?? {}
  return {
    ...{ total, waiting, underWay, completed, overdue },
    byArea: rows.flatMap(({ areaId: id, ...counts }) =>
      id === null ? [] : [{ ...counts, areaId: id, areaName: names.get(id) ?? id }],
    ),
    byExecutor: rows.flatMap(({ executorOrgId, executorName, ...counts }) =>
      executorOrgId === null ? [] : [{ ...counts, orgId: executorOrgId, orgName: executorName ?? '' }],
    ),
  }
}
