import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { makeProviderSender } from './provider-sender.ts'

type Received = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
type Behaviour = (response: ServerResponse) => void

const received: Received[] = []
let behave: Behaviour = (response) => response.end()
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    const { method = '', headers } = request
    received.push({ method, headers, body, url: new URL(request.url ?? '', 'http://stub.invalid') })
    behave(response)
  })
})
let endpoint = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  received.length = 0
})

const NOW = new Date('2026-03-04T05:06:07.890Z')
const PHONE = '13912345678'
const CODE = '042317'
const SECRET = 'access/secret+1'
const answer =
  (status: number, body: string): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

function sender(name: 'aliyun' | 'tencent', SMS_ENDPOINT = endpoint) {
  const config = readConfig({
    SMS_ENDPOINT,
    SMS_PROVIDER: name,
    SMS_ACCESS_ID: 'access-id',
    SMS_ACCESS_SECRET: SECRET,
    SMS_SIGN_NAME: '视力筛查 (测试)*~',
    SMS_TEMPLATE: 'SMS_1234',
    SMS_APP_ID: '1400000000',
  })
  return makeProviderSender(config, name, () => NOW)
}
const send = (name: 'aliyun' | 'tencent', at?: string) => sender(name, at).send(PHONE, CODE, 17)

const ACCEPTED = {
  aliyun: '{"Code":"OK","Message":"OK","BizId":"1","RequestId":"1"}',
  tencent: '{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}],"RequestId":"1"}}',
}
const REFUSED = {
  aliyun: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发天级流控","RequestId":"1"}',
  tencent: '{"Response":{"SendStatusSet":[{"Code":"LimitExceeded.PhoneNumberDailyLimit"}],"RequestId":"1"}}',
}
const BROKEN = {
  aliyun: ['null', '[]', '"OK"', '{"code":"OK"}', '{"Code":{"Code":"OK"}}'],
  tencent: [
    'null',
    '{"Response":null}',
    '{"Response":{"Error":{"Code":"AuthFailure"}}}',
    '{"Response":{"SendStatusSet":[]}}',
    '{"Response":{"SendStatusSet":[{"Code":"OK"}]}}',
    '{"Response":{"SendStatusSet":"Ok"}}',
  ],
}

describe.each(['aliyun', 'tencent'] as const)('%s', (name) => {
  test('takes a message with one request', async () => {
    behave = answer(200, ACCEPTED[name])
    await expect(send(name)).resolves.toBeUndefined()
    expect(received).toHaveLength(1)
  })

  test('that refuses is a fault', async () => {
    behave = answer(200, REFUSED[name])
    await expect(send(name)).rejects.toThrow('the SMS provider refused (200)')
  })

  test.each(BROKEN[name])('that answers %s is a fault', async (body) => {
    behave = answer(200, body)
    await expect(send(name)).rejects.toThrow()
  })

  test.each([500, 503, 400])('that says yes under status %i has not taken it', async (status) => {
    behave = answer(status, ACCEPTED[name])
    await expect(send(name)).rejects.toThrow(`the SMS provider refused (${status})`)
  })

  test.each(['', '<html>Bad Gateway</html>', '{"Code":"OK"', '\u0000'])(
    'that answers %j is a fault',
    async (body) => {
      behave = answer(200, body)
      await expect(send(name)).rejects.toThrow()
    },
  )

  test('that sends elsewhere is not followed: the code goes to nobody else', async () => {
    behave = (response) => void response.writeHead(302, { location: `${endpoint}/elsewhere` }).end()
    await expect(send(name)).rejects.toThrow()
    expect(received).toHaveLength(1)
  })

  test('that cuts the line is a fault', async () => {
    behave = (response) => void response.destroy()
    await expect(send(name)).rejects.toThrow()
  })

  test.each([
    ['refuses', answer(200, REFUSED[name])],
    ['fails', answer(500, `{"Message":"${PHONE} ${CODE}"}`)],
    ['answers nonsense', answer(200, `<${CODE} ${PHONE}>`)],
    ['cuts the line', (response: ServerResponse) => void response.destroy()],
  ] as [string, Behaviour][])(
    'that %s leaves no phone, code or secret in the fault',
    async (_, behaviour) => {
      behave = behaviour
      const fault = await send(name).catch((error: unknown) => error)
      expectSilent(fault)
    },
  )

  test('that cannot be reached leaves none either', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const fault = await send(name, `http://127.0.0.1:${port}`).catch((error: unknown) => error)
    expect((fault as Error).message).toBe('the SMS provider did not answer (ECONNREFUSED)')
    expectSilent(fault)
  })

  test.each(['not an address', 'sms.example.invalid', 'file:///etc/passwd', 'sms.example.invalid:443'])(
    'is not started with the address %j',
    (at) => {
      expect(() => sender(name, at)).toThrow(StartError)
    },
  )

  test('stands at its own address where none is configured', () => {
    expect(() => sender(name, '')).not.toThrow()
  })
})

test('a provider that never answers, or begins and never ends, is given up before five seconds', async () => {
  const hanging: Behaviour[] = [
    () => undefined,
    (response) => void response.writeHead(200).write('{"Code":"OK"'),
    (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"Code":"OK"'),
  ]
  behave = (response) => hanging[received.length % 3]?.(response)
  const started = performance.now()
  const names = ['aliyun', 'tencent', 'aliyun', 'tencent', 'aliyun', 'tencent'] as const
  const faults = await Promise.all(names.map((name) => send(name).catch((error: Error) => error.message)))
  expect(new Set(faults)).toEqual(new Set(['the SMS provider did not answer (TimeoutError)']))
  expect(performance.now() - started).toBeGreaterThan(3_900)
}, 6_000)

/** Everything a log would show of a fault: message, stack, causes. */
function expectSilent(fault: unknown) {
  expect(fault).toBeInstanceOf(Error)
  const shown: string[] = []
  for (let error: unknown = fault; error instanceof Error; error = error.cause) {
    shown.push(String(error.message), String(error.stack), JSON.stringify(error))
  }
  for (const secret of [PHONE, CODE, SECRET, encodeURIComponent(SECRET), 'access-id']) {
    expect(shown.join('\n')).not.toContain(secret)
  }
}

describe('the signature', () => {
  // RFC 3986: everything but letters, digits and -_.~ is escaped.
  const percent = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => {
        const char = String.fromCharCode(byte)
        return /[A-Za-z0-9\-_.~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')

  test('of Aliyun covers every parameter in order (RPC, HMAC-SHA1)', async () => {
    behave = answer(200, ACCEPTED.aliyun)
    await send('aliyun')
    const [{ method, url }] = received as [Received]
    expect([method, url.pathname]).toEqual(['GET', '/'])
    const given = Object.fromEntries(url.searchParams)
    const { Signature, SignatureNonce, ...rest } = given
    expect(rest).toEqual({
      AccessKeyId: 'access-id',
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: PHONE,
      RegionId: 'cn-hangzhou',
      SignName: '视力筛查 (测试)*~',
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_1234',
      TemplateParam: `{"code":"${CODE}"}`,
      Timestamp: '2026-03-04T05:06:07Z',
      Version: '2017-05-25',
    })
    const canonical = Object.entries({ ...rest, SignatureNonce })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${percent(key)}=${percent(String(value))}`)
      .join('&')
    const toSign = `GET&%2F&${percent(canonical)}`
    expect(Signature).toBe(createHmac('sha1', `${SECRET}&`).update(toSign).digest('base64'))
  })

  test('of Aliyun is made with a nonce that is used once', async () => {
    behave = answer(200, ACCEPTED.aliyun)
    await send('aliyun')
    await send('aliyun')
    const nonces = received.map(({ url }) => url.searchParams.get('SignatureNonce'))
    expect(new Set(nonces).size).toBe(2)
  })

  test('of Tencent covers body, host and type (TC3-HMAC-SHA256), and is the same for the same moment', async () => {
    behave = answer(200, ACCEPTED.tencent)
    await send('tencent')
    await send('tencent')
    const [{ method, url, headers, body }, again] = received as [Received, Received]
    expect([method, url.pathname]).toEqual(['POST', '/'])
    expect(JSON.parse(body)).toEqual({
      PhoneNumberSet: [`+86${PHONE}`],
      SmsSdkAppId: '1400000000',
      SignName: '视力筛查 (测试)*~',
      TemplateId: 'SMS_1234',
      TemplateParamSet: [CODE],
    })
    expect(headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': String(Date.UTC(2026, 2, 4, 5, 6, 7) / 1000),
      'content-type': 'application/json; charset=utf-8',
    })
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\n\ncontent-type;host\n${sha(body)}`
    const scope = '2026-03-04/sms/tc3_request'
    const toSign = `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${scope}\n${sha(canonical)}`
    const key = mac(mac(mac(`TC3${SECRET}`, '2026-03-04'), 'sms'), 'tc3_request')
    const signature = mac(key, toSign).toString('hex')
    const expected = `TC3-HMAC-SHA256 Credential=access-id/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
    expect(headers.authorization).toBe(expected)
    expect(again.headers.authorization).toBe(expected)
  })
})
