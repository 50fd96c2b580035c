import { BizError } from '#contract/core/error-codes.ts'
import type { TaskSelection } from '#contract/eyesight/plan-schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { selectSelection } from './task-edit-queries.ts'

const listed = <T>(values: readonly T[] | undefined): T[] | undefined =>
  values && values.length > 0 ? [...new Set(values)] : undefined

/** A selection that names nothing is the whole school. */
export function plainSelection(selection: TaskSelection | null): TaskSelection | null {
  const stages = listed(selection?.stages)
  const gradeIds = listed(selection?.gradeIds)
  const classIds = listed(selection?.classIds)
  if (!stages && !gradeIds && !classIds) return null
  return { ...(stages && { stages }), ...(gradeIds && { gradeIds }), ...(classIds && { classIds }) }
}

type Place = { planId: number; schoolOrgId: number; exceptTaskId?: number }

/** Why the selection cannot have a task, in a sentence; 650 where it names what is not the school's. */
export async function faultOfSelection(
  ctx: UserTxCtx,
  place: Place,
  selection: TaskSelection | null,
): Promise<string | null> {
  const { selected, taken, example, outside } = await selectSelection(ctx.db, { ...place, selection })
  if (outside > 0) throw new BizError(650)
  if (taken > 0) {
    const classes = taken === 1 ? example : `${example}等${taken}个班级`
    return `${classes}已在该计划的其他任务中`
  }
  return selection !== null && selected === 0 ? '所选范围内没有计划学段的班级' : null
}
