// Pages, the headers every answer carries, and who may call from another origin.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { buildApp } from '../../app.ts'
import { makeSiteConfig } from '../../site.ts'
import { useApp } from '../../testing/app.ts'

const FRIEND = 'https://console.example.invalid'
const node = useApp({ CORS_ORIGINS: `${FRIEND}, https://second.example.invalid` })
const USER_INFO = sessionEndpoints.userInfo.path
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

let app: FastifyInstance
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vision-web-'))
  const web = path.join(folder, 'web')
  mkdirSync(path.join(web, 'assets'), { recursive: true })
  writeFileSync(path.join(folder, 'secret.txt'), 'outside')
  writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(path.join(web, 'build-version.txt'), 'abc123\n')
  writeFileSync(path.join(web, 'assets/app-1a2b.js'), 'export {}')
  const { services } = node.current
  app = await buildApp({ services, site: makeSiteConfig(services.config), webFolder: web })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('an address that is no call', () => {
  test.each([
    '/',
    '/home',
    '/login?redirect=%2Fhome',
    '/authority/authority-manage',
    '/home/',
    '/nowhere/at-all',
  ])('%s is the page for who accepts HTML', async (url) => {
    for (const encoding of ['', 'gzip, deflate, br', 'identity']) {
      const response = await get(url, { accept: HTML, 'accept-encoding': encoding })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'cache-control': 'no-cache',
      })
      expect(response.body).toContain('<title>page</title>')
    }
  })

  test.each(['/', '/login', '/home'])('%s is the page for who does not say what they read', async (url) => {
    for (const accept of ['*/*', ''])
      expect((await get(url, { accept })).body).toContain('<title>page</title>')
    expect((await get(url, { accept: 'application/json' })).statusCode).toBe(404)
  })

  test.each(['/auth/system/nope', '/basicweb/x', '/manager', '/dev', '/assets', '/.git/config', '/foo.php'])(
    '%s is no page for anybody',
    async (url) => {
      expect((await get(url, { accept: HTML })).statusCode).toBe(404)
    },
  )

  test.each(['/authority/authority-manage', '/no/such/call', '/auth/system/unknown', '/manager'])(
    '%s is 404 in form for everybody else',
    async (url) => {
      for (const accept of ['application/json', '*/*', '']) {
        const response = await get(url, { accept })
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({
          success: false,
          code: 404,
          message: '请求的资源不存在',
          data: null,
        })
      }
    },
  )

  test('a file of a build that is gone is 404, never the page', async () => {
    for (const url of ['/assets/app-old.js', '/static/unknown.json', '/dev/api'])
      expect((await get(url, { accept: HTML })).statusCode).toBe(404)
  })

  test('a call that fails is never the page', async () => {
    const response = await get(USER_INFO, { accept: HTML })
    expect(response.json().code).toBe(601)
  })

  test('assets are cached for ever, the rest is asked for again', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/build-version.txt')).headers['cache-control']).toBe('no-cache')
    const version = await get('/static/version.json')
    expect(version.json()).toEqual({ version: 'abc123' })
    expect(version.headers['cache-control']).toBe('no-store')
  })

  test('the site’s settings name no demo account outside the demo', async () => {
    const settings = (await get('/static/config.json')).json()
    expect(settings).toMatchObject({ demo: null, passwordPolicy: 'spec', sms: false, idleLockMs: 1_800_000 })
    expect(JSON.stringify(settings)).not.toContain('Demo@')
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/assets/....//secret.txt',
    '/secret.txt%00.js',
  ])('%s does not lead out of the folder', async (url) => {
    const response = await get(url)
    expect([400, 403, 404]).toContain(response.statusCode)
    expect(response.body).not.toContain('outside')
    expect(response.body).not.toContain(folder)
  })

  test.each([
    '/.env',
    '/.git/config',
    '/package.json',
    '/server/main.ts',
    '/admin',
    '/actuator',
    '/swagger.json',
  ])('%s is not there', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})

describe('the headers', () => {
  const SECURITY = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  }
  const POLICY = [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]

  test.each([
    ['a call', areaEndpoints.regionTree.path, 'application/json'],
    ['a refused call', USER_INFO, 'application/json'],
    ['the page', '/home', HTML],
    ['an asset', '/assets/app-1a2b.js', '*/*'],
    ['the settings', '/static/config.json', '*/*'],
    ['nothing', '/nothing/here', 'application/json'],
    ['the health', '/health/ready', '*/*'],
  ])('protect %s', async (_, url, accept) => {
    const { headers } = await get(url, { accept })
    expect(headers).toMatchObject(SECURITY)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(expect.arrayContaining(POLICY))
    expect(policy.find((part) => part.startsWith('script-src'))).not.toMatch(/unsafe|\*|https?:/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
    expect(headers['x-request-id']).toBeDefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('no call is cached', async () => {
    for (const url of [USER_INFO, areaEndpoints.regionTree.path, '/auth/system/captcha', '/health/live'])
      expect((await get(url)).headers['cache-control']).toBe('no-store')
  })

  test('ask for TLS only where TLS is: behind a trusted proxy that says so', async () => {
    expect((await get('/home')).headers['strict-transport-security']).toBeUndefined()
    const lied = await get('/home', { 'x-forwarded-proto': 'https' })
    expect(lied.headers['strict-transport-security']).toBeUndefined()
    const behind = await node.current.otherNode({ TRUST_PROXY: '1' })
    const answered = await behind.app.inject({
      url: '/health/live',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(answered.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('a site with its own API host may call it, and nothing else', async () => {
    const { services } = node.current
    const site = makeSiteConfig(services.config)
    const elsewhere = await buildApp({
      services,
      site: { ...site, hosts: [{ marker: 'x', apiBase: 'https://api.example.invalid/v1' }] },
      webFolder: path.join(folder, 'web'),
    })
    const { headers } = await elsewhere.inject('/health/live')
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example.invalid;")
    await elsewhere.close()
  })
})

describe('another origin', () => {
  const call = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    node.current.app.inject({
      method,
      url: areaEndpoints.regionTree.path,
      headers: { origin, 'accept-encoding': 'gzip', 'access-control-request-method': 'POST' },
    })

  test.each([FRIEND, 'https://second.example.invalid'])('%s is on the list: it may call', async (origin) => {
    const { headers } = await call(origin)
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'content-disposition,x-permissions-version,x-request-id',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(String(headers.vary).split(/,\s*/).sort()).toEqual(['accept-encoding', 'origin'])
    const asked = await call(origin, 'OPTIONS')
    expect(asked.statusCode).toBe(204)
    expect(asked.body).toBe('')
    expect(asked.headers['access-control-allow-headers']).toContain('authorization')
  })

  test.each([
    'https://evil.example.invalid',
    'null',
    'http://console.example.invalid',
    `${FRIEND}.evil.invalid`,
    `${FRIEND}:8443`,
    FRIEND.toUpperCase(),
    'https://x.console.example.invalid',
    '*',
  ])('%s is not: no header lets it read', async (origin) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await call(origin, method)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect((await call(origin, 'OPTIONS')).statusCode).toBe(404)
  })
})
