// The very first start, which makes the database and the demo, and the ones right after it.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { firstStartOf } from '../support/demo-folder.ts'
import { expectNothingLeftIn, signIn } from './installation.ts'
import {
  AS_A_USER,
  call,
  cleanUp,
  comesTrue,
  demoFolder,
  run,
  scratchFolder,
  signalGroup,
  start,
  stop,
} from './product.ts'

afterAll(cleanUp)

const { userInfo } = sessionEndpoints
const DEMO_LOADED = '已载入演示数据'
/** The first start makes the folder that the other files copy; here its account is read, and it is started again. */
const firstStart = firstStartOf(inject('preparedDemo'))
const folder = demoFolder()
const env = { DATA_DIR: folder, ...AS_A_USER }
let laterStartMs = 0

describe('starting with nothing configured', () => {
  test('serves the pages and the calls, and says where and as whom to sign in', () => {
    const { output, page, ready } = firstStart
    for (const text of ['Demo@2026', 'province01', 'school01', 'nobound01']) expect(output).toContain(text)
    expect(output).toContain(DEMO_LOADED)
    expect({ page, ready }).toEqual({ page: 200, ready: 200 })
  })

  test('a second start keeps the data, and SIGTERM ends it cleanly', async () => {
    const product = await start(env)
    laterStartMs = product.startMs
    expect(product.output()).not.toContain(DEMO_LOADED)
    const page = await fetch(`${product.url}/login`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root"')
    const token = await signIn(product.url)
    expect((await call(product.url, userInfo, {}, token)).data).toMatchObject({ account: 'region01' })
    expect((await fetch(`${product.url}/dev/openapi.json`)).status).toBe(200)
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
    expect(await stop(product, 'SIGTERM')).toEqual({ code: 0, signal: null })
    expectNothingLeftIn(folder)
  })

  test('Ctrl-C, which reaches the whole process group, ends it cleanly too', async () => {
    const product = await start(env)
    await signIn(product.url)
    signalGroup(product.child, 'SIGINT')
    signalGroup(product.child, 'SIGINT')
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expectNothingLeftIn(folder)
  })
})

describe('stopping', () => {
  test.each([
    [
      'while the database is being made',
      (dir: string[]) => dir.some((name) => name.startsWith('postgres.init-')),
    ],
    ['while the database is starting', (dir: string[]) => dir.includes('postgres.log')],
  ])('in the middle of the first start, %s, leaves nothing running', async (_, reached) => {
    const fresh = scratchFolder()
    const product = run({ DATA_DIR: fresh })
    expect(await comesTrue(() => reached(readdirSync(fresh)))).toBe(true)
    product.child.kill('SIGTERM')
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expectNothingLeftIn(fresh)
  })
})

test('later starts are quicker than the first', () => {
  expect(laterStartMs).toBeGreaterThan(0)
  expect(laterStartMs).toBeLessThan(firstStart.startMs * 0.8)
})

test('nothing but the data is left in the folder', () => {
  expect(readdirSync(folder).sort()).toEqual(['lock', 'logs', 'postgres', 'postgres.log'])
  expect(readdirSync(path.join(folder, 'postgres'))).not.toContain('postmaster.pid')
})
