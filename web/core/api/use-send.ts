import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import type { FieldIssue } from '#contract/core/error-codes.ts'
import { notifyError, notifySuccess } from '#web/core/notice.ts'
import { ApiError, call } from './call.ts'
import { refreshOutdated } from './refresh-outdated.ts'

export type UseSendOptions = {
  /** Lists to read again once it is done. */
  refreshes?: Endpoint[]
  success?: string | false
  /** Where field issues of the answer are shown. */
  form?: FormInstance
}
export type Sent<Data> = { ok: true; data: Data } | { ok: false; error: ApiError }

/** Sends to an endpoint, says how it went, and refreshes what it changed. */
export function useSend<E extends Endpoint>(endpoint: E, options: UseSendOptions = {}) {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState(0)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const send = useCallback(
    async (input: InputOf<E>): Promise<Sent<OutputOf<E>>> => {
      setUnderWay((count) => count + 1)
      try {
        const data = await call(endpoint, input)
        const { refreshes = [], success = '操作成功' } = latest.current
        for (const { path } of refreshes) void client.invalidateQueries({ queryKey: [path] })
        if (success) notifySuccess(success)
        return { ok: true, data }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.silent && !showOnForm(latest.current.form, error.issues)) notifyError(error.message)
        refreshOutdated(client, error)
        return { ok: false, error }
      } finally {
        setUnderWay((count) => count - 1)
      }
    },
    [client, endpoint],
  )
  return { send, sending: underWay > 0 }
}

/** Puts the issues under their fields; false where the form lacks one of them, so that nothing stays unsaid. */
function showOnForm(form: FormInstance | undefined, issues: FieldIssue[]): boolean {
  if (!form || issues.length === 0) return false
  const fields = form.getFieldsValue() as Record<string, unknown>
  const shown = issues.filter(({ path }) => path[0] !== undefined && String(path[0]) in fields)
  form.setFields(shown.map(({ path, message }) => ({ name: path as never, errors: [message] })))
  return shown.length === issues.length
}
