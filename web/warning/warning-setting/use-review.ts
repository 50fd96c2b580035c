import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import type { SettingReview } from '#contract/warning/setting-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { usePolling } from '#web/widgets/import/task-list/import-polling.ts'
import { WATCHED_POLL_MS } from '#web/widgets/import/task-list/import-tasks.ts'

const RUNNING: ReadonlySet<SettingReview['state']> = new Set(['queued', 'students', 'units'])

export const isRunning = ({ state }: SettingReview): boolean => RUNNING.has(state)

/** How far the newest rules are applied, read again while it goes on; lists are out of date at its end. */
export function useReview(): SettingReview | undefined {
  const client = useQueryClient()
  const { data, refetch } = useCall(warningEndpoints.warningReview, {}, { background: true })
  const running = data ? isRunning(data) : false
  usePolling(() => void refetch({ cancelRefetch: false }), running ? WATCHED_POLL_MS : null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running)
      for (const { path } of [warningEndpoints.warningPage, warningEndpoints.warningSummary])
        void client.invalidateQueries({ queryKey: [path] })
    wasRunning.current = running
  }, [running, client])
  return data ?? undefined
}
