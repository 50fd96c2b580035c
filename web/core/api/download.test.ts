import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint, FileOutput } from '#contract/core/endpoint.ts'
import { download, openFile } from './download.ts'
import { NO_RESPONSE } from './errors.ts'
import { connectSession } from './transport.ts'

const template = endpoint({
  method: 'GET',
  path: '/template',
  summary: '',
  access: 'signedIn',
  scoped: false,
  audit: null,
  download: true,
  input: z.object({ orgId: z.number() }),
  output: FileOutput,
})

const saved: { name: string; address: string }[] = []
const onEffect = vi.fn()

beforeEach(() => {
  saved.length = 0
  onEffect.mockClear()
  const makeLink = () => {
    const link = { href: '', download: '', hidden: false, remove: () => {}, click: () => {} }
    link.click = () => void saved.push({ name: link.download, address: link.href })
    return link
  }
  vi.stubGlobal('document', { createElement: makeLink, body: { append: () => {} } })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  connectSession({ token: () => 'T', onEffect, onPermissionsVersion: () => {} })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  connectSession({ token: () => null, onEffect: () => {}, onPermissionsVersion: () => {} })
})

const answerWith = (body: BodyInit | null, init: ResponseInit) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const json = { headers: { 'Content-Type': 'application/json; charset=utf-8' } }

it('saves the file under the name the server gives, with the token in the header and not in the address', async () => {
  const disposition = 'attachment; filename="_.xlsx"; filename*=UTF-8\'\'%E6%A8%A1%E6%9D%BF.xlsx'
  const fetched = answerWith('bytes', { headers: { 'Content-Disposition': disposition } })
  expect(await download(template, { orgId: 12 })).toBe('模板.xlsx')
  expect(saved).toEqual([{ name: '模板.xlsx', address: 'blob:1' }])
  expect(fetched.mock.calls[0]?.[0]).toBe('/template?orgId=12')
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: 'T' })
})

it('takes a refusal for what it is, with its effect', async () => {
  answerWith(JSON.stringify({ success: false, code: 601, message: '', data: null }), json)
  await expect(download(template, { orgId: 12 })).rejects.toMatchObject({ code: 601 })
  expect(onEffect).toHaveBeenCalledWith('signOut', '登录已过期，请重新登录')
  answerWith(JSON.stringify({ success: false, code: 700, message: '文件已过期', data: null }), json)
  await expect(download(template, { orgId: 12 })).rejects.toMatchObject({ code: 700, message: '文件已过期' })
  expect(saved).toEqual([])
})

it('saves nothing of a file that breaks off', async () => {
  const broken = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  answerWith(broken, { headers: { 'Content-Disposition': 'attachment' } })
  await expect(download(template, { orgId: 12 })).rejects.toMatchObject({ code: 0, message: NO_RESPONSE })
  expect(saved).toEqual([])
})

it('says nothing to who gave it up', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('gone'))),
    )
  })
  const stop = new AbortController()
  const under = download(template, { orgId: 12 }, stop.signal)
  stop.abort()
  await expect(under).rejects.toMatchObject({ silent: true })
})

it('shows a content in a tab of its own, and saves it where the browser allows none', () => {
  const open = vi.fn().mockReturnValueOnce({}).mockReturnValueOnce(null)
  vi.stubGlobal('window', { open })
  openFile('会议纪要.pdf', new Blob(['x']))
  expect(open).toHaveBeenCalledWith('blob:1', '_blank')
  expect(saved).toEqual([])
  openFile('会议纪要.pdf', new Blob(['x']))
  expect(saved).toEqual([{ name: '会议纪要.pdf', address: 'blob:1' }])
})
