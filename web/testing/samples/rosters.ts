import { StudentType } from '#contract/core/codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import type { FakeApi } from '../fake-api.ts'
import { GRADES, pageOf, SCHOOL_OPTION } from './schools.ts'
import { studentRow } from './students.ts'

export const STUDENTS: StudentRow[] = [
  studentRow(),
  studentRow({
    studentId: 1002,
    name: '林小宇',
    sex: 1,
    birthDate: '2019-08-15',
    idCard: '330106************',
  }),
]

type Roster = { students?: StudentRow[]; grades?: GradeNode[]; more?: boolean }

/** Answers everything that the screen of a school's students reads by itself. */
export function answerRoster(
  api: FakeApi,
  { students = STUDENTS, grades = GRADES, more = false }: Roster = {},
): FakeApi {
  return api
    .answer(schoolEndpoints.gradeList, grades)
    .answer(schoolEndpoints.searchSchool, pageOf([SCHOOL_OPTION]))
    .answer(studentEndpoints.studentPageList, ({ pageNum, pageSize }) => ({
      list: students,
      total: students.length,
      more,
      pageNum,
      pageSize,
    }))
    .answer(studentEndpoints.studentDataStatistics, {
      total: 119,
      male: 59,
      female: 60,
      classes: 3,
      faceCollected: 30,
      byType: [{ studentType: StudentType.code.mainland, count: 119 }],
    })
}
