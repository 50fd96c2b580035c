import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { ApiError, isPassing } from '#web/core/api/errors.ts'
import { upload } from '#web/core/api/upload.ts'
import { fileFault } from './evidence-text.ts'

export type Uploading = {
  id: number
  leafKey: string
  file: File
  /** From 0 to 1. */
  sent: number
  /** Why it did not get there; null as long as it may. */
  fault: string | null
  /** The same file may well get there later. */
  passing: boolean
}
export type EvidenceUploads = {
  list: readonly Uploading[]
  /** Something still waits or is under way. */
  busy: boolean
  add: (leafKey: string, files: readonly File[]) => void
  retry: (id: number) => void
  /** Takes it away, also while it is under way. */
  drop: (id: number) => void
}

let ids = 0

/**
 * Files on their way to an application, one after the other: more at once would only wait at the server. It belongs to
 * the page, so that going to another indicator stops none.
 */
export function useEvidenceUploads(applicationId: number): EvidenceUploads {
  const client = useQueryClient()
  const [list, setList] = useState<readonly Uploading[]>([])
  const latest = useRef<readonly Uploading[]>([])
  const underWay = useRef<{ id: number; stop: AbortController }>(null)

  const update = useCallback((next: readonly Uploading[]) => {
    latest.current = next
    setList(next)
  }, [])
  const patch = useCallback(
    (id: number, change: Partial<Uploading>) =>
      update(latest.current.map((row) => (row.id === id ? { ...row, ...change } : row))),
    [update],
  )
  const remove = useCallback((id: number) => update(latest.current.filter((row) => row.id !== id)), [update])

  const sendOne = useCallback(
    async ({ id, leafKey, file }: Uploading, stop: AbortController) => {
      try {
        await upload(assessmentEndpoints.uploadAssessEvidence, { applicationId, leafKey }, file, {
          onProgress: (sent) => patch(id, { sent }),
          signal: stop.signal,
        })
        // The row stands until the list of the indicator has the file.
        await Promise.all(
          [assessmentEndpoints.assessApplication, assessmentEndpoints.assessApplicationPage].map(({ path }) =>
            client.invalidateQueries({ queryKey: [path] }),
          ),
        )
        remove(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.silent) patch(id, { fault: error.message, passing: isPassing(error), sent: 0 })
      }
    },
    [applicationId, client, patch, remove],
  )
  const run = useCallback(async () => {
    if (underWay.current) return
    for (;;) {
      const next = latest.current.find(({ fault }) => fault === null)
      if (!next) return
      const stop = new AbortController()
      underWay.current = { id: next.id, stop }
      await sendOne(next, stop)
      underWay.current = null
    }
  }, [sendOne])

  return {
    list,
    busy: list.some(({ fault }) => fault === null),
    add: (leafKey, files) => {
      const rows = files.map((file) => {
        ids += 1
        return { id: ids, leafKey, file, sent: 0, fault: fileFault(file), passing: false }
      })
      update([...latest.current, ...rows])
      void run()
    },
    retry: (id) => {
      patch(id, { fault: null, sent: 0 })
      void run()
    },
    drop: (id) => {
      if (underWay.current?.id === id) underWay.current.stop.abort()
      remove(id)
    },
  }
}
