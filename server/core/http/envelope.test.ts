// One form for every answer, whatever goes wrong (spec §7, §8), with a request id of its own.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../../testing/app.ts'

const node = useApp()
const LOGIN = sessionEndpoints.login.path
const LIST = authorityEndpoints.accountPageList.path
let authorization = ''
let orgId = 0
beforeAll(async () => {
  authorization = await node.current.login('school01')
  orgId = (await node.current.as(authorization).call(sessionEndpoints.userInfo, {})).data.orgId ?? 0
})

const post = (payload: string | Buffer, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: LOGIN,
  payload,
  headers: { 'content-type': 'application/json', ...headers },
})
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const FAULTS: [string, () => InjectOptions, number, number][] = [
  ['no token', () => ({ method: 'GET', url: LIST }), 200, 601],
  [
    'unknown path',
    () => ({ method: 'GET', url: '/nowhere', headers: { accept: 'application/json' } }),
    404,
    404,
  ],
  ['an address that cannot be decoded', () => ({ method: 'GET', url: '/%E0%A4%A' }), 400, 400],
  ['unknown path by POST', () => ({ method: 'POST', url: '/nowhere', payload: {} }), 404, 404],
  ['an empty path segment', () => ({ method: 'GET', url: '//auth//system' }), 403, 403],
  ['a form’s fault', () => post('{"account":"","password":"x"}'), 200, 650],
  ['wrong types', () => post('{"account":1,"password":{}}'), 200, 650],
  ['broken JSON', () => post('{"account":'), 400, 400],
  ['JSON that is no object', () => post('[1,2]'), 400, 400],
  ['a bare string', () => post('"account"'), 400, 400],
  ['a __proto__ key', () => post('{"account":"a","password":"b","__proto__":{"x":1}}'), 400, 400],
  ['a constructor.prototype key', () => post('{"constructor":{"prototype":{"x":1}}}'), 400, 400],
  ['JSON a hundred deep', () => post(nested(100)), 400, 400],
  ['JSON a hundred thousand deep', () => post('['.repeat(100_000)), 400, 400],
  ['two megabytes', () => post(JSON.stringify({ account: 'a'.repeat(2 * 1024 * 1024) })), 413, 413],
  [
    'nine kilobytes of address',
    () => ({ method: 'GET', url: `${LIST}?keyword=${'a'.repeat(9 * 1024)}` }),
    414,
    414,
  ],
  ['a gzip body', () => post(gzipSync('{}'), { 'content-encoding': 'gzip' }), 415, 415],
  ['a br body', () => post('{}', { 'content-encoding': 'br' }), 415, 415],
  ['text/plain', () => post('{"account":"a"}', { 'content-type': 'text/plain' }), 415, 415],
  ['a form body', () => post('account=a', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 415],
  ['multipart', () => post('--x--', { 'content-type': 'multipart/form-data; boundary=x' }), 415, 415],
  ['no content type that is one', () => post('{}', { 'content-type': '/' }), 415, 415],
  ['a content length that lies', () => post('{}', { 'content-length': '5' }), 400, 400],
]

describe('every fault', () => {
  test.each(FAULTS)('%s', async (_, options, status, code) => {
    const response = await node.current.app.inject(options())
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    const body = response.json()
    expect(Object.keys(body).sort()).toEqual(['code', 'data', 'message', 'success'])
    expect(body).toMatchObject({ success: false, code, message: expect.stringMatching(/\p{Script=Han}/u) })
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is refused', async (method) => {
    for (const url of [LOGIN, LIST, '/', '/health/live']) {
      const options = { method, url, headers: { authorization, 'x-canary': 'mirrored' } } as InjectOptions
      const response = await node.current.app.inject(options)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ success: false, code: 404 })
      expect(response.body).not.toContain('mirrored')
    }
  })

  test('the wrong one of GET and POST is refused', async () => {
    const { app } = node.current
    expect((await app.inject({ method: 'GET', url: LOGIN })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: LIST, payload: {} })).statusCode).toBe(404)
  })

  test('an empty body is an empty form, with and without a content type', async () => {
    const empty = await node.current.app.inject(post(''))
    expect(empty.json()).toMatchObject({ code: 650, message: '请输入用户名' })
    const none = await node.current.app.inject({ method: 'POST', url: LOGIN })
    expect(none.json()).toMatchObject({ code: 650, message: '请输入用户名' })
  })

  test('a body just under the limits is read', async () => {
    const wide = await node.current.app.inject(post(JSON.stringify({ account: 'a'.repeat(1000 * 1024) })))
    expect(wide.statusCode).toBe(200)
    const deep = await node.current.app.inject(post(`{"account":"a","password":"b","x":${nested(20)}}`))
    expect(deep.json().code).toBe(603)
    const brackets = await node.current.app.inject(
      post(JSON.stringify({ account: '{['.repeat(40), password: '"\\' })),
    )
    expect(brackets.json().code).toBe(603)
  })
})

describe('an answer', () => {
  test('has a request id of its own, whatever the caller sends', async () => {
    const ids = new Set<unknown>()
    const mine = randomUUID()
    for (let time = 0; time < 50; time++) {
      const response = await node.current.app.inject({
        method: 'GET',
        url: time % 2 ? '/nowhere' : '/health/live',
        headers: { 'x-request-id': mine, 'request-id': mine },
      })
      ids.add(response.headers['x-request-id'])
    }
    expect(ids.size).toBe(50)
    expect(ids).not.toContain(mine)
  })

  test('of success has the same four parts', async () => {
    const response = await node.current.app.inject({ method: 'GET', url: LIST, headers: { authorization } })
    const body = response.json()
    expect(Object.keys(body)).toEqual(['success', 'code', 'message', 'data'])
    expect(body).toMatchObject({ success: true, code: 200, message: '' })
  })

  test('to HEAD is that to GET without the body', async () => {
    const url = `${areaEndpoints.areaChildren.path}?parentId=330106`
    const get = await node.current.app.inject({ method: 'GET', url })
    const head = await node.current.app.inject({ method: 'HEAD', url })
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  test('that is long is packed for who can unpack it, and not otherwise', async () => {
    const url = areaEndpoints.regionTree.path
    const ask = (encoding: string) =>
      node.current.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } })
    const packed = await ask('gzip, br')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const plain = await ask('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })
})

describe('a fault of our own', () => {
  test('is 500 and 服务器错误, never the caller’s mistake, and the log has it', async () => {
    const before = node.current.logged.length
    await node.current.sql(`update org set property = 99 where id = ${orgId}`)
    const answer = await node.current.as(authorization).call(orgEndpoints.schoolDetail, { orgId })
    await node.current.sql(`update org set property = 10 where id = ${orgId}`)
    expect(answer).toMatchObject({
      status: 500,
      success: false,
      code: 500,
      message: '服务器错误',
      data: null,
    })
    const lines = node.current.logged.slice(before).map((line) => JSON.parse(line))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 50, msg: 'unexpected fault' })
  })

  test('a table that is gone is 500 as well, and tells nothing of itself', async () => {
    await node.current.sql('alter table area rename to area_gone')
    const answer = await node.current.call(areaEndpoints.areaChildren, { parentId: '330106' })
    await node.current.sql('alter table area_gone rename to area')
    expect(answer).toMatchObject({ status: 500, code: 500, message: '服务器错误', data: null })
    expect((await node.current.call(areaEndpoints.areaChildren, { parentId: '330106' })).success).toBe(true)
  })

  test('a right that the database role lacks is 500, not a bad request', async () => {
    await node.current.sql('revoke select on area from vision_app')
    const answer = await node.current.call(areaEndpoints.areaChildren, { parentId: '330106' })
    await node.current.sql('grant select on area to vision_app')
    expect(answer.status).toBe(500)
  })
})
