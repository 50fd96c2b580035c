import { SchoolStage } from '../core/codes.ts'
import { UnitQuery } from '../eyesight/figures/figure-schemas.ts'
import { TaskId } from '../eyesight/plan-schemas.ts'
import { HealthForm } from './health-sheet.ts'

/** A plan, and whatever part of it is wanted; nothing named is the caller's whole range. */
export const ScreeningFilter = UnitQuery.extend({
  /** Spec §7: exports are asked for by task too. */
  taskId: TaskId.optional(),
  stage: SchoolStage.query.optional(),
})
export const HealthFilter = ScreeningFilter.extend({
  healthExcelType: HealthForm.query.default(HealthForm.code.school),
})
