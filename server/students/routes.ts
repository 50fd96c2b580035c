// Students: roster, life cycle, history, personal fields (spec §4 "Student lifecycle", §7).
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { advance, listAdvanceStages, previewAdvance, undoAdvance } from './advance/advance.ts'
import {
  findHistoryTree,
  findHistoryTreeOfTeacher,
  findRecord,
  listHistory,
  listHistoryTypes,
  listSchoolsOf,
  printRecord,
} from './moves/history.ts'
import { leaveStudents, moveStudents, recoverStudents } from './moves/move-students.ts'
import { applyTransfer, listTargetClasses, listTransferTargets } from './moves/transfer.ts'
import { findFace, listViewers, printStudent, recordConsent, removeFace, uploadFace } from './personal.ts'
import { revealStudent } from './reveal.ts'
import {
  addStudent,
  deleteStudents,
  findBlocked,
  type LockScreenings,
  makeEditStudent,
  renameStudent,
} from './student.ts'
import { findStudent, findStudentStatistics, listPlansOf, listStudents } from './student-list.ts'

/** The roster knows nothing of screening: how to judge it again is passed in where the features are put together. */
export const makeStudentRoutes = ({ holdScreenings: lockScreenings }: { holdScreenings: LockScreenings }) =>
  implement(studentEndpoints, {
    studentPageList: listStudents,
    studentDetail: findStudent,
    studentDataStatistics: findStudentStatistics,
    addStudent,
    editStudent: makeEditStudent(lockScreenings),
    renameStudent,
    deleteStudents,
    planSelect: listPlansOf,
    validChange: findBlocked,
    moveStudents,
    leaveStudents,
    recoverStudents,
    historyPageList: listHistory,
    historyInfo: findRecord,
    historyTypes: listHistoryTypes,
    historyTree: findHistoryTree,
    historyTreeOfTeacher: findHistoryTreeOfTeacher,
    historyOfClass: listHistory,
    historySchools: listSchoolsOf,
    transferTargets: listTransferTargets,
    transferTargetClasses: listTargetClasses,
    applyTransfer,
    revealStudent: { selfAudited: revealStudent },
    printStudent,
    printHistory: printRecord,
    studentViewers: listViewers,
    recordConsent,
    uploadFace,
    facePhoto: findFace,
    removeFace,
    advanceStages: listAdvanceStages,
    advancePreview: previewAdvance,
    advance,
    undoAdvance,
  })
