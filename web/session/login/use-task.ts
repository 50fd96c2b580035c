import { useState } from 'react'
import type { FieldIssue } from '#contract/core/error-codes.ts'
import { ApiError } from '#web/core/api/call.ts'
import { notifyError } from '#web/core/notice.ts'

/** Runs what a button starts: busy meanwhile, and a refusal is shown under its field or as a notice. */
export function useTask(showIssues: (issues: FieldIssue[]) => boolean = () => false) {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>, onRefused?: (error: ApiError) => void) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.silent) return
      if (!showIssues(error.issues)) notifyError(error.message)
      onRefused?.(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
