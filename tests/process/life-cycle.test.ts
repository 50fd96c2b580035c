// An installation that is started, stopped, killed and loses its database, again and again.
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { ACCOUNT, expectNothingLeftIn, signIn } from './installation.ts'
import {
  AS_A_USER,
  call,
  cleanUp,
  comesTrue,
  demoFolder,
  freePort,
  locksOf,
  type Product,
  postgresUnder,
  run,
  send,
  start,
  stop,
} from './product.ts'

afterAll(cleanUp)

const { login, userInfo } = sessionEndpoints

/** One installation, started and ended again and again; each test leaves it stopped. */
const folder = demoFolder()
const env = { DATA_DIR: folder }
const startAgain = (): Promise<Product> => start(env)
const expectNothingLeft = () => expectNothingLeftIn(folder)

describe('while it runs', () => {
  let product: Product
  beforeAll(async () => {
    product = await startAgain()
  })

  test('a second instance on the folder is refused in a sentence, the first is unharmed', async () => {
    const second = run(env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    const sentence = `启动失败：数据目录 ${folder} 正被另一个实例使用（进程 ${product.child.pid}）`
    expect(second.output()).toContain(sentence)
    expect(second.output()).not.toMatch(/\n\s+at /)
    await signIn(product.url)
  })

  test('a database that dies is started again, the product runs on', async () => {
    const token = await signIn(product.url)
    const [database = 0] = postgresUnder(folder)
    send(database, 'SIGKILL')
    const healed = async () => (await call(product.url, userInfo, {}, token)).status === 200
    expect(await comesTrue(() => product.output().includes('内置数据库意外停止，已重新启动'))).toBe(true)
    expect(await comesTrue(healed)).toBe(true)
    expect(postgresUnder(folder)).not.toContain(database)
  })

  test('a stop finishes the request under way and takes no new one', async () => {
    const callMs = await timeOf(() => signIn(product.url))
    const body = JSON.stringify(ACCOUNT)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(product.url + login.path, { method: 'POST', headers })
    await new Promise<void>((resolve) => request.write(body.slice(0, 10), () => resolve()))
    // Connections are taken in their order: who came before this answered one is known to the product.
    await fetch(`${product.url}/health/live`)
    product.child.kill('SIGTERM')
    const isRefused = () =>
      fetch(`${product.url}/health/live`).then(
        () => false,
        () => true,
      )
    expect(await comesTrue(isRefused)).toBe(true)
    request.end(body.slice(10))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const chunks: Buffer[] = await response.toArray()
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ success: true, code: 200 })
    const stopMs = await timeOf(() => product.ended)
    expect(await product.ended).toEqual({ code: 0, signal: null })
    // It does not wait out the ten seconds for which a connection is left open for a next request.
    expect(stopMs).toBeLessThan(8_000 + 5 * callMs)
    expectNothingLeft()
  })
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

describe('stopping', () => {
  test('through npm, whose shell passes no signal on, ends everything too', async () => {
    const product = await start({ ...env, ...AS_A_USER }, ['npm', 'start'])
    product.child.kill('SIGTERM')
    await product.ended
    expect(await comesTrue(() => postgresUnder(folder).length === 0)).toBe(true)
    expect(await comesTrue(() => locksOf(folder).length === 0)).toBe(true)
  })
})

describe('faults', () => {
  test('kill -9, with and without the database: the next start has every acknowledged change', async () => {
    const tokens: string[] = []
    let product = await startAgain()
    for (const alsoDatabase of [false, true]) {
      tokens.push(await signIn(product.url))
      const before = postgresUnder(folder)
      product.child.kill('SIGKILL')
      if (alsoDatabase) for (const pid of before) send(pid, 'SIGKILL')
      await product.ended
      product = await startAgain()
      // A database that lives on is joined.
      expect(postgresUnder(folder)[0] === before[0]).toBe(!alsoDatabase)
      for (const token of tokens)
        expect((await call(product.url, userInfo, {}, token)).data).toMatchObject({ account: 'region01' })
    }
    expect(await stop(product)).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })

  test('a database that dies and cannot be started again ends the product, with the reason', async () => {
    const product = await startAgain()
    const settings = path.join(folder, 'postgres', 'postgresql.auto.conf')
    const before = readFileSync(settings)
    appendFileSync(settings, 'no_such_setting = 1\n')
    for (const pid of postgresUnder(folder).slice(0, 1)) send(pid, 'SIGQUIT')
    expect(await product.ended).toEqual({ code: 1, signal: null })
    expect(product.output()).toMatch(/无法继续运行：内置数据库没有启动成功[\s\S]*no_such_setting/)
    expectNothingLeft()
    writeFileSync(settings, before)
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

test('nothing but the data is left in the folder', () => {
  expect(readdirSync(folder).sort()).toEqual(['lock', 'logs', 'postgres', 'postgres.log'])
  expect(readdirSync(path.join(folder, 'postgres'))).not.toContain('postmaster.pid')
})
