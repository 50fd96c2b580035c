// What may stand together in one record, and when it may be changed.

import { BizError, Refusal } from '#contract/core/error-codes.ts'
import {
  type GlassesContradiction,
  glassesContradictions,
  hasResult,
} from '#contract/eyesight/contradictions.ts'
import { lensFaults } from '#contract/eyesight/normal-reading.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'
import type { StoredFields } from './record-fields.ts'

type Days = { startsOn: string; endsOn: string; today: string }

/** The day of a result: today unless somebody said otherwise, and none without a result that was taken away. */
export function withDay(
  before: StoredFields,
  after: StoredFields,
  { items, today }: { items: PlanItems; today: string },
): StoredFields {
  if (hasResult(after, items)) return after.checkedOn === null ? { ...after, checkedOn: today } : after
  const taken = hasResult(before, items) && before.checkedOn === after.checkedOn
  return taken ? { ...after, checkedOn: null } : after
}

const GLASSES_FAULTS: Record<GlassesContradiction['kind'], string> = {
  lensWithoutOrthoK: '塑形镜度数只适用于佩戴角膜塑形镜的学生，请核对戴镜类型',
  correctedWithoutGlasses: '未戴镜的学生没有戴镜视力，请核对戴镜类型或清除戴镜视力',
}

/** Values that cannot stand together, or not like this, in a first or a second reading. */
export function faultOfReading(
  reading: Omit<StoredFields, 'absence' | 'remark' | 'checkedOn'>,
): string | null {
  const [first] = glassesContradictions(reading)
  if (first) return GLASSES_FAULTS[first.kind]
  return lensFaults(reading, 100)[0]?.message ?? null
}

/** Why a record cannot become like this, in a sentence; null where it can. Ranges are the contract's matter. */
export function faultOfFields(
  before: StoredFields,
  after: StoredFields,
  { startsOn, endsOn, today, items }: Days & { items: PlanItems },
): string | null {
  const fault = faultOfReading(after)
  if (fault) return fault
  if (after.absence !== null && hasResult(after, items)) {
    return before.absence === null
      ? '已有检查结果，不能再登记未检原因，请先清除检查结果'
      : '已登记未检原因，请先清除未检原因再填写检查结果'
  }
  const day = after.checkedOn
  if (day === null || day === before.checkedOn) return null
  if (day > today) return '检查日期不能晚于今天'
  if (day < startsOn) return `检查日期应在计划期间内，不能早于 ${startsOn}`
  return day > endsOn ? `检查日期应在计划期间内，不能晚于 ${endsOn}` : null
}

export const BLIND_REFUSED = '已抽取复测，复测完成前不能查看或修改初测结果'

export type WorkState = { planStatus: number; taskStatus: number; planName: string }

/** Why readings cannot be entered by the state of plan and task; null: they can. */
export function lockedByState({ planStatus, taskStatus, planName }: WorkState): string | null {
  if (planStatus === PlanStatus.code.archived) return `计划“${planName}”已归档，不能再修改`
  if (taskStatus === TaskStatus.code.completed) return '任务已完成，修改检查结果请申请更正'
  if (planStatus === PlanStatus.code.ended) return `计划“${planName}”已结束，不能再录入`
  if (planStatus !== PlanStatus.code.underWay || taskStatus === TaskStatus.code.waiting) {
    return '任务未开始，名单在任务开始时固定，之后才能录入'
  }
  return null
}

export function assertUnderWay(state: WorkState) {
  const reason = lockedByState(state)
  if (reason) throw new Refusal('notInThisState', reason)
}

type Parties = { executorOrgId: number; schoolOrgId: number }

/** The executor of the task and the school itself; the bodies above only look on. */
export const takesPart = ({ caller }: Pick<UserCtx, 'caller'>, { executorOrgId, schoolOrgId }: Parties) =>
  caller.orgId === executorOrgId || caller.orgId === schoolOrgId

export const LOOKS_ON = '检查结果由承担任务的机构或学校录入，您只能查看'

export function assertTakesPart(ctx: Pick<UserCtx, 'caller'>, parties: Parties) {
  if (!takesPart(ctx, parties)) throw new BizError(700, LOOKS_ON)
}
