import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { saveAnswer, submitApplication } from './applications/answers.ts'
import { appealResult } from './applications/appeal.ts'
import { findApplication, listOwnApplications } from './applications/application.ts'
import { openEvidence, removeEvidence, uploadEvidence } from './applications/evidence.ts'
import { findAssessPlan, listAssessCandidates, listAssessPlans, proposeAssessPlan } from './plans/plan.ts'
import { closeAssessPlan, deleteAssessPlan, publishAssessPlan, saveAssessPlan } from './plans/plan-changes.ts'
import { exportRanking } from './review/ranking-document.ts'
import { findRanking, publishResults } from './review/results.ts'
import { answerAppeal, findLeafBoard, grantLate, listUnits, saveScores } from './review/review.ts'

export const assessmentRoutes = implement(assessmentEndpoints, {
  assessPlanPage: listAssessPlans,
  assessPlan: findAssessPlan,
  assessProposal: proposeAssessPlan,
  assessCandidates: listAssessCandidates,
  saveAssessPlan,
  publishAssessPlan,
  closeAssessPlan,
  deleteAssessPlan,
  publishAssessResults: publishResults,
  assessUnits: listUnits,
  assessRanking: findRanking,
  exportAssessRanking: exportRanking,
  assessLeafBoard: findLeafBoard,
  saveAssessScores: saveScores,
  grantLateApplication: grantLate,
  answerAssessAppeal: answerAppeal,
  assessApplicationPage: listOwnApplications,
  assessApplication: findApplication,
  saveAssessAnswer: saveAnswer,
  uploadAssessEvidence: uploadEvidence,
  removeAssessEvidence: removeEvidence,
  assessEvidence: openEvidence,
  submitAssessApplication: submitApplication,
  appealAssessResult: appealResult,
})
