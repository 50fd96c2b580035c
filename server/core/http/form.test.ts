// Calls that take their fields as a form as well (spec §7 "form recordId").
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { WireId } from '#contract/core/wire.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { serveExtra } from '../../testing/extra-endpoints.ts'
import { MULTIPART, multipartBody, type Part, sendBody } from '../../testing/sheets/multipart.ts'
import type { UserCtx } from '../context.ts'

const node = useApp()
const URLENCODED = 'application/x-www-form-urlencoded'
const readOne = endpoint({
  method: 'POST',
  path: '/manager/test/form',
  summary: '测试',
  access: 'signedIn',
  scoped: false,
  audit: 'import.hide',
  form: true,
  input: z.object({ recordId: WireId, note: z.string().optional() }),
  output: z.object({ recordId: z.number(), note: z.string().optional() }),
})

let served: Awaited<ReturnType<typeof serveExtra>>
let app: TestApp
let token = ''
beforeAll(async () => {
  const handler = async (_: UserCtx, input: { recordId: number; note?: string }) => input
  served = await serveExtra(node.current, { readOne }, { readOne: handler })
  app = { ...node.current, app: served.app }
  token = await node.current.login('region01')
})
afterAll(() => served.app.close())

const send = (body: string | Buffer, type: string) => sendBody(app, token, readOne, body, type)
const field = (name: string, value: string): Part => ({ name, value })
const REFUSED = { status: 400, code: 400, success: false }

describe('the same fields', () => {
  test.each([
    ['as JSON', JSON.stringify({ recordId: 7, note: '一 二' }), 'application/json'],
    ['as a form', new URLSearchParams({ recordId: '7', note: '一 二' }).toString(), URLENCODED],
    [
      'as a form that names its script',
      'recordId=7&note=%E4%B8%80+%E4%BA%8C',
      `${URLENCODED}; charset=UTF-8`,
    ],
    ['as parts', multipartBody([field('recordId', '7'), field('note', '一 二')]), MULTIPART],
  ])('arrive %s', async (_name, body, type) => {
    expect(await send(body, type)).toMatchObject({ success: true, data: { recordId: 7, note: '一 二' } })
  })

  test.each([
    ['a form', 'recordId=abc', URLENCODED],
    ['an empty form', '', URLENCODED],
    ['parts', multipartBody([field('recordId', 'abc')]), MULTIPART],
    ['a field twice in a form', 'recordId=7&recordId=8', URLENCODED],
    ['a field twice in parts', multipartBody([field('recordId', '7'), field('recordId', '8')]), MULTIPART],
    ['a field of another kind of object', 'recordId=7&__proto__=1', URLENCODED],
    [
      'too many fields',
      `recordId=7&${Array.from({ length: 30 }, (_, n) => `f${n}=1`).join('&')}`,
      URLENCODED,
    ],
    ['a field too long', `recordId=7&note=${'x'.repeat(5_000)}`, URLENCODED],
    [
      'a file',
      multipartBody([field('recordId', '7'), { name: 'file', filename: 'a.txt', content: 'x' }]),
      MULTIPART,
    ],
  ])('are checked: %s', async (_name, body, type) => {
    expect(await send(body, type)).toMatchObject(REFUSED)
  })

  test('are bounded as a whole', async () => {
    expect(await send(`recordId=7&note=${'x'.repeat(2 * 1024 * 1024)}`, URLENCODED)).toMatchObject({
      status: 413,
      code: 413,
    })
  })
})

test('a call that is no form takes none: 415', async () => {
  const answer = await sendBody(app, token, schoolEndpoints.addGrade, 'orgId=1', URLENCODED)
  expect(answer).toMatchObject({ status: 415, code: 415 })
})
