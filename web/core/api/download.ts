import type { Endpoint, InputOf } from '#contract/core/endpoint.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/core/limits.ts'
import { failureOf, headersOf, heedVersion, readJson, requestOf } from './call.ts'
import { ApiError, NO_RESPONSE } from './errors.ts'
import { transport } from './transport.ts'

/** Long enough for a browser to have taken the content over. */
const KEPT_MS = 60_000

/** Fetches the file of a download and saves it under the server's name; gives that name. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<string> {
  const { name, content } = await fetchFile(endpoint, input, signal)
  saveFile(name, content)
  return name
}

/** The content of a download, to be shown in the page. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal) {
  const request = requestOf(endpoint, input)
  const token = transport.token()
  const { url, method, body } = request
  const headers = { ...headersOf(request, token, false), Accept: '*/*' }
  const stop = new AbortController()
  const cancel = () => stop.abort()
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  // Only until it begins: a large file may take as long as the line needs.
  const timeout = setTimeout(cancel, REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(url, { method, headers, body, signal: stop.signal, cache: 'no-store' })
    clearTimeout(timeout)
    const current = heedVersion(response, token)
    const disposition = response.headers.get('Content-Disposition')
    const isEnvelope = response.headers.get('Content-Type')?.startsWith('application/json') && !disposition
    if (!response.ok || isEnvelope) throw failureOf(response, await readJson(response), current)
    return { name: nameOf(disposition), content: await response.blob() }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const silent = signal?.aborted === true
    throw new ApiError(silent ? '请求已取消' : NO_RESPONSE, { code: 0, silent })
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', cancel)
  }
}

/** The file name decoded; a cross-origin answer may hide the header. */
function nameOf(disposition: string | null): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    return coded ? decodeURIComponent(coded) : '下载文件'
  } catch {
    return '下载文件'
  }
}

export function saveFile(name: string, content: Blob): void {
  const address = addressOf(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

/** Shows a content in a tab of its own; where the browser allows none, it is saved. */
export function openFile(name: string, content: Blob): void {
  if (window.open(addressOf(content), '_blank') === null) saveFile(name, content)
}

function addressOf(content: Blob): string {
  const address = URL.createObjectURL(content)
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
  return address
}
