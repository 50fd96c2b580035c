// Records: the class at work, corrections, conflicts, retests, one student's screenings.
import type { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { Implementation } from '../../core/http/implement.ts'
import { fillTaskNumbers, findClassNumbers, saveClassNumbers } from '../monitoring/numbers.ts'
import { drawRetest, listRetests, saveRetest } from '../retests/retest.ts'
import { listConflicts, resolveConflict } from './conflict.ts'
import { applyCorrection } from './correction.ts'
import { findClassGrid, findGridStamp, listChanges } from './record-grid.ts'
import { saveRecords } from './record-save.ts'
import { findStudentHistory, listStudentRecords } from './student-records.ts'

export const recordHandlers: Implementation<typeof recordEndpoints> = {
  classGrid: findClassGrid,
  gridStamp: findGridStamp,
  saveRecords,
  recordChanges: listChanges,
  applyCorrection,
  conflictPageList: listConflicts,
  resolveConflict,
  classNumbers: findClassNumbers,
  saveClassNumbers,
  fillNumbers: fillTaskNumbers,
  drawRetest,
  retestList: listRetests,
  saveRetest,
  screeningRecord: listStudentRecords,
  studentHistory: findStudentHistory,
}
