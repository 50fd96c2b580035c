// Visits to a hospital.
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { recordFamilyVisit } from './family-visit.ts'
import { openVisitLetter, recordVisitByLetter } from './letter-visit.ts'
import { listOwnVisits } from './own-visits.ts'
import { recordVisit, withdrawVisit } from './record-visit.ts'
import { listStudentVisits } from './student-visits.ts'

export const visitRoutes = implement(visitEndpoints, {
  openVisitLetter: { selfAudited: openVisitLetter },
  recordVisitByLetter: { selfAudited: recordVisitByLetter },
  recordVisit,
  withdrawVisit,
  ownVisits: listOwnVisits,
  studentVisits: listStudentVisits,
  recordFamilyVisit: { selfAudited: recordFamilyVisit },
})
