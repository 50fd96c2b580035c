import { useEffect, useRef } from 'react'
import { YesNo } from '#contract/core/codes.ts'
import { IMPORT_POLL_MS } from '#contract/core/limits.ts'
import { exportTaskEndpoints } from '#contract/exports/export-task-endpoints.ts'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { notifyError, notifySuccess } from '#web/core/notice.ts'
import { useMayExport } from '../import/import-permissions.ts'
import { usePolling } from '../import/task-list/import-polling.ts'
import { useImportStarted } from '../import/task-list/import-started.ts'
import { WATCHED_POLL_MS } from '../import/task-list/import-tasks.ts'

const NONE: readonly ExportTask[] = []

/** The caller's files that are made in the background; read as often as the imports. */
export function useExportTasks(watched: boolean) {
  const mayExport = useMayExport()
  const { nth } = useImportStarted()
  const answer = useCall(
    exportTaskEndpoints.exportProgress,
    { all: false },
    { enabled: mayExport, background: true },
  )
  const tasks = answer.data ?? NONE
  const { refetch } = answer
  useEffect(() => {
    if (nth > 0 && mayExport) void refetch()
  }, [nth, mayExport, refetch])
  useEndNotices(tasks)
  const running = tasks.some(({ isEnd }) => isEnd === YesNo.code.no)
  const everyMs = watched ? WATCHED_POLL_MS : IMPORT_POLL_MS
  usePolling(() => void refetch({ cancelRefetch: false }), running ? everyMs : null)
  return { ...answer, tasks }
}

/** Shows a notice when an export that was seen running has ended. */
function useEndNotices(tasks: readonly ExportTask[]): void {
  const seen = useRef(new Set<number>())
  useEffect(() => {
    for (const { recordId, isEnd, state, fileName, errorMsg } of tasks) {
      if (isEnd === YesNo.code.no) seen.current.add(recordId)
      else if (seen.current.delete(recordId)) {
        if (state === 'done') notifySuccess(`“${fileName}”已生成，可在右下角列表中下载`)
        if (state === 'failed') notifyError(`“${fileName}”生成失败${errorMsg ? `：${errorMsg}` : ''}`)
      }
    }
  }, [tasks])
}
