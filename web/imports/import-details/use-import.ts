import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { isRunning } from '#web/widgets/import/import-task-text.ts'
import { usePolling } from '#web/widgets/import/task-list/import-polling.ts'
import { WATCHED_POLL_MS } from '#web/widgets/import/task-list/import-tasks.ts'

/** Gone, or never this organisation's: the answer is the same. */
const MISSING = 650

/** The task of the page, read again while it runs, and what came of it. */
export function useImport(recordId: number) {
  const asked = useCall(importEndpoints.importTask, { recordId }, { background: true })
  const task = asked.data
  const running = task !== undefined && isRunning(task)
  const known = task !== undefined && !running
  const result = useCall(importEndpoints.readImport, { recordId }, { enabled: known })
  usePolling(() => void asked.refetch({ cancelRefetch: false }), running ? WATCHED_POLL_MS : null)
  return {
    task,
    running,
    result: result.isPlaceholderData ? undefined : result.data,
    rereadResult: () => void (known && result.refetch()),
    missing: asked.error?.code === MISSING,
    error: task ? null : asked.error,
    retry: () => void asked.refetch(),
  }
}
