import { useEffect } from 'react'
import { IMPORT_POLL_MS } from '#contract/core/limits.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useMayImport } from '../import-permissions.ts'
import { isOpen, isRunning } from '../import-task-text.ts'
import { usePolling } from './import-polling.ts'
import { useImportStarted } from './import-started.ts'

/** While somebody watches a task at work. */
export const WATCHED_POLL_MS = 1_000
const NONE: readonly ImportTask[] = []

/**
 * Imports of the own organisation that are not closed. Read again every 10 s until all have ended (spec §4), every
 * second while somebody watches, and whenever something begins.
 */
export function useImportTasks(watched: boolean) {
  const orgId = useSession().user?.orgId ?? undefined
  const mayImport = useMayImport()
  const { nth } = useImportStarted()
  const enabled = mayImport && orgId !== undefined
  const answer = useCall(importEndpoints.importProgress, { loginOrgId: orgId }, { enabled, background: true })
  const tasks = answer.data ?? NONE
  const { refetch } = answer
  useEffect(() => {
    if (nth > 0 && enabled) void refetch()
  }, [nth, enabled, refetch])
  const everyMs = watched && tasks.some(isRunning) ? WATCHED_POLL_MS : IMPORT_POLL_MS
  // A slow answer is waited for, not asked for anew.
  usePolling(() => void refetch({ cancelRefetch: false }), tasks.some(isOpen) ? everyMs : null)
  return { ...answer, tasks }
}
