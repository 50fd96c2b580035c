import { SchoolStage, StudentType, YesNo } from '#contract/core/codes.ts'
import type { ImportCounts, ImportTask } from '#contract/imports/schemas.ts'
import type { ImportTaskRecord } from './import-task-queries.ts'

const ENDED = new Set(['done', 'failed', 'cancelled', 'undone'])

/** A task as the list shows it (spec §3 "Import task"). */
export function taskView(task: ImportTaskRecord, failing: string[] = []): ImportTask {
  const counts = task.counts as ImportCounts | null
  return {
    recordId: task.id,
    beOperatedOrgName: task.orgName,
    creatorName: task.creatorName ?? '',
    expireTime: task.expiresAt.toISOString(),
    stuTypeName: StudentType.label(task.studentType),
    prefixName: SchoolStage.label(task.stage),
    originalExcelName: task.fileName,
    total: task.total,
    currentProgress: task.progress,
    isEnd: ENDED.has(task.state) ? YesNo.code.yes : YesNo.code.no,
    isSuccessImport: task.state === 'done' ? YesNo.code.yes : YesNo.code.no,
    isShowInOutside: task.shown ? YesNo.code.yes : YesNo.code.no,
    excelType: task.kind,
    errorMsg: task.errorMsg,
    result: counts && { studentSize: counts.rows, stuFailInfoList: failing, errorCount: counts.error },
    state: task.state,
    orgId: task.orgId,
    counts,
    createdAt: task.createdAt.toISOString(),
    finishedAt: task.finishedAt?.toISOString() ?? null,
    taskId: task.screeningTaskId,
    remainingSeconds: remainingSeconds(task),
    undoable: task.state === 'done' && task.writtenAt !== null,
  }
}

/** As fast as until now; said only once it means something. */
function remainingSeconds({ state, progress, total, runningSeconds }: ImportTaskRecord): number | null {
  if (state !== 'reading' || progress === 0 || progress >= total || runningSeconds < 1) return null
  return Math.ceil((runningSeconds / progress) * (total - progress))
}
