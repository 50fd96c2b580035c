import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'
import { monotonicMs } from '../clock.ts'
import type { Config } from '../config.ts'
import { sendError } from './errors.ts'
import { DAY_MS, makeRateLimit } from './rate-limit.ts'
import { makeRefusalCount } from './refusal-count.ts'

const gzipped = promisify(gzip)
const URL_MAX = 8 * 1024
/** A browser sends about twenty, a proxy adds a few. */
const HEADERS_MAX = 100
// A page of a list is smaller: for it, compressing takes longer than the bytes saved.
const COMPRESS_FROM = 32 * 1024
const REPEATED_FROM = 100 * 1024
const JSON_DEPTH_MAX = 32

/** The few answers that are always the same (regions) are packed once, not for everybody who asks. */
const PACKED_MAX = 4
const packed = new Map<string, Promise<Buffer>>()

function pack(payload: string): Promise<Buffer> {
  const known = packed.get(payload)
  if (known || payload.length < REPEATED_FROM) return known ?? gzipped(payload)
  const packing = gzipped(payload)
  packed.set(payload, packing)
  const oldest = packed.keys().next().value
  if (packed.size > PACKED_MAX && oldest !== undefined) packed.delete(oldest)
  return packing
}

/** Headers, limits and the cross-origin list; all of it before any handler runs. */
export function secure(app: FastifyInstance, config: Config, apiOrigins: string[]) {
  const allow = makeRateLimit(config.LIMITED_CALLS_PER_MINUTE, monotonicMs)
  const allowExistence = makeRateLimit(config.EXISTENCE_CHECKS_PER_MINUTE, monotonicMs)
  const headers = fixedHeaders(apiOrigins)
  app.decorateRequest('userId', null)
  app.decorate('allowAccount', makeRateLimit(config.CALLS_PER_MINUTE, monotonicMs))
  const searchesOfMinute = makeRateLimit(config.NUMBER_SEARCHES_PER_MINUTE, monotonicMs)
  const searchesOfDay = makeRateLimit(config.NUMBER_SEARCHES_PER_DAY, monotonicMs, DAY_MS)
  app.decorate('allowNumberSearch', (userId: string) => searchesOfMinute(userId) && searchesOfDay(userId))
  app.decorate('countRefusal', makeRefusalCount(monotonicMs))

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    const origin = request.headers.origin
    if (origin && config.corsOrigins.includes(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization,content-type,x-background',
        'access-control-expose-headers': 'content-disposition,x-permissions-version,x-request-id',
        vary: 'origin',
      })
      if (request.method === 'OPTIONS') return reply.code(204).send()
    }
    // Names and values stand in turns.
    if (request.raw.rawHeaders.length > 2 * HEADERS_MAX)
      return sendError(reply.header('connection', 'close'), new BizError(431))
    if (request.url.length > URL_MAX) return sendError(reply, new BizError(414))
    const encoding = request.headers['content-encoding']
    if (encoding && encoding !== 'identity') return sendError(reply, new BizError(415))
    const { limited } = request.routeOptions.config
    if (limited && !allow(request.ip)) return sendError(reply, new BizError(429))
    if (limited === 'existence' && !allowExistence(request.ip)) return sendError(reply, new BizError(429))
  })

  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (nestsDeeperThan(text, JSON_DEPTH_MAX)) return done(new BizError(400))
    void parseJson(request, text, done)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (typeof payload !== 'string' || payload.length < COMPRESS_FROM) return payload
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.header('content-encoding', 'gzip').header('vary', vary).removeHeader('content-length')
    return pack(payload)
  })

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address itself: query strings can carry personal data.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '-',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.userId,
      },
      'request',
    )
  })
}

export function fixedHeaders(apiOrigins: string[]) {
  const connect = ["'self'", ...apiOrigins].join(' ')
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `connect-src ${connect}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

function nestsDeeperThan(text: string, max: number): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (inString) {
      if (char === 92) index++
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 123 || char === 91) {
      if (++depth > max) return true
    } else if (char === 125 || char === 93) depth--
  }
  return false
}
