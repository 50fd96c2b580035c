import { Sex, StudentType, UploadTaskKind, YesNo } from '#contract/core/codes.ts'
import {
  FAIL_ROWS_TOLD,
  type ImportCounts,
  type ImportResult,
  type TransferFail,
} from '#contract/imports/schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectConcerned } from '../../eyesight/tasks/sync-queries.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { gradeNameOf } from '../../schools/roster.ts'
import { type Issue, sameRowsText } from '../row-rules/row-check.ts'
import {
  selectRepeatedDocuments,
  selectRepeatedPersons,
  selectRowPage,
  selectWrittenStudents,
} from '../rows/import-row-queries.ts'
import { failInfo, sheetOf } from '../rows/shown-cells.ts'
import { selectClassNames, selectElsewhereRows } from '../rows/shown-row-queries.ts'
import { requireOwnImport } from './import-task.ts'
import type { ImportTaskRecord } from './import-task-queries.ts'

const STUDENT_IDS_TOLD = 10_000
const NO_COUNTS: ImportCounts = {
  rows: 0,
  insert: 0,
  update: 0,
  unchanged: 0,
  locked: 0,
  error: 0,
  elsewhere: 0,
  back: 0,
  waiting: 0,
}

export const errorWorkbookUrl = (recordId: number): string =>
  `/excel/student/excel/errorExcel?recordId=${recordId}`

/** Spec §3 "Student import result"; of a task that was not written it says what would be. */
export async function findResult(ctx: UserCtx, { recordId }: { recordId: number }): Promise<ImportResult> {
  const task = await requireOwnImport(ctx, recordId)
  ctx.note({ objectType: 'import', objectId: recordId })
  const counts = (task.counts as ImportCounts | null) ?? NO_COUNTS
  const batchId = task.batchId ?? 0
  const failing =
    counts.error + counts.locked > 0
      ? await selectRowPage(ctx.db, { batchId, failing: true }, FAIL_ROWS_TOLD, 0)
      : []
  const concerned = await concernedTasks(ctx, task)
  const { layout } = sheetOf(task)
  return {
    recordId,
    state: task.state,
    studentSize: counts.rows,
    insertCount: counts.insert,
    updateCount: counts.update,
    unchangedCount: counts.unchanged,
    errorCount: counts.error,
    stuUnCoverSize: counts.locked,
    stuFailInfoList: failing.flatMap(({ rowNo, issues }) => failInfo(rowNo, (issues ?? []) as Issue[])),
    repeatIdcardSet: (await selectRepeatedDocuments(ctx.db, batchId)).map(
      ({ mask, ...rows }) => `${mask}（${sameRowsText(rows)}）`,
    ),
    repeatNameSexBirthSet: (await selectRepeatedPersons(ctx.db, batchId)).map(
      ({ name, sex, birthDate, ...rows }) =>
        `${name}，${Sex.label(sex)}，${birthDate}（${sameRowsText(rows)}）`,
    ),
    transferFailList: counts.elsewhere > 0 ? await transferFails(ctx, task) : [],
    errorExcelDownloadUrl: failing.length > 0 ? errorWorkbookUrl(recordId) : null,
    taskSimpleVOS: concerned.map(({ taskId, taskPlanName, status, startsOn }) => ({
      taskId,
      taskPlanName,
      status,
      startsOn,
    })),
    studentIdList:
      task.state === 'undone'
        ? []
        : await selectWrittenStudents(ctx.db, batchId, task.round, STUDENT_IDS_TOLD),
    beginSyncTaskStuTime:
      concerned.find(({ status }) => status === TaskStatus.code.waiting)?.startsOn ?? null,
    isDivideClass: task.kind === UploadTaskKind.code.classDivision ? YesNo.code.yes : YesNo.code.no,
    isScreenTask: task.screeningTaskId === null ? YesNo.code.no : YesNo.code.yes,
    taskId: task.screeningTaskId,
    errorMsg: task.errorMsg,
    unknownColumns: layout.unknown,
    absentColumns: layout.absent,
  }
}

/** Tasks that a changed roster concerns: those to come follow it, those under way are synced by a person. */
async function concernedTasks({ db }: UserCtx, { kind, state, writtenAt, orgId }: ImportTaskRecord) {
  const { roster, classDivision } = UploadTaskKind.code
  if ((kind !== roster && kind !== classDivision) || state !== 'done' || writtenAt === null) return []
  await applyDueTransitions(db)
  return selectConcerned(db, orgId)
}

/** Where a child studies is disclosed only to callers who may see that school anyway. */
async function transferFails(ctx: UserCtx, task: ImportTaskRecord): Promise<TransferFail[]> {
  const of = { batchId: task.batchId ?? 0, orgId: task.orgId }
  const rows = await selectElsewhereRows(ctx.db, ctx.scope, of, FAIL_ROWS_TOLD)
  const newClassIds = [...new Set(rows.flatMap(({ newClassId }) => newClassId ?? []))]
  const classes = new Map(
    (await selectClassNames(ctx.db, task.orgId, newClassIds)).map((each) => [each.classId, each]),
  )
  return rows.map((row) => {
    const newClass = row.newClassId === null ? undefined : classes.get(row.newClassId)
    return {
      row: row.rowNo,
      type: row.studentType ?? StudentType.code.mainland,
      studentId: row.visible ? row.studentId : null,
      studentName: row.name ?? '',
      newClassId: row.newClassId,
      newGradeId: newClass?.gradeId ?? null,
      newOrgId: task.orgId,
      newClassName: newClass ? `${gradeNameOf(newClass)}${newClass.className}` : '',
      newOrgAddress: task.orgAddress ?? '',
      newOrgName: task.orgName,
      orgAddress: row.visible ? (row.orgAddress ?? '') : null,
      orgName: row.visible ? row.orgName : null,
      className: row.visible ? `${gradeNameOf(row)}${row.className}` : null,
      applied: Boolean(row.applied),
    }
  })
}
