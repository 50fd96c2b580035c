import { UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { columnsOf } from '#contract/imports/columns.ts'
import type { Db } from '../core/db/connect.ts'
import type { ImportKind } from './import-kind.ts'
import { markRepeatedRows } from './import-row-queries.ts'
import type { ImportTaskRecord } from './import-task-queries.ts'
import { openRosterJudge } from './roster-judge.ts'
import { openCariesJudge, openDivisionJudge, openScreeningJudge } from './who-judge.ts'
import { roundOf, undoRows, writeDivision, writeRoster } from './write-rows.ts'

const { roster, classDivision, caries, screening } = UploadTaskKind.code

const columns = (task: ImportTaskRecord) => columnsOf(task.kind, task.studentType)

async function markRosterRepeats(db: Db, task: ImportTaskRecord) {
  const round = roundOf(task)
  if (task.studentType === 1) {
    await markRepeatedRows(db, round, 'idCard', { code: 190, key: 'idCard', message: '身份证号在文件中重复' })
  } else if (task.studentType === 2) {
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

/** Rows of the last two are checked only: there is nothing yet that could take them. */
export const IMPORT_KINDS: Record<CodeOf<typeof UploadTaskKind>, ImportKind> = {
  [roster]: {
    columns,
    openJudge: openRosterJudge,
    markRepeats: markRosterRepeats,
    write: writeRoster,
    undo: undoRows,
  },
  [classDivision]: {
    columns,
    openJudge: openDivisionJudge,
    markRepeats: markStudentRepeats,
    write: writeDivision,
    undo: undoRows,
  },
  [caries]: { columns, openJudge: openCariesJudge, markRepeats: markStudentRepeats, write: null, undo: null },
  [screening]: {
    columns,
    openJudge: openScreeningJudge,
    markRepeats: markStudentRepeats,
    write: null,
    undo: null,
  },
}
