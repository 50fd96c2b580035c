import { gradeName } from '#contract/schools/grades.ts'
import { accountRoutes } from './account/routes.ts'
import { makeApprovalRoutes } from './approvals/routes.ts'
import { areaRoutes } from './areas/routes.ts'
import { closeAssessmentsJob } from './assessment/measures/closing-job.ts'
import { assessmentEffects, findAssessmentPart } from './assessment/review/approval-effects.ts'
import { assessmentRoutes } from './assessment/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authorityRoutes } from './authority/routes.ts'
import type { BoundEndpoint } from './core/http/implement.ts'
import type { JobServices, PayloadsOf } from './core/jobs/queue.ts'
import { purgeNoncesJob } from './device/purge-nonces-job.ts'
import { deviceRoutes } from './device/routes.ts'
import { exportExpiryJob, makeExportJob } from './exports/export-job.ts'
import { exportRoutes } from './exports/routes.ts'
import { dueTransitionsJob } from './eyesight/plans/due-transitions-job.ts'
import { correctionEffects, findCorrection } from './eyesight/records/correction.ts'
import { lockScreenings } from './eyesight/records/write-readings.ts'
import { rejudgeJob } from './eyesight/rejudging/rejudge-job.ts'
import { eyesightRoutes } from './eyesight/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { hospitalRoutes } from './hospitals/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { importExpiryJob } from './imports/task/expire-imports.ts'
import { readImportJob } from './imports/task/read-import.ts'
import { undoImportJob, writeImportJob } from './imports/task/write-import.ts'
import { writeLetterFile } from './letters/letter-file.ts'
import { letterRoutes } from './letters/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { orgRoutes } from './orgs/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { writePaperBatch } from './print/paper-batch.ts'
import { paperRoutes } from './print/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { schoolRoutes } from './schools/routes.ts'
import { housekeepingJob } from './session/housekeeping-job.ts'
import { sessionRoutes } from './session/routes.ts'
import { transferEffects } from './students/moves/transfer.ts'
import { makeStudentRoutes } from './students/routes.ts'
import { visitRoutes } from './visits/routes.ts'
import { reviewWarningsJob } from './warning/review-job.ts'
import { warningRoutes } from './warning/routes.ts'

/** One line per feature. */
export const ENDPOINTS: BoundEndpoint[] = [
  ...areaRoutes,
  ...orgRoutes,
  ...accountRoutes,
  ...authorityRoutes,
  ...messageRoutes,
  ...makeApprovalRoutes({
    transfer: transferEffects,
    correction: correctionEffects,
    assessment: assessmentEffects,
    findCorrection,
    findAssessment: findAssessmentPart,
    gradeName,
  }),
  ...sessionRoutes,
  ...planRoutes,
  ...schoolRoutes,
  ...makeStudentRoutes({ holdScreenings: lockScreenings }),
  ...eyesightRoutes,
  ...deviceRoutes,
  ...auditRoutes,
  ...warningRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...paperRoutes,
  ...letterRoutes,
  ...visitRoutes,
  ...hospitalRoutes,
  ...overviewRoutes,
  ...assessmentRoutes,
  ...homeRoutes,
]

/** One line per kind; every process knows all of them and runs those of its place. */
export function makeJobKinds(services: JobServices) {
  return [
    housekeepingJob,
    dueTransitionsJob,
    rejudgeJob,
    reviewWarningsJob,
    purgeNoncesJob,
    readImportJob(services),
    writeImportJob,
    undoImportJob,
    importExpiryJob,
    makeExportJob(services, { letters: writeLetterFile, papers: writePaperBatch }),
    exportExpiryJob,
    closeAssessmentsJob,
  ] as const
}

declare module './core/jobs/queue.ts' {
  /** What may be ordered, and with which payload: exactly what stands in the list. */
  interface JobPayloads extends PayloadsOf<ReturnType<typeof makeJobKinds>> {}
}
