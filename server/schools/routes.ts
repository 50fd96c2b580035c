// Schools with their stages, grades and classes (spec §7 "Organisations and school roster").
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import {
  addClass,
  addGrade,
  deleteClass,
  deleteGrade,
  editClass,
  editGrade,
  findClass,
  findGrade,
  listClasses,
  listGradeGroups,
  listGrades,
  listGradeTree,
  listStages,
  listStagesWithGrades,
  listUnusedClassNames,
} from './roster.ts'
import { addSchool, deleteOrgs, findSchools, findStatistics, listOrgCities, listSchools } from './school.ts'
import { assignClasses, findTeacherScope } from './teacher.ts'

export const schoolRoutes = implement(schoolEndpoints, {
  schoolPageList: listSchools,
  orgDataStatistics: findStatistics,
  addSchool,
  deleteOrgs,
  orgCityList: listOrgCities,
  prefixListByOrgId: listStages,
  schoolStages: listGradeGroups,
  searchSchool: findSchools,
  gradeList: listGradeTree,
  getGradeListByOrg: listGrades,
  getGradeGroup: listGradeGroups,
  gradePrefixList: listStagesWithGrades,
  gradeDetail: findGrade,
  addGrade,
  editGrade,
  deleteGrade,
  classList: listClasses,
  getClassByOrg: listGradeTree,
  classDetail: findClass,
  unusedClassNameList: listUnusedClassNames,
  addClass,
  editClass,
  deleteClass,
  teacherScope: findTeacherScope,
  assignClasses,
})
