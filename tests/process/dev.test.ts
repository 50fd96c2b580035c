import { afterAll, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import {
  call,
  cleanUp,
  comesTrue,
  freePort,
  locksOf,
  postgresUnder,
  run,
  scratchFolder,
  signalGroup,
} from './product.ts'

afterAll(cleanUp)

test('npm run dev: pages as they are written, calls behind them, and Ctrl-C ends it all', async () => {
  const folder = scratchFolder()
  const port = await freePort()
  const dev = run({ DATA_DIR: folder, PORT: String(port) }, ['node', 'scripts/dev.mjs'])
  const url = `http://127.0.0.1:${port}`
  expect(await comesTrue(() => dev.output().includes(`开发地址：${url}`), 60_000)).toBe(true)

  const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('/@vite/client')
  // A source folder whose name begins like a call's path.
  expect(await (await fetch(`${url}/authority/screens.ts`)).text()).toContain('import')
  expect((await fetch(`${url}/static/config.json`)).headers.get('content-type')).toContain('json')
  expect((await fetch(`${url}/dev/api`, { headers: { accept: 'text/html' } })).status).toBe(200)
  const account = { account: 'region01', password: 'Demo@2026' }
  expect((await call(url, sessionEndpoints.login, account)).success).toBe(true)

  signalGroup(dev.child, 'SIGINT')
  expect(await dev.ended).toEqual({ code: 0, signal: null })
  expect(postgresUnder(folder)).toEqual([])
  expect(locksOf(folder)).toEqual([])
})
