// What stands under /dev: the OpenAPI document, its page, the last SMS; in the demo and in development only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ERRORS, REFUSALS } from '#contract/core/error-codes.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { buildApp } from '../app.ts'
import { makeSiteConfig } from '../site.ts'
import { useApp } from '../testing/app.ts'
import { openApiDocument } from './openapi.ts'
import { devTools } from './routes.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: { 'application/json': { schema: Json } } }
  responses: { 200: { content: { 'application/json': { schema: { oneOf: Json[] } } } } }
}
const text = JSON.stringify(openApiDocument('1.2.3'))
const document = JSON.parse(text) as Json & { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  test('has every call of the contract once, by its method, and no other', () => {
    const calls = ALL_ENDPOINTS.flatMap(({ definition }) => [
      `${definition.method.toLowerCase()} ${definition.path}`,
      ...(definition.alsoPost ? [`post ${definition.path}`] : []),
    ])
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(calls.sort())
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has the form of 3.1', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ version: '1.2.3', title: expect.stringMatching(/./) })
    for (const { path, method, operation } of operations) {
      expect(path).toMatch(/^\/[A-Za-z0-9/]+$/)
      expect(['get', 'post']).toContain(method)
      expect(operation.summary).toMatch(/\p{Script=Han}/u)
      const { content } = operation.responses[200]
      if ('application/octet-stream' in content)
        expect(content).toEqual({
          'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
        })
      else expect(content['application/json'].schema.oneOf).toHaveLength(2)
      expect(Boolean(operation.parameters)).toBe(method === 'get')
      expect(Boolean(operation.requestBody)).toBe(method === 'post')
      for (const parameter of operation.parameters ?? [])
        expect(parameter).toMatchObject({
          in: 'query',
          name: expect.any(String),
          required: expect.any(Boolean),
        })
    }
  })

  test('every reference in it leads somewhere', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(operations.length)
    const lost = [...new Set(references)].filter((reference) => resolve(reference) === undefined)
    expect(lost).toEqual([])
  })

  test('the tree of regions refers to itself, so that its depth is known to nobody in advance', () => {
    const operation = operations.find(({ path }) => path === '/auth/common/v3/region/tree')?.operation
    const [success] = operation?.responses[200].content['application/json'].schema.oneOf ?? []
    if (!success) throw new Error('the tree is gone')
    const { data } = success.properties as { data: { items: { $ref: string } } }
    const area = resolve(data.items.$ref) as { properties: { id: Json; children: { items: Json } } }
    expect(area.properties.id).toEqual({ type: 'string' })
    expect(area.properties.children.items).toEqual({ $ref: data.items.$ref })
  })

  test('says who may call, and how the inputs look', () => {
    for (const { name, definition } of ALL_ENDPOINTS as { name: string; definition: Endpoint }[]) {
      const operation = operations.find((each) => each.operation.operationId === name)?.operation
      expect(operation?.security).toEqual(definition.access === 'public' ? [] : [{ token: [] }])
    }
    const list = document.paths['/manager/account/pageList']?.get?.parameters ?? []
    expect(list.map(({ name }) => name).sort()).toEqual(
      ['keyword', 'orgId', 'orgType', 'pageNum', 'pageSize', 'roleType', 'status'].sort(),
    )
    expect(list.filter(({ required }) => required)).toEqual([])
    const login = document.paths['/auth/system/login']?.post?.requestBody?.content['application/json'].schema
    expect(login).toMatchObject({ type: 'object', required: ['account', 'password'] })
  })

  test('says where a file is sent or received, and what may come as a form', () => {
    const definitions: Endpoint[] = ALL_ENDPOINTS.map(({ definition }) => definition)
    for (const { method, path, upload, form, download } of definitions) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const sent = Object.keys(operation?.requestBody?.content ?? {})
      if (upload) expect(sent).toEqual(['multipart/form-data'])
      else if (method === 'POST')
        expect(sent).toEqual([
          'application/json',
          ...(form ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : []),
        ])
      const received = Object.keys(operation?.responses[200].content ?? {})
      expect(received).toEqual([...(download ? ['application/octet-stream'] : []), 'application/json'])
    }
  })

  test('lists every error code', () => {
    expect(document['x-error-codes']).toEqual(JSON.parse(JSON.stringify(ERRORS)))
    expect(document['x-refusal-codes']).toEqual(REFUSALS)
  })
})

function resolve(reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document)
}

describe('the routes', () => {
  const node = useApp()
  const PATHS = [
    '/dev/openapi.json',
    '/dev/api',
    '/dev/api.js',
    '/dev/api.css',
    '/dev/sms/latest?phone=13812345678',
  ]
  let demo: Awaited<ReturnType<typeof buildApp>>
  let development: Awaited<ReturnType<typeof buildApp>>

  beforeAll(async () => {
    const { services } = node.current
    const site = makeSiteConfig(services.config)
    const latestSms = (phone?: string) =>
      phone === '13812345678' ? { phone, smsCode: '123456', type: 17 } : undefined
    const open = (withSms: boolean) =>
      buildApp({
        services,
        site,
        devTools: devTools({ version: 'x', latestSms: withSms ? latestSms : null }),
      })
    demo = await open(true)
    development = await open(false)
  })
  afterAll(async () => {
    await demo.close()
    await development.close()
  })

  test('do not exist in production, whatever a browser accepts', async () => {
    expect(node.current.services.config).toMatchObject({ mode: 'production', devTools: false })
    for (const url of [...PATHS, '/dev/', '/dev/anything']) {
      for (const accept of ['text/html', 'application/json', '*/*']) {
        const response = await node.current.app.inject({ method: 'GET', url, headers: { accept } })
        expect(response.statusCode).toBe(404)
        expect(response.json()).toMatchObject({ success: false, code: 404 })
      }
    }
  })

  test('exist in the demo, and the last SMS of a phone that got none is missing', async () => {
    for (const url of PATHS) expect((await demo.inject(url)).statusCode).toBe(200)
    expect((await demo.inject('/dev/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
    expect((await demo.inject('/dev/api')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await demo.inject(PATHS.at(-1) ?? '')).json().data).toMatchObject({ smsCode: '123456' })
    for (const url of [
      '/dev/sms/latest?phone=13800000000',
      '/dev/sms/latest',
      '/dev/sms/latest?phone=a&phone=b',
    ])
      expect((await demo.inject(url)).json()).toMatchObject({ success: false, code: 404 })
  })

  test('tell no SMS where a real provider sends them', async () => {
    expect((await development.inject('/dev/openapi.json')).statusCode).toBe(200)
    expect((await development.inject(PATHS.at(-1) ?? '')).statusCode).toBe(404)
  })

  test('load nothing from elsewhere and nothing inline, as the page’s policy wants', async () => {
    const page = (await demo.inject('/dev/api')).body
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=|https?:\/\//)
  })
})
