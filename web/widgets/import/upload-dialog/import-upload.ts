import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { ApiError } from '#web/core/api/errors.ts'
import { refreshOutdated } from '#web/core/api/refresh-outdated.ts'
import { upload } from '#web/core/api/upload.ts'
import { notifyError } from '#web/core/notice.ts'

/** Uploads a sheet and reports the progress; the upload goes on when its page is left. */
export function useImportUpload() {
  const client = useQueryClient()
  /** From 0 to 1; undefined while nothing is sent. */
  const [sent, setSent] = useState<number>()
  const underWay = useRef<AbortController>(null)
  const stop = () => underWay.current?.abort()

  const send = async <E extends Endpoint>(
    endpoint: E,
    fields: InputOf<E>,
    file: File,
  ): Promise<OutputOf<E> | undefined> => {
    const abort = new AbortController()
    underWay.current = abort
    setSent(0)
    try {
      return await upload(endpoint, fields, file, { onProgress: setSent, signal: abort.signal })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.silent) notifyError(error.message)
      refreshOutdated(client, error)
      return undefined
    } finally {
      setSent(undefined)
    }
  }
  return { send, sent, stop }
}
