// So many files at once and no more; who waits is let in by turns, who leaves makes room.
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { useApp } from '../../../testing/app.ts'
import { serveExtra } from '../../../testing/extra-endpoints.ts'
import { MULTIPART, multipartBody } from '../../../testing/sheets/multipart.ts'
import type { UserCtx } from '../../context.ts'
import { makeUploadPlaces } from './upload-places.ts'

const node = useApp()
const sendFile = endpoint({
  method: 'POST',
  path: '/manager/test/upload',
  summary: '测试',
  access: 'signedIn',
  scoped: false,
  audit: 'import.roster',
  upload: { maxMegabytes: 20 },
  input: z.object({ name: z.string() }),
  output: z.string(),
})

const inside: string[] = []
const entered: string[] = []
const letGo = new Map<string, () => void>()
let served: Awaited<ReturnType<typeof serveExtra>>
/** One account has two places at most: every two files are another one's. */
const ACCOUNTS = ['region01', 'city01', 'province01', 'school01', 'grade01', 'teacher01', 'hospital01']
const tokens: string[] = []
const tokenOf = (name: string) => tokens[Math.floor((name.charCodeAt(0) - 97) / 2)]
beforeAll(async () => {
  const selfAudited = async (_: UserCtx, { name }: { name: string }) => {
    inside.push(name)
    entered.push(name)
    await new Promise<void>((resolve) => letGo.set(name, resolve))
    inside.splice(inside.indexOf(name), 1)
    return name
  }
  served = await serveExtra(node.current, { sendFile }, { sendFile: { selfAudited } })
  for (const account of ACCOUNTS) tokens.push(await node.current.login(account))
})
afterAll(() => served.app.close())

const bodyOf = (name: string) =>
  multipartBody([
    { name: 'name', value: name },
    { name: 'file', filename: 'a.xlsx', content: 'x' },
  ])

/** Sends a file, or the beginning of one; `leave` hangs up. */
function upload(name: string, { half = false } = {}) {
  const body = bodyOf(name)
  const headers = { authorization: tokenOf(name), 'content-type': MULTIPART, 'content-length': body.length }
  const request = http.request({ port: served.port, method: 'POST', path: sendFile.path, headers })
  request.on('error', () => undefined)
  if (half) request.write(body.subarray(0, body.length - 20))
  else request.end(body)
  const status = once(request, 'response').then(([response]) => {
    response.resume()
    return (response as http.IncomingMessage).statusCode
  })
  status.catch(() => undefined)
  return { status, leave: () => request.destroy() }
}

const release = (name: string) => letGo.get(name)?.()
const areInside = (...names: string[]) =>
  vi.waitFor(() => expect([...inside].sort()).toEqual(names), { timeout: 60_000 })

test('four are taken at once; the next enter by turns, one for each that leaves', async () => {
  const first = ['a', 'b', 'c', 'd'].map((name) => upload(name))
  await areInside('a', 'b', 'c', 'd')
  const later: ReturnType<typeof upload>[] = []
  for (const name of ['e', 'f', 'g']) {
    later.push(upload(name))
    await sleep(50)
  }
  expect(inside).toHaveLength(4)
  release('c')
  await areInside('a', 'b', 'd', 'e')
  // Who gave up waiting is passed over.
  later[1]?.leave()
  await sleep(100)
  release('a')
  await areInside('b', 'd', 'e', 'g')
  for (const name of ['b', 'd', 'e', 'g']) release(name)
  const answers = [...first, ...later.filter((_, index) => index !== 1)].map(({ status }) => status)
  expect(await Promise.all(answers)).toEqual(Array(6).fill(200))
  expect(entered).not.toContain('f')
})

test('a client that goes away in the middle of its file makes room at once', async () => {
  const slow = ['h', 'i', 'j', 'k'].map((name) => upload(name, { half: true }))
  await sleep(200)
  const { status } = upload('l')
  await sleep(200)
  expect(inside).toEqual([])
  slow[2]?.leave()
  await areInside('l')
  release('l')
  expect(await status).toBe(200)
  for (const { leave } of slow) leave()
  const { status: last } = upload('m')
  await areInside('m')
  release('m')
  expect(await last).toBe(200)
})

describe('a place', () => {
  const request = () => ({ raw: new http.IncomingMessage({} as never) })

  test('that does not come in time is refused, and stays free for others', async () => {
    const places = makeUploadPlaces({ places: 1, perAccount: 1, waitMs: 50 })
    const free = await places.reserve(request(), 'a')
    await expect(places.reserve(request(), 'a')).rejects.toMatchObject({
      code: 429,
      message: '当前上传较多，请稍后重试',
    })
    free()
    free()
    const again = await places.reserve(request(), 'a')
    await expect(places.reserve(request(), 'a')).rejects.toMatchObject({ code: 429 })
    again()
  })
})
