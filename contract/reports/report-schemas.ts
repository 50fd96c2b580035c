// Which report is asked for: a plan, the plan to compare with, and a unit.
import type { z } from 'zod'
import { UnitQuery } from '../eyesight/figure-schemas.ts'
import { PlanId } from '../eyesight/plan-schemas.ts'

const Plans = UnitQuery.pick({ planId: true }).extend({
  /** Where it is not the plan's own. */
  lastPlanId: PlanId.optional(),
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
