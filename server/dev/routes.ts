import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'
import { PROJECT_ROOT } from '../core/config.ts'
import { sendError } from '../core/http/errors.ts'
import type { DemoMessage } from '../core/sms/demo-sender.ts'
import { openApiDocument } from './openapi.ts'

type DevOptions = { version: string; latestSms: ((phone?: string) => DemoMessage | undefined) | null }

/** What helps people who build against us: in the demo and in development only. */
export function devTools({ version, latestSms }: DevOptions) {
  return (app: FastifyInstance) => {
    const asset = (name: string) => readFileSync(path.join(PROJECT_ROOT, 'server/dev/pages', name), 'utf8')
    let document: ReturnType<typeof openApiDocument> | undefined
    app.get('/dev/openapi.json', async () => {
      // Made when somebody wants it: it takes a quarter of a second, as much as a tenth of a start.
      document ??= openApiDocument(version)
      return document
    })
    app.get('/dev/api', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(asset('api.html')),
    )
    app.get('/dev/api.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(asset('api.js')),
    )
    app.get('/dev/api.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(asset('api.css')),
    )
    if (!latestSms) return
    app.get<{ Querystring: { phone?: string } }>('/dev/sms/latest', async (request, reply) => {
      const message = latestSms(request.query.phone)
      if (!message) return sendError(reply, new BizError(404))
      return { success: true, code: 200, message: '', data: message }
    })
  }
}
