import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { ApiError, call, callOrFollow } from './call.ts'
import { NO_RESPONSE, SERVER_FAULT } from './errors.ts'
import { connectSession } from './transport.ts'

const list = endpoint({
  method: 'GET',
  path: '/list',
  summary: '',
  access: 'public',
  scoped: false,
  audit: null,
  input: z.object({ pageNum: z.number().optional(), keyword: z.string().optional() }),
  output: z.string(),
})

type Sent = { url: string; init: RequestInit; answer: (body: unknown, init?: ResponseInit) => void }

/** A server that answers on command. */
function fakeServer() {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      sent.push({ url, init, answer: (body, init) => resolve(new Response(JSON.stringify(body), init)) })
    })
  })
  return sent
}
const success = (data: unknown) => ({ success: true, code: 200, message: '', data })
const refusal = (code: number) => ({ success: false, code, message: '', data: null })
const nth = (sent: Sent[], index: number): Sent => sent[index] ?? expect.fail('not sent')

afterEach(() => {
  vi.unstubAllGlobals()
  connectSession({ token: () => null, onEffect: () => {}, onPermissionsVersion: () => {} })
})

describe('call', () => {
  it('sends the token, leaves unset fields out and gives the data', async () => {
    const sent = fakeServer()
    connectSession({ token: () => 'T', onEffect: () => {}, onPermissionsVersion: () => {} })
    const answer = call(list, { pageNum: 2, keyword: undefined }, { background: true })
    expect(nth(sent, 0).url).toBe('/list?pageNum=2')
    expect(nth(sent, 0).init.headers).toMatchObject({ Authorization: 'T', 'X-Background': '1' })
    nth(sent, 0).answer(success('rows'))
    expect(await answer).toBe('rows')
  })

  it('cancels an identical call under way, silently', async () => {
    const sent = fakeServer()
    const first = call(list, { pageNum: 1 }).catch((error: unknown) => error)
    const other = call(list, { pageNum: 2 })
    const second = call(list, { pageNum: 1 })
    nth(sent, 1).answer(success('other'))
    nth(sent, 2).answer(success('second'))
    expect(await first).toMatchObject({ silent: true })
    expect(await other).toBe('other')
    expect(await second).toBe('second')
  })

  it('follows the call that took over', async () => {
    const sent = fakeServer()
    const first = callOrFollow(list, {})
    const second = call(list, {})
    const third = call(list, {})
    void second.catch(() => {})
    nth(sent, 2).answer(success('third'))
    expect(await first).toBe('third')
    expect(await third).toBe('third')
  })

  it('fails silently when its own signal ends it', async () => {
    fakeServer()
    const stop = new AbortController()
    const answer = callOrFollow(list, {}, { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    expect(await answer).toMatchObject({ silent: true })
  })

  it('says so when no answer comes', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    await expect(call(list, {})).rejects.toMatchObject({ code: 0, silent: false, message: NO_RESPONSE })
  })

  it('calls an answer that is no JSON a fault of the server', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('no JSON', { status: 500 })))
    await expect(call(list, {})).rejects.toMatchObject({ code: 500, silent: false, message: SERVER_FAULT })
  })

  it('reports an effect only for the token still in use', async () => {
    const sent = fakeServer()
    const onEffect = vi.fn()
    let token = 'old'
    connectSession({ token: () => token, onEffect, onPermissionsVersion: () => {} })
    const late = call(list, { pageNum: 1 }).catch((error: unknown) => error)
    token = 'new'
    nth(sent, 0).answer(refusal(601))
    expect(await late).toBeInstanceOf(ApiError)
    expect(onEffect).not.toHaveBeenCalled()

    const current = call(list, { pageNum: 1 }).catch((error: unknown) => error)
    nth(sent, 1).answer(refusal(601))
    await current
    expect(onEffect).toHaveBeenCalledWith('signOut', '登录已过期，请重新登录')
  })

  it('passes the version of the permissions on', async () => {
    const sent = fakeServer()
    const onPermissionsVersion = vi.fn()
    connectSession({ token: () => 'T', onEffect: () => {}, onPermissionsVersion })
    const answer = call(list, {})
    nth(sent, 0).answer(success('x'), { headers: { 'X-Permissions-Version': '7' } })
    await answer
    expect(onPermissionsVersion).toHaveBeenCalledWith('7')
  })
})
