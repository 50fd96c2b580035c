import { vi } from 'vitest'

/** What the web sent, whichever of the browser's two ways it used. */
export type SentRequest = {
  method: string
  path: string
  /** Of the address or the body, as the server would read them: texts, repeated keys as lists. */
  fields: Record<string, unknown>
  file: File | null
  token: string | null
}
/** Null: the line is dead, no answer ever comes. */
export type Serve = (request: SentRequest) => Promise<Response | null>

/**
 * Puts a function in the place of the network, so that the real request layer runs against it. Returns what ends
 * every exchange: a request that still waits fails as if the connection were lost.
 */
export function stubNetwork(serve: Serve): () => void {
  let disconnect = () => {}
  const disconnected = new Promise<null>((resolve) => {
    disconnect = () => resolve(null)
  })
  const serveWhileConnected: Serve = (request) => Promise.race([serve(request), disconnected])
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => serveFetch(serveWhileConnected, url, init))
  vi.stubGlobal('XMLHttpRequest', fakeUploadRequest(serveWhileConnected))
  return disconnect
}

async function serveFetch(serve: Serve, url: string, init: RequestInit): Promise<Response> {
  const { signal } = init
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
  const response = await Promise.race([serve(readFetch(url, init)), aborted])
  if (response === null) throw new TypeError('failed to fetch')
  return response
}

function readFetch(url: string, { method = 'GET', body, headers }: RequestInit): SentRequest {
  const address = new URL(url, window.location.origin)
  const fields = typeof body === 'string' ? JSON.parse(body) : queryOf(address.searchParams)
  const token = new Headers(headers).get('Authorization')
  return { method, path: address.pathname, fields, file: null, token }
}

function queryOf(params: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : values[0]]
    }),
  )
}

/** As much of XMLHttpRequest as an upload uses. */
function fakeUploadRequest(serve: Serve) {
  return class {
    timeout = 0
    responseType = ''
    status = 0
    response: unknown = null
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #path = ''
    #token: string | null = null
    #aborted = false

    open(_: string, url: string): void {
      this.#path = new URL(url, window.location.origin).pathname
    }

    setRequestHeader(name: string, value: string): void {
      if (name === 'Authorization') this.#token = value
    }

    send(form: FormData): void {
      void this.#exchange(form)
    }

    abort(): void {
      this.#aborted = true
      this.onabort?.()
    }

    async #exchange(form: FormData): Promise<void> {
      const entries = [...form.entries()]
      const file = entries.map(([, value]) => value).find((value) => value instanceof File) ?? null
      const fields = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
      const request = { method: 'POST', path: this.#path, fields, file, token: this.#token }
      this.upload.onprogress?.({ loaded: 1, total: 1 })
      const answer = await serve(request)
      const body: unknown = answer && (await answer.json())
      if (this.#aborted) return
      if (!answer) return this.onerror?.()
      this.status = answer.status
      this.response = body
      this.onload?.()
    }
  }
}
