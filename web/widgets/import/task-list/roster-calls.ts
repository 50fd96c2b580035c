import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'

/** Calls whose answers change once rows are written or undone. */
export const ROSTER_CALLS = [
  studentEndpoints.studentPageList,
  studentEndpoints.studentDataStatistics,
  studentEndpoints.studentDetail,
  schoolEndpoints.gradeList,
  schoolEndpoints.getGradeGroup,
  schoolEndpoints.schoolPageList,
  schoolEndpoints.orgDataStatistics,
]
