// A file that trickles, or that nobody may send, holds up nobody: it is cut, and its place is free again.
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { useApp } from '../../../testing/app.ts'
import { serveExtra } from '../../../testing/extra-endpoints.ts'
import { multipartBody } from '../../../testing/sheets/multipart.ts'
import { makeUploadPlaces } from './upload-places.ts'

/** So slow that any machine sends faster, and what is not sent at all is slower. */
const node = useApp({ UPLOAD_BYTES_PER_SECOND: '100', UPLOAD_WINDOW_MS: '1500' })
const base = {
  method: 'POST',
  summary: '测试',
  scoped: false,
  audit: 'import.roster',
  upload: { maxMegabytes: 20 },
  input: z.object({}),
  output: z.number(),
} as const
const TABLE = {
  anybody: endpoint({ ...base, path: '/manager/test/anybody', access: 'signedIn' }),
  nobody: endpoint({ ...base, path: '/manager/test/nobody', access: ['overviewFour'] }),
}

let served: Awaited<ReturnType<typeof serveExtra>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  const size = { selfAudited: async (ctx: { file?: { content: Buffer } }) => ctx.file?.content.length ?? 0 }
  served = await serveExtra(node.current, TABLE, { anybody: size, nobody: size })
  for (const account of ['region01', 'city01', 'school01'])
    tokens[account] = await node.current.login(account)
})
afterAll(() => served.app.close())

const FILE = multipartBody([{ name: 'file', filename: 'a.xlsx', content: Buffer.alloc(200_000, 'x') }])
const BOUNDARY = /^--(\S+)/.exec(FILE.toString('latin1', 0, 200))?.[1] ?? ''

type Sent = { account?: string; path?: string; boundary?: string; headers?: string[]; length?: number }
const headOf = ({ account, path = TABLE.anybody.path, boundary = BOUNDARY, headers = [], length }: Sent) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: vision.invalid',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${length ?? FILE.length}`,
    ...(account ? [`Authorization: ${tokens[account]}`] : []),
    ...headers,
    '\r\n',
  ].join('\r\n')

/** A connection on which bytes are sent; `closed` gives everything that came back. */
function connect() {
  const socket = net.connect(served.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('utf8')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  return { socket, closed, received: () => received }
}

/** Sends a whole file and hangs up after the answer. */
async function whole(sent: Sent): Promise<string> {
  const { socket, closed } = connect()
  socket.write(headOf({ ...sent, headers: [...(sent.headers ?? []), 'Connection: close'] }))
  socket.write(FILE)
  return closed
}

/** The beginning of a file, and a byte now and then until the connection is closed. */
function trickle(sent: Sent) {
  const { socket, closed } = connect()
  socket.write(headOf(sent))
  socket.write(FILE.subarray(0, 500))
  const timer = setInterval(() => socket.write('x'), 200)
  void closed.then(() => clearInterval(timer))
  return { closed, leave: () => socket.destroy() }
}

describe('a file that trickles', () => {
  test('is ended with 408 and its connection closed', async () => {
    const answer = await trickle({ account: 'region01' }).closed
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":408')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  test('leaves the places of other accounts alone, however many one account sends', async () => {
    const slow = Array.from({ length: 8 }, () => trickle({ account: 'region01' }))
    await sleep(300)
    expect(await whole({ account: 'city01' })).toContain('"data":200000')
    for (const { leave } of slow) leave()
  })

  test('gives its place to the next one of the same account', async () => {
    const slow = [trickle({ account: 'region01' }), trickle({ account: 'region01' })]
    await sleep(300)
    expect(await whole({ account: 'region01' })).toContain('"data":200000')
    for (const { closed } of slow) expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('one that comes fast enough is taken, whatever its size', async () => {
    expect(await whole({ account: 'region01' })).toContain('"data":200000')
  })
})

describe('a file that is refused', () => {
  /** More than both ends buffer: a server that reads it takes it all. */
  const endless = (sent: Sent) => {
    const { socket, closed } = connect()
    socket.write(headOf({ ...sent, length: 1_000_000_000 }))
    const block = Buffer.alloc(1024 * 1024, 'x')
    let written = 0
    const more = () => {
      while (!socket.destroyed && socket.write(block)) written += block.length
    }
    socket.on('drain', more)
    more()
    return closed.then((answer) => ({ answer, written }))
  }

  test.each<[string, Sent, number]>([
    ['of a stranger', {}, 601],
    ['of an account without the permission', { account: 'region01', path: TABLE.nobody.path }, 602],
    ['to a call that takes none', { account: 'region01', path: '/basicweb/student/addStudent' }, 415],
  ])('%s is cut after the answer, not read', async (_, sent, code) => {
    const { answer, written } = await endless(sent)
    expect(answer).toContain(`"code":${code}`)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(written).toBeLessThan(100_000_000)
  })
})

describe('a form that is none', () => {
  test.each([71, 253, 300, 1_000])('with a boundary of %i characters: 400', async (length) => {
    const answer = await whole({ account: 'region01', boundary: 'b'.repeat(length) })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":400')
  })

  test('with a quoted boundary that is too long: 400', async () => {
    expect(await whole({ account: 'region01', boundary: `"${'b'.repeat(300)}"` })).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('with more than a hundred headers: 431', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, nth) => `X-${nth}: a`)
    expect(await whole({ account: 'region01', headers: many(110) })).toMatch(/^HTTP\/1\.1 431 /)
    expect(await whole({ account: 'region01', headers: many(80) })).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('places', () => {
  const request = () => ({ raw: Object.assign(new net.Socket(), { complete: false }) as never })

  test('of one account are fewer than there are; others enter before its next', async () => {
    const places = makeUploadPlaces({ places: 3, perAccount: 2, waitMs: 60_000 })
    const entered: string[] = []
    const enter = (name: string) =>
      places.reserve(request(), name[0] ?? '').then((free) => {
        entered.push(name)
        return free
      })
    const first = await enter('a1')
    await enter('a2')
    const third = enter('a3')
    await enter('b1')
    const other = enter('c1')
    await sleep(0)
    expect(entered).toEqual(['a1', 'a2', 'b1'])
    first()
    const freeThird = await third
    expect(entered).toEqual(['a1', 'a2', 'b1', 'a3'])
    freeThird()
    await other
    expect(entered.at(-1)).toBe('c1')
  })
})
