import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'

/** Endpoints whose answers change with students, classes or grades. */
export const ROSTER_REFRESHES = [
  studentEndpoints.studentPageList,
  studentEndpoints.studentDataStatistics,
  studentEndpoints.studentDetail,
  schoolEndpoints.gradeList,
  schoolEndpoints.getGradeGroup,
  schoolEndpoints.unusedClassNameList,
]
