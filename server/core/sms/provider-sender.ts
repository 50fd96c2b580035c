import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { SmsSender } from './sender.ts'

/** A provider that hangs must not hold a login page for longer than this. */
const PATIENCE_MS = 4_000

type Request = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
type Provider = {
  request(config: Config, phone: string, code: string, now: Date): Request
  accepted(body: unknown): boolean
}

/** Aliyun Dysmsapi 2017-05-25, RPC signature. */
const aliyun: Provider = {
  request(config, phone, code, now) {
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
    const host = config.SMS_ENDPOINT ?? 'https://dysmsapi.aliyuncs.com'
    return { url: `${host}/?${canonical}&Signature=${percent(signature)}`, method: 'GET', headers: {} }
  },
  accepted: (body) => (body as { Code?: string } | null)?.Code === 'OK',
}

/** Tencent Cloud SMS 2021-01-11, TC3-HMAC-SHA256. */
const tencent: Provider = {
  request(config, phone, code, now) {
    const url = new URL(config.SMS_ENDPOINT ?? 'https://sms.tencentcloudapi.com')
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: config.SMS_APP_ID,
      SignName: config.SMS_SIGN_NAME,
      TemplateId: config.SMS_TEMPLATE,
      TemplateParamSet: [code],
    })
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const date = now.toISOString().slice(0, 10)
    const headers = `content-type:application/json; charset=utf-8\nhost:${url.host}\n`
    const canonical = ['POST', '/', '', headers, 'content-type;host', sha256(body)].join('\n')
    const scope = `${date}/sms/tc3_request`
    const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
    const key = ['sms', 'tc3_request'].reduce(
      (secret, part) => hmac(secret, part),
      hmac(Buffer.from(`TC3${config.SMS_ACCESS_SECRET}`), date),
    )
    const signature = createHmac('sha256', key).update(toSign).digest('hex')
    return {
      url: url.toString(),
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
  return {
    async send(phone, code) {
      const { url, ...request } = provider.request(config, phone, code, clock())
      const response = await fetch(url, {
        ...request,
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      })
      const answer: unknown = await response.json()
      if (!response.ok || !provider.accepted(answer))
        throw new Error(`the SMS provider refused (${response.status})`)
    },
  }
}

const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
