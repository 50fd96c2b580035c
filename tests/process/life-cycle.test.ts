import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import {
  call,
  cleanUp,
  comesTrue,
  freePort,
  locksOf,
  type Product,
  postgresUnder,
  run,
  scratchFolder,
  send,
  signalGroup,
  start,
  stop,
} from './product.ts'

afterAll(cleanUp)

const { login, userInfo } = sessionEndpoints
const ACCOUNT = { account: 'region01', password: 'Demo@2026' }

/** One installation, started and ended again and again; each test leaves it stopped. */
const folder = scratchFolder()
const env = { DATA_DIR: folder }
let firstStartMs = 0
const laterStartsMs: number[] = []

async function startAgain(command?: string[]): Promise<Product> {
  const product = await start(env, command)
  laterStartsMs.push(product.startMs)
  return product
}

const signIn = async (url: string): Promise<string> => String((await call(url, login, ACCOUNT)).data.token)

function expectNothingLeft() {
  expect(postgresUnder(folder)).toEqual([])
  expect(locksOf(folder)).toEqual([])
}

describe('starting with nothing configured', () => {
  test('serves the pages and the calls, and says where and as whom to sign in', async () => {
    const product = await start(env)
    firstStartMs = product.startMs
    expect(product.output()).toContain('Demo@2026')
    for (const account of ['province01', 'school01', 'nobound01']) expect(product.output()).toContain(account)
    const page = await fetch(`${product.url}/login`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root"')
    const token = await signIn(product.url)
    expect((await call(product.url, userInfo, {}, token)).data).toMatchObject({ account: 'region01' })
    expect((await fetch(`${product.url}/dev/openapi.json`)).status).toBe(200)
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)

    expect(await stop(product, 'SIGTERM')).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('a second start keeps the data and loads nothing again', async () => {
    const product = await startAgain()
    expect(product.output()).not.toContain('已载入演示数据')
    await signIn(product.url)
    expect(await stop(product, 'SIGINT')).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })
})

describe('stopping', () => {
  test('by Ctrl-C, which reaches the whole process group, lets the database end last', async () => {
    const product = await startAgain()
    signalGroup(product.child, 'SIGINT')
    signalGroup(product.child, 'SIGINT')
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('finishes the request under way and takes no new one', async () => {
    const product = await startAgain()
    const body = JSON.stringify(ACCOUNT)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(product.url + login.path, { method: 'POST', headers })
    request.write(body.slice(0, 10))
    await sleep(200)
    product.child.kill('SIGTERM')
    await comesTrue(() => product.output().includes('正在停止'))
    await expect.poll(() => fetch(`${product.url}/health/live`).catch(() => 'refused')).toBe('refused')
    request.end(body.slice(10))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const chunks: Buffer[] = await response.toArray()
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ success: true, code: 200 })
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('through npm, whose shell passes no signal on, ends everything too', async () => {
    const product = await startAgain(['npm', 'start'])
    product.child.kill('SIGTERM')
    await product.ended
    expect(await comesTrue(() => postgresUnder(folder).length === 0)).toBe(true)
    expect(await comesTrue(() => locksOf(folder).length === 0)).toBe(true)
  })

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
    expect(postgresUnder(fresh)).toEqual([])
    expect(locksOf(fresh)).toEqual([])
  })
})

describe('faults', () => {
  test('kill -9: the next start takes over what is left, with every acknowledged change', async () => {
    const killed = await startAgain()
    const token = await signIn(killed.url)
    const [database] = postgresUnder(folder)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(postgresUnder(folder)).toContain(database)
    const next = await startAgain()
    expect((await call(next.url, userInfo, {}, token)).data).toMatchObject({ account: 'region01' })
    expect(await stop(next)).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('kill -9 of the product and of its database: the same', async () => {
    const killed = await startAgain()
    const token = await signIn(killed.url)
    killed.child.kill('SIGKILL')
    for (const pid of postgresUnder(folder)) send(pid, 'SIGKILL')
    await killed.ended
    const next = await startAgain()
    expect((await call(next.url, userInfo, {}, token)).data).toMatchObject({ account: 'region01' })
    await stop(next)
    expectNothingLeft()
  })

  test('a second instance on the folder is refused in a sentence, the first is unharmed', async () => {
    const first = await startAgain()
    const second = run(env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.output()).toContain(
      `启动失败：数据目录 ${folder} 正被另一个实例使用（进程 ${first.child.pid}）`,
    )
    expect(second.output()).not.toMatch(/\n\s+at /)
    await signIn(first.url)
    await stop(first)
    expectNothingLeft()
  })

  test('a database that dies is started again while the product runs on', async () => {
    const product = await startAgain()
    const token = await signIn(product.url)
    const [database = 0] = postgresUnder(folder)
    send(database, 'SIGKILL')
    const healed = async () => (await call(product.url, userInfo, {}, token)).status === 200
    expect(await comesTrue(() => product.output().includes('内置数据库意外停止，已重新启动'))).toBe(true)
    expect(await comesTrue(healed)).toBe(true)
    expect(postgresUnder(folder)).not.toContain(database)
    expect(await stop(product)).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('a terminal that goes away (standard output closed) does not end the product', async () => {
    const port = await freePort()
    const product = run({ ...env, PORT: String(port) })
    product.child.stdout?.destroy()
    product.child.stderr?.destroy()
    const url = `http://127.0.0.1:${port}`
    const ready = () =>
      fetch(`${url}/health/ready`)
        .then((answer) => answer.ok)
        .catch(() => false)
    expect(await comesTrue(ready)).toBe(true)
    await signIn(url)
    product.child.kill('SIGTERM')
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })
})

test('later starts are quicker than the first', () => {
  expect(laterStartsMs.length).toBeGreaterThan(5)
  expect(Math.min(...laterStartsMs)).toBeLessThan(firstStartMs * 0.8)
})

test('nothing but the data is left in the folder', () => {
  expect(readdirSync(folder).sort()).toEqual(['lock', 'logs', 'postgres', 'postgres.log'])
  expect(readdirSync(path.join(folder, 'postgres'))).not.toContain('postmaster.pid')
})
