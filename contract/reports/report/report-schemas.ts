// Which report is asked for: a plan, the plan to compare with, and a unit.
import { z } from 'zod'
import { WireNumber } from '../../core/wire.ts'
import { UnitQuery } from '../../eyesight/figures/figure-schemas.ts'
import { PlanId } from '../../eyesight/plan-schemas.ts'

/** Instead of a plan to compare with: none, although the plan names one. */
export const NO_COMPARED_PLAN = 0
export const ComparedPlanId = z.union([PlanId, WireNumber.pipe(z.literal(NO_COMPARED_PLAN))])

const Plans = UnitQuery.pick({ planId: true }).extend({
  /** Where it is not the plan's own. */
  lastPlanId: ComparedPlanId.optional(),
})
const { areaId, orgId, prefix, gradeNo, classId } = UnitQuery.shape

/** An area, or the caller's own where none is named. */
export const AreaReportQuery = Plans.extend({ areaId })
/** A school, or the caller's own where none is named. */
export const SchoolReportQuery = Plans.extend({ orgId })
export const GradeReportQuery = Plans.extend({
  orgId,
  prefix: prefix.unwrap(),
  gradeNo: gradeNo.unwrap(),
})
export const ClassReportQuery = Plans.extend({ orgId, prefix, gradeNo, classId: classId.unwrap() })

export type ReportQuery = z.output<typeof UnitQuery> & { lastPlanId?: number | undefined }
