import { REFUSALS } from '#contract/core/error-codes.ts'

/** Ids that may lie outside the range by design, or that name no row at all; each with its reason. */
export const ELSEWHERE_ALLOWED: Record<string, string[]> = {
  // A child may go to any school of the province: its classes are known by name.
  'students.transferTargetClasses': ['orgId'],
  'students.transferTargets': ['id'],
  'students.applyTransfer': ['newOrgId', 'newClassId', 'newGradeId', 'applicationUserId', 'applicationOrgId'],
  'authority.grantPermissions': ['permissionIds'],
  // A district is no reader of these; every id is refused all the same.
  'reports.provinceReport': [],
  'reports.cityReport': [],
  // A body that carries out no tasks has no such screen.
  'overview.overviewOrganisation': [],
  // Sent as multipart; its own test is among those of the face photos.
  'students.uploadFace': ['studentId'],
  // Asks for a kind of units; which ones it answers with is among the tests of assessments.
  'assessment.assessCandidates': [],
  // Sent as multipart; its own is among those of the assessments.
  'assessment.uploadAssessEvidence': ['applicationId'],
  // As well; theirs are among those of the imports.
  'imports.template': ['taskId'],
  'imports.importRoster': ['orgId', 'classId', 'taskId'],
  'imports.divideIntoClasses': ['orgId', 'classId', 'taskId'],
  'imports.importScreening': ['orgId', 'classId', 'taskId'],
  'imports.importCaries': ['orgId', 'classId', 'taskId'],
}
/** What an area or organisation (616, 651), a person or record (650, 652) outside the range is answered with. */
export const REFUSED = [616, 650, 651, 652]
/** A range that is too wide is refused as a form's fault, a promotion of another school as one that is not there. */
export const ALSO_REFUSED: Record<string, number[]> = {
  'authority.addAccount': [700],
  'authority.editAccount': [700],
  'students.undoAdvance': [REFUSALS.changedMeanwhile, REFUSALS.notInThisState],
}
