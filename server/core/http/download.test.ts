// Calls that answer with a file: whole or visibly broken, never short, and never unwritten in the trail.
import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint, FileOutput } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { useApp } from '../../testing/app.ts'
import { serveExtra } from '../../testing/extra-endpoints.ts'
import type { UserCtx } from '../context.ts'
import { dispositionOf } from './download.ts'

const node = useApp()
const PART = Buffer.alloc(64 * 1024, 'x')

const fetchFile = endpoint({
  method: 'GET',
  path: '/manager/test/file',
  summary: '测试',
  access: 'signedIn',
  scoped: false,
  audit: 'export.file',
  download: true,
  input: z.object({ kind: z.string() }),
  output: FileOutput,
})

let seen = 0
let read = 0
let closed = false
async function* parts(count: number, faultAt = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  try {
    for (let part = 0; part < count; part++) {
      if (part === faultAt) throw new Error('the source broke')
      read++
      yield PART
      await sleep(1)
    }
  } finally {
    closed = true
  }
}
async function* refuses(): AsyncGenerator<Buffer> {
  yield* []
  throw new BizError(650)
}
/** A stream that never gives anything. */
const silent = () =>
  new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      closed = true
      done(error)
    },
  })

const contents: Record<string, () => Uint8Array | AsyncIterable<Uint8Array>> = {
  buffer: () => Buffer.from('内容'),
  empty: () => Buffer.alloc(0),
  generator: () => parts(3),
  stream: () => Readable.from(parts(3)),
  endless: () => parts(100_000),
  silent,
  brokenAtOnce: () => parts(3, 0),
  brokenLater: () => parts(100, 40),
  refuses: () => refuses(),
}

let served: Awaited<ReturnType<typeof serveExtra>>
let authorization = ''
beforeAll(async () => {
  const handler = async (ctx: UserCtx, { kind }: { kind: string }) => {
    const content = contents[kind]
    if (!content) throw new BizError(650)
    ctx.note({ objectType: 'test', objectId: kind, detail: { rows: 3 } })
    return { fileName: '三年级 名单.xlsx', contentType: 'application/octet-stream', content: content() }
  }
  served = await serveExtra(node.current, { fetchFile }, { fetchFile: handler })
  authorization = await node.current.login('region01')
})
afterAll(() => served.app.close())
beforeEach(async () => {
  read = 0
  closed = false
  served.logged.length = 0
  const { max } = node.current.db.fn
  const latest = await node.current.db.selectFrom('auditLog').select(max('id').as('id')).executeTakeFirst()
  seen = Number(latest?.id ?? 0)
})

const ask = (kind: string, headers: Record<string, string> = { authorization }) =>
  fetch(`${served.url}${fetchFile.path}?kind=${kind}`, { headers })
const trail = () =>
  node.current.db
    .selectFrom('auditLog')
    .select(['action', 'success', 'code', 'objectId', 'detail'])
    .where('id', '>', seen)
    .execute()

describe('a file', () => {
  test.each(['generator', 'stream'])(
    'of a %s comes whole, by its own name, and is written down',
    async (kind) => {
      const response = await ask(kind)
      expect(response.headers.get('content-disposition')).toContain(
        "filename*=UTF-8''%E4%B8%89%E5%B9%B4%E7%BA%A7%20%E5%90%8D%E5%8D%95.xlsx",
      )
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await response.arrayBuffer()).byteLength).toBe(3 * PART.length)
      expect(await trail()).toEqual([
        { action: 'export.file', success: true, code: 200, objectId: kind, detail: { rows: 3 } },
      ])
      expect(closed).toBe(true)
      expect(served.logged.filter((line) => !line.includes('"msg":"request"'))).toEqual([])
    },
  )

  test('may be held whole, and may be empty', async () => {
    expect(await (await ask('buffer')).text()).toBe('内容')
    expect((await (await ask('empty')).arrayBuffer()).byteLength).toBe(0)
  })

  test('is received whole by a test that calls it', async () => {
    const response = await served.app.inject({
      url: `${fetchFile.path}?kind=generator`,
      headers: { authorization },
    })
    expect(response.rawPayload).toHaveLength(3 * PART.length)
  })

  test('is not made for who asks for the headers alone', async () => {
    const response = await fetch(`${served.url}${fetchFile.path}?kind=generator`, {
      method: 'HEAD',
      headers: { authorization },
    })
    expect(response.status).toBe(404)
    expect(read).toBe(0)
  })
})

describe('before the first byte', () => {
  test.each([
    ['nobody', 'generator', 200, 601, {}],
    ['a form that is wrong', '', 200, 650, undefined],
    ['a source that refuses', 'refuses', 200, 650, undefined],
    ['a source that breaks', 'brokenAtOnce', 500, 500, undefined],
  ])('%s is answered by an envelope', async (_name, kind, status, code, headers) => {
    const response = await ask(kind, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await response.json()).toMatchObject({ success: false, code })
    expect((await trail()).filter(({ success }) => success)).toEqual([])
  })

  test('a file that cannot be written down is not given', async () => {
    await node.current.sql('revoke insert on audit_log from vision_app')
    try {
      const response = await ask('endless')
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ success: false, code: 500 })
      await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 })
      expect(read).toBeLessThan(10)
    } finally {
      await node.current.sql('grant insert on audit_log to vision_app')
    }
  })

  test('who leaves takes the source along', async () => {
    const request = http.get(`${served.url}${fetchFile.path}?kind=silent`, { headers: { authorization } })
    request.on('error', () => undefined)
    await sleep(200)
    request.destroy()
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 })
    expect(await trail()).toEqual([])
    expect(served.logged.filter((line) => line.includes('fault'))).toEqual([])
  })
})

describe('after the first byte', () => {
  test('a fault breaks the connection and is logged: nobody holds half a file for the whole', async () => {
    const response = await ask('brokenLater')
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
    await vi.waitFor(() => expect(served.logged.join()).toContain('a download broke off'), {
      timeout: 60_000,
    })
    expect((await fetch(`${served.url}/health/live`)).status).toBe(200)
  })

  test('it is read no faster than it is taken, and no further once the reader has left', async () => {
    const request = http.get(`${served.url}${fetchFile.path}?kind=endless`, { headers: { authorization } })
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.pause()
    let last = -1
    await vi.waitFor(
      () => {
        const unchanged = read === last
        last = read
        expect(unchanged).toBe(true)
      },
      { timeout: 60_000, interval: 500 },
    )
    // What fits into the buffers of two sockets.
    expect(read).toBeLessThan(400)
    request.destroy()
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 })
    expect(served.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

test.each([
  ['a"b\r\nSet-Cookie: x=1.xlsx', 'a_bSet-Cookie_ x=1.xlsx'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..', '文件'],
  ['名\u202Excod.exe', '名xcod.exe'],
  ["it's (1)*.xlsx", 'it_s (1)_.xlsx'],
  ['\ud800x', 'x'],
  [`${'长'.repeat(300)}.xlsx`, `${'长'.repeat(75)}.xlsx`],
])('a name is made harmless (%#)', (name, made) => {
  const disposition = dispositionOf(name)
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/)
  expect(disposition.match(/"/g)).toHaveLength(2)
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(made)
})
