import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import type { SmsSender } from './sender.ts'

/** A provider that hangs must not hold a login page for longer than this. */
const PATIENCE_MS = 4_000
const USUAL_MS = 300

type Request = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
type Provider = {
  endpoint: string
  request(config: Config, endpoint: URL, phone: string, code: string, now: Date): Request
  accepted(body: unknown): boolean
}

/** Aliyun Dysmsapi 2017-05-25, RPC signature. */
const aliyun: Provider = {
  endpoint: 'https://dysmsapi.aliyuncs.com',
  request(config, endpoint, phone, code, now) {
    const query: Record<string, string> = {
      AccessKeyId: config.SMS_ACCESS_ID,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: phone,
      RegionId: 'cn-hangzhou',
      SignName: config.SMS_SIGN_NAME,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: config.SMS_TEMPLATE,
      TemplateParam: JSON.stringify({ code }),
      Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    }
    const canonical = Object.keys(query)
      .sort()
      .map((key) => `${percent(key)}=${percent(query[key] ?? '')}`)
      .join('&')
    const signature = createHmac('sha1', `${config.SMS_ACCESS_SECRET}&`)
      .update(`GET&${percent('/')}&${percent(canonical)}`)
      .digest('base64')
    const url = `${endpoint.origin}/?${canonical}&Signature=${percent(signature)}`
    return { url, method: 'GET', headers: {} }
  },
  accepted: (body) => (body as { Code?: string } | null)?.Code === 'OK',
}

/** Tencent Cloud SMS 2021-01-11, TC3-HMAC-SHA256. */
const tencent: Provider = {
  endpoint: 'https://sms.tencentcloudapi.com',
  request(config, endpoint, phone, code, now) {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: config.SMS_APP_ID,
      SignName: config.SMS_SIGN_NAME,
      TemplateId: config.SMS_TEMPLATE,
      TemplateParamSet: [code],
    })
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const date = now.toISOString().slice(0, 10)
    const headers = `content-type:application/json; charset=utf-8\nhost:${endpoint.host}\n`
    const canonical = ['POST', '/', '', headers, 'content-type;host', sha256(body)].join('\n')
    const scope = `${date}/sms/tc3_request`
    const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
    const key = ['sms', 'tc3_request'].reduce(
      (secret, part) => hmac(secret, part),
      hmac(Buffer.from(`TC3${config.SMS_ACCESS_SECRET}`), date),
    )
    const signature = createHmac('sha256', key).update(toSign).digest('hex')
    return {
      url: `${endpoint.origin}/`,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        authorization: `TC3-HMAC-SHA256 Credential=${config.SMS_ACCESS_ID}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': timestamp,
        'x-tc-region': 'ap-guangzhou',
      },
    }
  },
  accepted(body) {
    const statuses = (body as { Response?: { SendStatusSet?: { Code?: string }[] } } | null)?.Response
      ?.SendStatusSet
    return statuses?.[0]?.Code === 'Ok'
  },
}

const PROVIDERS = { aliyun, tencent }

/** Throws unless the provider says that it took the message; its answer is never shown to anybody. */
export function makeProviderSender(
  config: Config,
  name: keyof typeof PROVIDERS,
  clock: () => Date,
): SmsSender {
  const provider = PROVIDERS[name]
  const endpoint = parseEndpoint(config.SMS_ENDPOINT || provider.endpoint)
  return {
    usualMs: USUAL_MS,
    async send(phone, code) {
      const request = provider.request(config, endpoint, phone, code, clock())
      const { response, answer } = await ask(request).catch((error: unknown) => {
        throw new Error(`the SMS provider did not answer (${kindOf(error)})`)
      })
      if (!response.ok || !provider.accepted(answer))
        throw new Error(`the SMS provider refused (${response.status})`)
    },
  }
}

function parseEndpoint(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new StartError('环境变量 SMS_ENDPOINT 的值不正确：应为以 http:// 或 https:// 开头的地址')
}

/**
 * The time limit is set apart from the request: an abort does not always reach an answer that has begun and hangs.
 */
async function ask({ url, ...request }: Request): Promise<{ response: Response; answer: unknown }> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort()
      reject(new DOMException('no answer in time', 'TimeoutError'))
    }, PATIENCE_MS)
  })
  const asking = async () => {
    const response = await fetch(url, { ...request, signal: abort.signal, redirect: 'error' })
    return { response, answer: (await response.json()) as unknown }
  }
  return Promise.race([asking(), patience]).finally(() => clearTimeout(timer))
}

/** What went wrong in one word: messages quote addresses and answers, and with them phones and codes. */
function kindOf(error: unknown): string {
  const { name, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : name
}

const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
