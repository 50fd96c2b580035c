import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { fileTooLarge, MESSAGES } from '#contract/core/fields.ts'
import type { Config } from '../../config.ts'
import { readAtPace } from './upload-pace.ts'

/** The one file that came with a call. Its name is the client's: never part of a path. */
export type UploadedFile = { name: string; content: Buffer }
type Fields = Record<string, unknown>

const LIMITS = { files: 1, fields: 20, fieldSize: 4_096, fieldNameSize: 100, parts: 21, headerPairs: 50 }
const URLENCODED = 'application/x-www-form-urlencoded'

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS })
  app.addContentTypeParser(URLENCODED, { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.form) return done(new BizError(415))
    try {
      done(null, parseForm(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Fields and file, counted while they stream in: what is too large is never held as a whole. */
export async function readUpload(
  request: FastifyRequest,
  { maxMegabytes }: NonNullable<Endpoint['upload']>,
  config: Config,
) {
  if (!request.isMultipart()) throw new BizError(415)
  const { fields, file } = await readAtPace(request, config, () => readParts(request, maxMegabytes))
  const [message, code] = MESSAGES.fileRequired
  if (!file || file.content.length === 0) throw new BizError(code, message, [{ path: ['file'], message }])
  return { fields, file }
}

/** The fields of a multipart form that brings no file. */
export async function readForm(request: FastifyRequest): Promise<Fields> {
  return (await readParts(request, null)).fields
}

/** RFC 2046; the parser of parts fails at longer ones than it has room for. */
const BOUNDARY_MAX = 70

function assertBoundary({ headers }: FastifyRequest): void {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(headers['content-type'] ?? '') ?? []
  if ((quoted ?? plain).length > BOUNDARY_MAX) throw new BizError(400)
}

async function readParts(request: FastifyRequest, maxMegabytes: number | null) {
  assertBoundary(request)
  const fields: Fields = Object.create(null)
  let file: UploadedFile | undefined
  const limits =
    maxMegabytes === null ? { ...LIMITS, files: 0 } : { ...LIMITS, fileSize: maxMegabytes * 1024 * 1024 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = { name: part.filename, content: await part.toBuffer() }
      // Cut off or sent twice: nobody could say which value was meant.
      else if (part.valueTruncated || part.fieldname in fields) throw new BizError(400)
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    throw uploadFault(error, maxMegabytes ?? 0)
  }
  return { fields: { ...fields }, file }
}

/** The same limits as for a form of parts. */
function parseForm(body: string): Fields {
  const fields: Fields = Object.create(null)
  const pairs = [...new URLSearchParams(body)]
  if (pairs.length > LIMITS.fields) throw new BizError(400)
  for (const [name, value] of pairs) {
    const tooLong = name.length > LIMITS.fieldNameSize || Buffer.byteLength(value) > LIMITS.fieldSize
    if (tooLong || name in fields || name in Object.prototype) throw new BizError(400)
    fields[name] = value
  }
  return { ...fields }
}

/** What a broken or oversized body is answered with; anything else is a fault of ours. */
function uploadFault(error: unknown, maxMegabytes: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new BizError(413, fileTooLarge(maxMegabytes))
  if (code.startsWith('FST_') || /multipart|boundary|Unexpected end|Malformed/i.test(String(error))) {
    return new BizError(400)
  }
  return error
}
