import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Answer, TestApp } from '../app.ts'

export const BOUNDARY = 'a-boundary-of-the-tests'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

export type Part =
  | { name: string; value: string }
  | { name: string; filename: string; content: Buffer | string; type?: string }

/** The body a browser would send for these fields and files. */
export function multipartBody(parts: Part[]): Buffer {
  const pieces = parts.flatMap((part) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"`
    if ('value' in part) return [`${head}\r\n\r\n${part.value}\r\n`]
    const type = part.type ?? 'application/octet-stream'
    return [`${head}; filename="${part.filename}"\r\nContent-Type: ${type}\r\n\r\n`, part.content, '\r\n']
  })
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)))
}

/** Sends a body as it is; `contentType` says what it claims to be. */
export async function sendBody(
  app: TestApp,
  token: string,
  endpoint: Endpoint,
  body: Buffer | string,
  contentType = MULTIPART,
): Promise<Answer<unknown>> {
  const headers = { authorization: token, 'content-type': contentType }
  const response = await app.app.inject({ method: 'POST', url: endpoint.path, payload: body, headers })
  return { status: response.statusCode, headers: response.headers, ...response.json() }
}
