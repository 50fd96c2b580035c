import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { BizError, httpStatusOf } from '#contract/core/error-codes.ts'
import type { SiteConfig } from '#contract/site.ts'
import type { Services } from './core/context.ts'
import { asBizError, failure, logFault, sendError } from './core/http/errors.ts'
import { serveHealth } from './core/http/health.ts'
import { servePages } from './core/http/pages.ts'
import { registerEndpoint } from './core/http/register.ts'
import { fixedHeaders, secure } from './core/http/security.ts'
import { acceptUploads } from './core/http/uploads/upload.ts'
import { ENDPOINTS } from './features.ts'

export type AppOptions = {
  services: Services
  site: SiteConfig
  logStream?: { write(line: string): void }
  webFolder?: string
  /** Routes that exist in the demo and in development only. */
  devTools?: (app: FastifyInstance) => void
}

/** The whole HTTP side without listening; tests use the same. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, site } = options
  const app = Fastify({
    logger: options.logStream
      ? { level: services.config.LOG_LEVEL, stream: options.logStream, base: null }
      : false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One proxy of ours: what it saw counts, what the client claims in the same header does not.
    trustProxy: services.config.TRUST_PROXY && ((_address: string, hop: number) => hop < 1),
    bodyLimit: 1024 * 1024,
    // A 20 MB file over a slow school line takes minutes; headers do not.
    requestTimeout: 300_000,
    // Longer than a proxy keeps an idle connection (nginx: 60 s): it must not send on one that we are closing.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
    clientErrorHandler: refuseBrokenRequest,
    // An address that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply
        .headers(fixedHeaders(apiOrigins(site)))
        .header('x-request-id', request.id)
        .header('cache-control', 'no-store')
      return sendError(reply, asBizError(error))
    },
  })
  app.server.maxConnections = 5_000
  app.server.maxRequestsPerSocket = 0

  app.setErrorHandler((error, request, reply) => {
    const answered = asBizError(error)
    logFault(request, error, answered)
    return sendError(reply, answered)
  })
  secure(app, services.config, apiOrigins(site))
  serveHealth(app, services.db)
  await acceptUploads(app)
  for (const endpoint of ENDPOINTS) registerEndpoint(app, services, endpoint)
  options.devTools?.(app)
  await servePages(app, site, options.webFolder)
  return app
}

/** Hosts other than our own that pages are configured to call. */
function apiOrigins(site: SiteConfig): string[] {
  const bases = [site.default.apiBase, ...site.hosts.map(({ apiBase }) => apiBase ?? '')]
  return bases.filter((base) => /^https?:\/\//.test(base)).map((base) => new URL(base).origin)
}

function refuseBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return socket.destroy()
  const code =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const answer = new BizError(code)
  const body = JSON.stringify(failure(answer.code, answer.message))
  const status = httpStatusOf(code)
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : status === 408 ? 'Request Timeout' : 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
