// What keeps the product from starting is said in one sentence; nothing is left running.
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, finish, freePort, postgresUnder, scratchFolder } from './product.ts'

afterAll(cleanUp)

async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await finish(env)
  expect(code).toBe(1)
  // A sentence, not a stack.
  expect(output).not.toMatch(/^\s+at .*:\d+/m)
  return /启动失败：(.*)/s.exec(output)?.[1]?.trim() ?? output
}

/** Nobody answers, but the connection is taken: like a firewall that drops what comes. */
async function deafServer(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe.concurrent('the place', () => {
  test('a port in use', async () => {
    const folder = scratchFolder()
    const taken = await deafServer()
    expect(await refusal({ DATA_DIR: folder, PORT: String(taken) })).toBe(
      `端口 ${taken} 已被占用，请停止占用它的程序，或用 PORT 指定其他端口`,
    )
    expect(postgresUnder(folder)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('an address that is not ours', async () => {
    expect(
      await refusal({ DATA_DIR: scratchFolder(), PORT: String(await freePort()), HOST: '203.0.113.1' }),
    ).toBe('地址 203.0.113.1 不可用，请检查 HOST')
  })

  test('a data folder that cannot be', async () => {
    const file = path.join(scratchFolder(), 'file')
    writeFileSync(file, '')
    const [device, inFile] = await Promise.all([
      refusal({ DATA_DIR: '/dev/null/x' }),
      refusal({ DATA_DIR: path.join(file, 'data') }),
    ])
    expect(device).toBe('数据目录 /dev/null/x 的路径上有同名文件，请移走它，或用 DATA_DIR 指定其他目录')
    expect(inFile).toContain('的路径上有同名文件')
  })

  test.runIf(process.platform === 'linux')('a data folder that cannot be written', async () => {
    expect(await refusal({ DATA_DIR: '/sys/data' })).toBe(
      '数据目录 /sys/data 不可写，请检查它的权限，或用 DATA_DIR 指定其他目录',
    )
  })
})

describe.concurrent('a setting', () => {
  test.each([
    [{ PORT: 'eighty' }, '环境变量 PORT 的值不正确'],
    [{ PASSWORD_POLICY: 'none' }, '环境变量 PASSWORD_POLICY 的值不正确'],
    [
      { SMS_PROVIDER: 'aliyun', SMS_ACCESS_ID: 'a', SMS_SIGN_NAME: ' ' },
      '缺少 SMS_ACCESS_SECRET、SMS_SIGN_NAME、SMS_TEMPLATE',
    ],
    [{ SITE_CONFIG: '/nowhere/site.json' }, '站点配置文件 /nowhere/site.json 无法读取'],
    [{ MAP_DIR: '/nowhere/maps' }, '地图目录 /nowhere/maps 无法读取（ENOENT），请检查 MAP_DIR'],
  ])('%j', async (env, sentence) => {
    const folder = scratchFolder()
    expect(await refusal({ DATA_DIR: folder, ...env })).toContain(sentence)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe.concurrent('a database of one’s own', () => {
  const DATA_KEY = 'ab'.repeat(32)

  test('without a key outside of it, and without the word that it may lie inside', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/x'
    expect(await refusal({ DATABASE_URL })).toMatch(/^正式模式须设置 DATA_KEY.*DATA_KEY_IN_DATABASE=yes$/)
    expect(await refusal({ DATABASE_URL, DATA_KEY_IN_DATABASE: 'yes' })).toMatch(/^连接不上数据库：/)
  })

  test('that is not there, or not an address at all', async () => {
    const closed = await freePort()
    const [refused, local, unreadable] = await Promise.all([
      refusal({ DATA_KEY, DATABASE_URL: `postgres://nobody@127.0.0.1:${closed}/x` }),
      // Two addresses, so two reasons.
      refusal({ DATA_KEY, DATABASE_URL: `postgres://nobody@localhost:${closed}/x` }),
      refusal({ DATA_KEY, DATABASE_URL: 'postgres://user:secret@host:port/x' }),
    ])
    expect(refused).toMatch(/^连接不上数据库：.*ECONNREFUSED/)
    expect(local).toMatch(/^连接不上数据库：.*ECONNREFUSED/)
    expect(unreadable).toMatch(/^连接不上数据库：/)
    expect(unreadable).not.toContain('secret')
  })

  test('that does not answer', async () => {
    const port = await deafServer()
    expect(await refusal({ DATA_KEY, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/x` })).toMatch(
      /^连接不上数据库：.*timeout/,
    )
  })
})
