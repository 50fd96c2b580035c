import { SchoolStage, UploadTaskKind, YesNo } from '#contract/core/codes.ts'
import type { ImportState } from '#contract/core/import-states.ts'
import type { ImportCounts, ImportResult, ImportTask } from '#contract/imports/schemas.ts'
import { ORG_IDS } from './users.ts'

export const importCounts = (change: Partial<ImportCounts> = {}): ImportCounts => ({
  rows: 40,
  insert: 30,
  update: 5,
  unchanged: 3,
  locked: 0,
  error: 2,
  elsewhere: 0,
  back: 0,
  waiting: 0,
  ...change,
})

const RUNNING: readonly ImportState[] = ['queued', 'reading', 'writing', 'undoing']

/** The roster of the sample school in a sheet of 40 rows, in any state of the import. */
export const importTask = (state: ImportState, change: Partial<ImportTask> = {}): ImportTask => {
  const ended = !RUNNING.includes(state) && state !== 'preview'
  return {
    recordId: 51,
    beOperatedOrgName: '文一路小学',
    creatorName: '周校医',
    expireTime: '2026-10-15T02:00:00.000Z',
    stuTypeName: '大陆学生',
    prefixName: SchoolStage.label(SchoolStage.code.primary),
    originalExcelName: '一年级名单.xlsx',
    total: 40,
    currentProgress: ended ? 40 : 10,
    isEnd: ended ? YesNo.code.yes : YesNo.code.no,
    isSuccessImport: state === 'done' ? YesNo.code.yes : YesNo.code.no,
    isShowInOutside: YesNo.code.yes,
    excelType: UploadTaskKind.code.roster,
    errorMsg: null,
    result: null,
    state,
    orgId: ORG_IDS.school,
    counts: state === 'queued' || state === 'reading' || state === 'failed' ? null : importCounts(),
    createdAt: '2026-10-08T02:00:00.000Z',
    finishedAt: ended ? '2026-10-08T02:01:00.000Z' : null,
    taskId: null,
    remainingSeconds: null,
    undoable: false,
    ...change,
  }
}

export const importResult = (change: Partial<ImportResult> = {}): ImportResult => ({
  recordId: 51,
  state: 'done',
  studentSize: 40,
  insertCount: 30,
  updateCount: 5,
  unchangedCount: 5,
  errorCount: 0,
  stuUnCoverSize: 0,
  stuFailInfoList: [],
  repeatIdcardSet: [],
  repeatNameSexBirthSet: [],
  transferFailList: [],
  errorExcelDownloadUrl: null,
  taskSimpleVOS: [],
  studentIdList: [],
  beginSyncTaskStuTime: null,
  isDivideClass: YesNo.code.no,
  isScreenTask: YesNo.code.no,
  taskId: null,
  errorMsg: null,
  unknownColumns: [],
  absentColumns: [],
  ...change,
})
