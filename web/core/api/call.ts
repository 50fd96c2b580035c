import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { effectOf, type FieldIssue } from '#contract/core/error-codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/core/limits.ts'
import { ApiError, messageOfFailure, messageOfStatus, NO_RESPONSE } from './errors.ts'
import { toQueryString } from './query-string.ts'
import { transport } from './transport.ts'

export { ApiError } from './errors.ts'

export type CallOptions = {
  /** A poll that must not count as the user's activity. */
  background?: boolean
  signal?: AbortSignal
}
type Pending = { cancel: () => void; answer: Promise<unknown> }
type Failure = { success: false; code: number; message?: string; data?: { issues?: FieldIssue[] } | null }

const pending = new Map<string, Pending>()

/** Calls an endpoint; an identical call still under way is cancelled and fails silently (spec §7). */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const request = requestOf(endpoint, input)
  pending.get(request.key)?.cancel()
  const stop = new AbortController()
  let silent = false
  const cancel = () => {
    silent = true
    stop.abort()
  }
  if (options.signal?.aborted) cancel()
  options.signal?.addEventListener('abort', cancel, { once: true })
  const timeout = setTimeout(() => stop.abort(), REQUEST_TIMEOUT_MS)

  const answer = exchange(request, stop.signal, options.background === true)
    .catch((error: unknown) => {
      if (error instanceof ApiError && !silent) throw error
      throw new ApiError(silent ? '请求已取消' : NO_RESPONSE, { code: 0, silent })
    })
    .finally(() => {
      clearTimeout(timeout)
      options.signal?.removeEventListener('abort', cancel)
      if (pending.get(request.key)?.cancel === cancel) pending.delete(request.key)
    })
  pending.set(request.key, { cancel, answer })
  return answer as Promise<OutputOf<E>>
}

/** As `call`, but when an identical call takes over, its answer becomes ours: a screen is never left failed. */
export async function callOrFollow<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  let answer = call(endpoint, input, options)
  for (;;) {
    try {
      return await answer
    } catch (error) {
      const successor = pending.get(requestOf(endpoint, input).key)
      const replaced = error instanceof ApiError && error.silent && !options.signal?.aborted
      if (!replaced || !successor) throw error
      answer = successor.answer as Promise<OutputOf<E>>
    }
  }
}

type Request = { key: string; url: string; method: string; body?: string }

export function requestOf(endpoint: Endpoint, input: unknown): Request {
  // What is sensitive travels in the body: addresses end up in logs and histories.
  const method = endpoint.alsoPost ? 'POST' : endpoint.method
  const query = method === 'GET' ? toQueryString(input) : ''
  const url = `${transport.apiBase}${endpoint.path}${query && `?${query}`}`
  const body = method === 'GET' ? undefined : JSON.stringify(input ?? {})
  return { key: `${method} ${url} ${body ?? ''}`, url, method, body }
}

async function exchange(request: Request, signal: AbortSignal, background: boolean): Promise<unknown> {
  const token = transport.token()
  const headers = headersOf(request, token, background)
  const { url, method, body } = request
  const response = await fetch(url, { method, headers, body, signal, cache: 'no-store' })
  const content = await readJson(response)
  const current = heedVersion(response, token)
  if (response.ok && isSuccess(content)) return content.data
  throw failureOf(response, content, current)
}

/** Passes the version of the permissions on; returns whether the token that was sent is still in use. */
export function heedVersion(response: Response, token: string | null): boolean {
  const current = token !== null && token === transport.token()
  const version = response.headers.get('X-Permissions-Version')
  if (version && current) transport.onPermissionsVersion(version)
  return current
}

export function headersOf(
  request: Request,
  token: string | null,
  background: boolean,
): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: token }),
    ...(background && { 'X-Background': '1' }),
  }
}

export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function failureOf(response: Response, body: unknown, withCurrentToken: boolean): ApiError {
  const failure = isFailure(body) ? body : null
  const code = failure?.code ?? response.status
  const issues = failure?.data?.issues ?? []
  const shown = failure && { code, message: failure.message, issues }
  const message = response.ok
    ? messageOfFailure(shown ?? { code: 0 })
    : messageOfStatus(response.status, shown)
  const effect = effectOf(code)
  if (effect && withCurrentToken) transport.onEffect(effect, message)
  return new ApiError(message, { code, issues, requestId: response.headers.get('X-Request-Id') ?? undefined })
}

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null
const isSuccess = (body: unknown): body is { data: unknown } => isObject(body) && body.success === true
const isFailure = (body: unknown): body is Failure =>
  isObject(body) && body.success === false && typeof body.code === 'number'
