import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'

/** What is read again after a plan, or one of its applications, has changed. */
export const PLAN_REFRESHES = [
  assessmentEndpoints.assessPlan,
  assessmentEndpoints.assessPlanPage,
  assessmentEndpoints.assessUnits,
  assessmentEndpoints.assessRanking,
  assessmentEndpoints.assessApplication,
]
