/** One of everything that has an id, in one district. */
export type World = {
  marker: string
  area: { provinceId: string; cityId: string; regionId: string }
  orgId: number
  govId: number
  hospitalId: number
  gradeId: number
  classId: number
  otherClassId: number
  studentId: number
  recordId: number
  leftId: number
  userId: number
  approvalId: number
  advanceId: number
  eduId: number
  importId: number
  deviceId: number
  planId: number
  /** Not published yet. */
  draftId: number
  taskId: number
  screeningRecordId: number
  conflictId: number
  /** Of a frozen report of the district. */
  reportNo: string
  designId: number
  letterId: number
  visitId: number
  warningId: number
  assessPlanId: number
  assessLastId: number
  /** Of the school, in the first of the two. */
  applicationId: number
  evidenceId: string
}
