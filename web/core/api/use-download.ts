import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, InputOf } from '#contract/core/endpoint.ts'
import { notifyError, notifySuccess } from '#web/core/notice.ts'
import { ApiError } from './call.ts'
import { download } from './download.ts'
import { refreshOutdated } from './refresh-outdated.ts'

/** Saves the file of a download and says how it went; who leaves the page gives it up. */
export function useDownload<E extends Endpoint>(endpoint: E, success: string | false = false) {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState(0)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const stop = new AbortController()
    leaving.current = stop
    return () => stop.abort()
  }, [])

  const start = useCallback(
    async (input: InputOf<E>): Promise<boolean> => {
      setUnderWay((count) => count + 1)
      try {
        await download(endpoint, input, leaving.current?.signal)
        if (success) notifySuccess(success)
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.silent) notifyError(error.message)
        refreshOutdated(client, error)
        return false
      } finally {
        setUnderWay((count) => count - 1)
      }
    },
    [client, endpoint, success],
  )
  return { download: start, downloading: underWay > 0 }
}
