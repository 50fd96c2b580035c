// Requests that are not HTTP as it should be: one message boundary or none, bounded sizes, and the others go on.
import net from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'

const node = useApp()
let port = 0
beforeAll(async () => {
  await node.current.app.listen({ port: 0, host: '127.0.0.1' })
  port = (node.current.app.server.address() as net.AddressInfo).port
})

/** Sends the bytes and gives back what came until the server closed. */
function send(bytes: string, thenEnd = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8')
    })
    socket.on('close', () => resolve(received))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server closes while we still write: what it said before counts.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.write(bytes, 'latin1')
    if (thenEnd) socket.end()
  })
}
const isAlive = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/health/live`)
  return response.status === 200 && (await response.json()).status === 'ok'
}

const HOST = 'Host: vision.invalid\r\n'
const POST = `POST /auth/system/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`
const SMUGGLED = 'GET /health/live HTTP/1.1\r\nHost: vision.invalid\r\n\r\n'

const BROKEN: [string, string][] = [
  ['length and chunks', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['chunks and length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 50\r\n\r\n{}${SMUGGLED}`],
  ['one length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${SMUGGLED}`],
  ['a list of lengths', `${POST}Content-Length: 2, 2\r\n\r\n{}`],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n{}`],
  ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
  ['a hidden encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['an encoding before a colon with a blank', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk size that is none', `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`],
  ['bare line feeds', 'GET /health/live HTTP/1.1\nHost: vision.invalid\n\n'],
  ['one bare line feed', 'GET /health/live HTTP/1.1\r\nHost: vision.invalid\nX-A: b\r\n\r\n'],
  ['a bare carriage return', 'GET /health/live HTTP/1.1\r\nHost: vision.invalid\rX-A: b\r\n\r\n'],
  ['a folded header', `GET /health/live HTTP/1.1\r\n${HOST}X-A: b\r\n  c\r\n\r\n`],
  ['a NUL in a header', `GET /health/live HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`],
  ['a header without a name', `GET /health/live HTTP/1.1\r\n${HOST}: b\r\n\r\n`],
  ['no method', ' /health/live HTTP/1.1\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/3.7', `GET /health/live HTTP/3.7\r\n${HOST}\r\n`],
]

describe('a broken request', () => {
  test.each(BROKEN)('%s: 400 in form, one answer, closed', async (_, bytes) => {
    const received = await send(bytes)
    expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(body)).toEqual({ success: false, code: 400, message: '请求错误', data: null })
    expect(await isAlive()).toBe(true)
  })

  test('no host: 400, closed', async () => {
    expect(await send('GET /health/live HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    [
      'seventeen kilobytes of header',
      `GET /health/live HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17 * 1024)}\r\n\r\n`,
    ],
    [
      'thousands of headers',
      `GET /health/live HTTP/1.1\r\n${HOST}${Array.from({ length: 3000 }, (_, i) => `X-${i}: b\r\n`).join('')}\r\n`,
    ],
    ['seventeen kilobytes of address', `GET /${'a'.repeat(17 * 1024)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('%s: 431 in form, closed', async (_, bytes) => {
    const received = await send(bytes)
    expect(received).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(received).toContain('"code":431')
    expect(await isAlive()).toBe(true)
  })

  test.each([
    ['headers', `GET /health/live HTTP/1.1\r\n${HOST}X-A`],
    ['body', `${POST}Content-Length: 50\r\n\r\n{"account":`],
    ['chunk', `${POST}Transfer-Encoding: chunked\r\n\r\n20\r\n{"account":`],
  ])('half the %s and gone: 400, closed', async (_, bytes) => {
    expect(await send(bytes, true)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await isAlive()).toBe(true)
  })
})

describe('while others dawdle', () => {
  test('two hundred half requests hold up nobody, and leave nothing behind', async () => {
    const sockets = await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<net.Socket>((resolve) => {
            const socket = net.connect(port, '127.0.0.1', () => resolve(socket))
            socket.on('error', () => undefined)
            socket.write(`${POST}Content-Length: 50\r\n`)
          }),
      ),
    )
    expect(await isAlive()).toBe(true)
    expect(await node.current.login('school01')).toHaveLength(43)
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.on('close', () => resolve())
            socket.destroy()
          }),
      ),
    )
    await expect.poll(openConnections, { timeout: 60_000 }).toBeLessThan(20)
  })

  test('the limits that end them are set: headers in ten seconds, a bounded number of connections', () => {
    const { server } = node.current.app
    expect(server.headersTimeout).toBe(10_000)
    expect(server.requestTimeout).toBe(300_000)
    expect(server.maxConnections).toBe(5_000)
  })

  const openConnections = () =>
    new Promise<number>((resolve) => node.current.app.server.getConnections((_, count) => resolve(count)))
})

test('an idle connection is kept longer than a proxy keeps it', () => {
  expect(node.current.app.server.keepAliveTimeout).toBeGreaterThan(60_000)
})

test('a good request between the broken ones keeps its connection', async () => {
  const received = await send(`${SMUGGLED}${SMUGGLED.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})
