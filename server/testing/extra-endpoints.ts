import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { EndpointTable } from '#contract/core/endpoint.ts'
import { buildApp } from '../app.ts'
import { type Implementation, implement } from '../core/http/implement.ts'
import { registerEndpoint } from '../core/http/register.ts'
import { makeSiteConfig } from '../site.ts'
import type { TestApp } from './app.ts'

/** The application with a test's own calls in addition to the real ones, listening. */
export async function serveExtra<T extends EndpointTable>(
  node: TestApp,
  table: T,
  handlers: Implementation<T>,
  prepare: (app: FastifyInstance) => void = () => {},
) {
  const { services } = node
  const logged: string[] = []
  const app = await buildApp({
    services,
    site: makeSiteConfig(services.config),
    logStream: { write: (line) => void logged.push(line) },
  })
  for (const bound of implement(table, handlers)) registerEndpoint(app, services, bound)
  prepare(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, logged, port, url: `http://127.0.0.1:${port}` }
}
