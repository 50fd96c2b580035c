import { StudentType, UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { ImportKind } from './import-kind.ts'
import { openCariesJudge, openScreeningJudge } from './readings/reading-judge.ts'
import { selectChangedSince } from './readings/reading-queries.ts'
import { lockOpenScreening, undoReadingRows, writeReadingRows } from './readings/write-reading-rows.ts'
import { openRosterJudge } from './roster/roster-judge.ts'
import { openDivisionJudge } from './roster/who-judge.ts'
import { columnsOf, examinedColumns } from './row-rules/columns.ts'
import { markRepeatedRows } from './rows/import-row-queries.ts'
import { selectDependents } from './rows/undo-queries.ts'
import { lockSchoolRoster, roundOf, undoRows, writeDivision, writeRoster } from './rows/write-rows.ts'
import type { ImportTaskRecord } from './task/import-task-queries.ts'

const { roster, classDivision, caries, screening } = UploadTaskKind.code

const columns = (task: ImportTaskRecord) => columnsOf(task.kind, task.studentType)

async function markRosterRepeats(db: Db, task: ImportTaskRecord) {
  const round = roundOf(task)
  if (task.studentType === StudentType.code.mainland) {
    await markRepeatedRows(db, round, 'idCard', { code: 190, key: 'idCard', message: '身份证号在文件中重复' })
  } else if (task.studentType === StudentType.code.nonMainland) {
    await markRepeatedRows(db, round, 'passport', {
      code: 200,
      key: 'passport',
      message: '护照号在文件中重复',
    })
  } else {
    await markRepeatedRows(db, round, 'person', { code: 200, key: 'name', message: '学生在文件中重复' })
  }
  await markStudentRepeats(db, task)
  await markRepeatedRows(db, round, 'studentNo', {
    code: 120,
    key: 'studentNo',
    message: '学籍号在文件中重复',
  })
}

const markStudentRepeats = (db: Db, task: ImportTaskRecord) =>
  markRepeatedRows(db, roundOf(task), 'student', { code: 200, key: 'name', message: '学生在文件中重复' })

const { insert, update, back, locked } = RowOutcome.code

const ofRoster = {
  columns,
  written: [insert, update, back],
  changedIn: '学生管理',
  lock: (db: Tx, { orgId }: ImportTaskRecord) => lockSchoolRoster(db, orgId),
  undo: undoRows,
  dependents: (db: Db, task: ImportTaskRecord) => selectDependents(db, roundOf(task)),
}
const ofReadings = {
  columns: (task: ImportTaskRecord) =>
    task.items ? examinedColumns(columns(task), task.items) : columns(task),
  // What contradicts is put before a person.
  written: [insert, update, locked],
  changedIn: '筛查任务的班级',
  markRepeats: markStudentRepeats,
  lock: lockOpenScreening,
  write: writeReadingRows,
  undo: undoReadingRows,
  dependents: (db: Db, task: ImportTaskRecord) => selectChangedSince(db, task.id),
}

export const IMPORT_KINDS: Record<CodeOf<typeof UploadTaskKind>, ImportKind> = {
  [roster]: { ...ofRoster, openJudge: openRosterJudge, markRepeats: markRosterRepeats, write: writeRoster },
  [classDivision]: {
    ...ofRoster,
    openJudge: openDivisionJudge,
    markRepeats: markStudentRepeats,
    write: writeDivision,
  },
  [caries]: { ...ofReadings, openJudge: openCariesJudge },
  [screening]: { ...ofReadings, openJudge: openScreeningJudge },
}
