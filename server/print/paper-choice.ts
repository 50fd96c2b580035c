// Whose sheets are asked for: of a plan, or without one of the roster; nothing outside the caller's range.
import { BizError } from '#contract/core/error-codes.ts'
import { mayPrint } from '#contract/exports/paper-access.ts'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import type { ChosenCount, PaperChoice } from '#contract/print/paper-schemas.ts'
import type { UserCtx } from '../core/context.ts'
import { countRoster } from '../exports/sources/roster-rows-queries.ts'
import {
  assertScreeningRange,
  chosenScreeningRows,
  countStages,
} from '../exports/sources/screening-source.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import { assertPlace } from '../students/student-list.ts'
import { countKnown } from './paper-queries.ts'

/** The part of a plan; null without one. */
export const planPart = <Choice extends PaperChoice>(choice: Choice): (Choice & { planId: number }) | null =>
  choice.planId === undefined ? null : { ...choice, planId: choice.planId }

/** One id that is missing or foreign refuses everything. */
export async function assertPaperRange(ctx: UserCtx, choice: PaperChoice): Promise<void> {
  const ofPlan = planPart(choice)
  if (ofPlan) await assertScreeningRange(ctx, ofPlan)
  else await assertRosterRange(ctx, choice)
  const { studentIds } = choice
  if (studentIds && (await countKnown(ctx.db, screeningScope(ctx), studentIds)) < studentIds.length)
    throw new BizError(650)
}

async function assertRosterRange(ctx: UserCtx, choice: PaperChoice): Promise<void> {
  const { taskId, areaId, orgId, classId, studentIds } = choice
  if (taskId !== undefined || areaId !== undefined) throw new BizError(700, '请选择筛查计划')
  await assertPlace(ctx, { orgId, classId })
  const isNamed = [orgId, classId, studentIds].some((named) => named !== undefined)
  if (!isNamed && ctx.scope.kind !== 'org') throw new BizError(700, '请选择学校、年级、班级或学生')
}

export async function countChosen(ctx: UserCtx, choice: PaperChoice): Promise<ChosenCount> {
  const { permissions } = ctx.caller
  if (!PaperForm.codes.some((form) => mayPrint(form, choice, (name) => permissions.has(name))))
    throw new BizError(602)
  await assertPaperRange(ctx, choice)
  const stages = await stagesOf(ctx, choice)
  const counted = stages.reduce((sum, { students }) => sum + students, 0)
  // Who has left the school is in no stage of today.
  const students = choice.planId === undefined ? Math.max(counted, choice.studentIds?.length ?? 0) : counted
  return { students, stages }
}

async function stagesOf(ctx: UserCtx, choice: PaperChoice): Promise<ChosenCount['stages']> {
  const ofPlan = planPart(choice)
  if (!ofPlan) return countRoster(ctx.db, ctx.scope, choice)
  if (!choice.studentIds) return countStages(ctx, ofPlan)
  const stages = new Map<ChosenCount['stages'][number]['stage'], number>()
  for (const { stage } of await chosenScreeningRows(ctx, ofPlan, choice.studentIds))
    stages.set(stage, (stages.get(stage) ?? 0) + 1)
  return [...stages].map(([stage, students]) => ({ stage, students }))
}
