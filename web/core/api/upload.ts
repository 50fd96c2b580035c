import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { effectOf, type FieldIssue } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/core/limits.ts'
import { ApiError, messageOfFailure, NO_RESPONSE } from './errors.ts'
import { transport } from './transport.ts'

type Answer = {
  success?: boolean
  code?: number
  message?: string
  data?: { issues?: FieldIssue[] } | null
}
type Options = {
  /** From 0 to 1, as the bytes go out. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/** Sends one file with its fields. Only XMLHttpRequest reports the progress of an upload. */
export function upload<E extends Endpoint>(
  endpoint: E,
  fields: InputOf<E>,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<OutputOf<E>> {
  const token = transport.token()
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  signal?.addEventListener('abort', stop, { once: true })
  return new Promise<OutputOf<E>>((resolve, reject) => {
    request.open('POST', `${transport.apiBase}${endpoint.path}`)
    request.timeout = REQUEST_TIMEOUT_MS
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    if (token) request.setRequestHeader('Authorization', token)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = (request.response ?? {}) as Answer
      if (request.status === 200 && answer.success === true) resolve(answer.data as OutputOf<E>)
      else reject(failureOf(answer, token))
    }
    request.onabort = () => reject(new ApiError('上传已取消', { code: 0, silent: true }))
    request.onerror = () => reject(new ApiError(NO_RESPONSE, { code: 0 }))
    request.ontimeout = request.onerror
    if (signal?.aborted) return reject(new ApiError('上传已取消', { code: 0, silent: true }))
    request.send(formOf(fields, file))
  }).finally(() => signal?.removeEventListener('abort', stop))
}

/** The fields come before the file, so that they are known when it arrives. */
function formOf(fields: unknown, file: File): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields ?? {})) {
    if (value !== undefined && value !== null) form.append(key, value === true ? '1' : String(value))
  }
  form.append('file', file)
  return form
}

function failureOf({ code, message, data }: Answer, sentWith: string | null): ApiError {
  if (code === undefined) return new ApiError(MESSAGES.uploadFailed[0], { code: 0 })
  const issues = data?.issues ?? []
  const text = messageOfFailure({ code, message: message ?? MESSAGES.uploadFailed[0], issues })
  const effect = effectOf(code)
  // Who has signed in anew meanwhile is not signed out by an answer to the old session.
  if (effect && sentWith !== null && sentWith === transport.token()) transport.onEffect(effect, text)
  return new ApiError(text, { code, issues })
}
