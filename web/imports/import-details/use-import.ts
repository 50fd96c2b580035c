import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { usePolling } from '#web/widgets/import-polling.ts'
import { isRunning } from '#web/widgets/import-task-text.ts'
import { useImportTasks, WATCHED_POLL_MS } from '#web/widgets/import-tasks.ts'

/** The server answers no more at once. */
const RECENT = { pageNum: 1, pageSize: 50 }

/** The task of the page: from the list of open ones, which is read again while it runs, or from the closed ones. */
export function useImport(recordId: number) {
  const open = useImportTasks(true)
  const same = (task: ImportTask) => task.recordId === recordId
  const listed = open.tasks.find(same)
  const asked = open.isFetched && !open.isFetching && !listed
  const closed = useCall(importEndpoints.importList, RECENT, { enabled: asked })
  const task = listed ?? closed.data?.list.find(same)
  const running = task !== undefined && isRunning(task)
  const known = task !== undefined && !running
  const result = useCall(importEndpoints.readImport, { recordId }, { enabled: known })
  // A closed task is not in the list that is read again by itself.
  const unlisted = running && !listed
  usePolling(() => void closed.refetch({ cancelRefetch: false }), unlisted ? WATCHED_POLL_MS : null)
  return {
    task,
    running,
    result: result.isPlaceholderData ? undefined : result.data,
    rereadResult: () => void (known && result.refetch()),
    /** Looked for everywhere and not found. */
    missing: asked && closed.isFetched && !closed.isFetching && !closed.error && task === undefined,
    error: task ? null : (open.error ?? closed.error),
    retry: () => {
      void open.refetch()
      if (asked) void closed.refetch()
    },
  }
}
