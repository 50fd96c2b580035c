// Binds the calls of the big screens.
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findDiopter } from './diopter/diopter.ts'
import { findHospitals } from './executors/hospitals.ts'
import { findOrganisation } from './executors/organisation.ts'
import { findMap } from './map.ts'
import { findMyopia } from './myopia.ts'
import { findParents } from './parents/parents.ts'
import { findProgress } from './progress.ts'
import { findRanking } from './ranking/ranking.ts'
import { findSchoolWall } from './school/school.ts'
import { findStudents } from './summary/students.ts'
import { findSummary } from './summary/summary.ts'

export const overviewRoutes = implement(overviewEndpoints, {
  overviewProgress: findProgress,
  overviewMyopia: findMyopia,
  overviewSchool: findSchoolWall,
  overviewHospitals: findHospitals,
  overviewOrganisation: findOrganisation,
  overviewSummary: findSummary,
  overviewRanking: findRanking,
  overviewStudents: findStudents,
  overviewDiopter: findDiopter,
  overviewParents: findParents,
  overviewMap: findMap,
})
