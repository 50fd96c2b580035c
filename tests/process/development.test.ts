// `npm run dev`: pages as they are written, and behind them a server that answers every call of the contract.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { SCREENS } from '#web/features.ts'
import { ACCOUNT, expectNothingLeftIn } from './installation.ts'
import {
  AS_A_USER,
  call,
  cleanUp,
  comesTrue,
  demoFolder,
  freePort,
  type Product,
  run,
  signalGroup,
} from './product.ts'

afterAll(cleanUp)

const folder = demoFolder()
const PAGE = { accept: 'text/html' }
let dev: Omit<Product, 'url'>
let url: string

beforeAll(async () => {
  const port = await freePort()
  dev = run({ DATA_DIR: folder, PORT: String(port), ...AS_A_USER }, ['node', 'scripts/dev.mjs'])
  url = `http://127.0.0.1:${port}`
  expect(await comesTrue(() => dev.output().includes(`开发地址：${url}`))).toBe(true)
})

test('pages and sources come from Vite, calls and what stands beside them from the server', async () => {
  expect(await (await fetch(`${url}/login`, { headers: PAGE })).text()).toContain('/@vite/client')
  // A source folder whose name begins like a call's path.
  expect(await (await fetch(`${url}/authority/screens.ts`)).text()).toContain('import')
  expect((await fetch(`${url}/static/config.json`)).headers.get('content-type')).toContain('json')
  expect((await fetch(`${url}/dev/api`, { headers: PAGE })).status).toBe(200)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect(await call(url, sessionEndpoints.login, ACCOUNT)).toMatchObject({ success: true })
})

test('every call of the endpoint table is answered by the server', async () => {
  const unanswered: string[] = []
  for (const { method, path } of ALL_ENDPOINTS.map(({ definition }) => definition)) {
    const answer = await fetch(url + path, { method, headers: { accept: 'application/json' } })
    // The server numbers every request.
    if (!answer.headers.has('x-request-id')) unanswered.push(`${method} ${path}`)
    await answer.arrayBuffer()
  }
  expect(unanswered).toEqual([])
})

test('every screen opens as a page, also where its address is that of a call', async () => {
  const addresses = [...SCREENS, ...ALL_ENDPOINTS.map(({ definition }) => definition)].map(({ path }) => path)
  for (const address of addresses) {
    const page = await fetch(url + address, { headers: PAGE })
    expect(await page.text(), address).toContain('/@vite/client')
  }
})

test('Ctrl-C ends it all', async () => {
  signalGroup(dev.child, 'SIGINT')
  expect(await dev.ended).toEqual({ code: 0, signal: null })
  expectNothingLeftIn(folder)
})
