import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { provideDatabase } from './database.ts'
import { adminCommand, call, cleanUp, finish, type Product, start, stop } from './product.ts'

afterAll(cleanUp)

const { login, userInfo, logout, changePassword } = sessionEndpoints
const ADMIN = ['--account', 'admin01', '--name', '张三', '--phone', '13800000001']
const ORG = ['--org-name', '浙江省教育厅', '--property', '50', '--province', '330000']

let database: Awaited<ReturnType<typeof provideDatabase>>
let env: NodeJS.ProcessEnv
let a: Product
let b: Product

beforeAll(async () => {
  database = await provideDatabase()
  env = { DATABASE_URL: database.url, DATA_KEY: 'ab'.repeat(32) }
})

const passwordIn = (output: string) => String(/一次性密码：(\S+)/.exec(output)?.[1])

test('two nodes started at the same moment on an empty database both come up', async () => {
  ;[a, b] = await Promise.all([start(env), start(env)])
  for (const { url } of [a, b]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  const migrated = [a, b].filter(({ output }) => output().includes('数据库已升级'))
  expect(migrated).toHaveLength(1)
})

describe('in production', () => {
  test('there is no demo: no data, no account, no developer pages', async () => {
    expect(a.output()).not.toContain('Demo@2026')
    expect(a.output()).toContain('npm run admin -- create')
    expect(a.output()).toContain('*** 警告：没有要求任何账号使用二次验证')
    for (const account of ['province01', 'region01', 'school01', 'admin'])
      expect((await call(a.url, login, { account, password: 'Demo@2026' })).code).toBe(603)
    const settings = await (await fetch(`${a.url}/static/config.json`)).json()
    expect(settings).toMatchObject({ demo: null, passwordPolicy: 'strict' })
    for (const path of ['/dev/api', '/dev/openapi.json', '/dev/sms/latest?phone=13800000001'])
      expect((await fetch(a.url + path, { headers: { accept: 'text/html' } })).status).toBe(404)
  })

  test('the first administrator is made by a command, signs in once, and must change the password', async () => {
    const made = await finish(env, adminCommand('create', ...ADMIN, ...ORG))
    expect(made.output).toContain('已建立机构“浙江省教育厅”')
    expect(made.code).toBe(0)
    const password = passwordIn(made.output)
    const token = String((await call(a.url, login, { account: 'admin01', password })).data.token)
    expect((await call(a.url, userInfo, {}, token)).data).toMatchObject({
      mustChangePassword: true,
      orgName: '浙江省教育厅',
      dataRangeType: 1,
      dataRangeProvinceId: '330000',
    })
    expect(await call(b.url, accountEndpoints.ownAccount, {}, token)).toMatchObject({ code: 602 })
    const change = { oldPassword: password, newPassword: 'Chosen_2026' }
    expect((await call(b.url, changePassword, change, token)).success).toBe(true)
    expect((await call(a.url, userInfo, {}, token)).code).toBe(601)
  })

  test('a second command with the same account, phone, name or key of another kind is refused', async () => {
    const other = ['--account', 'admin02', '--name', '李四', '--phone', '13800000002']
    const elsewhere = ['--org-name', '浙江省卫生健康委员会', '--property', '55', '--province', '330000']
    const [account, phone, name, key] = await Promise.all([
      finish(env, adminCommand('create', ...ADMIN, ...elsewhere)),
      finish(env, adminCommand('create', '--account', 'admin03', ...ADMIN.slice(2), ...elsewhere)),
      finish(env, adminCommand('create', ...other, ...ORG)),
      finish({ ...env, DATA_KEY: 'cd'.repeat(32) }, adminCommand('create', ...other, ...elsewhere)),
    ])
    const lastLine = ({ code, output }: { code: number | null; output: string }) =>
      `${code} ${output.trim().split('\n').at(-1)}`
    expect(lastLine(account)).toBe('1 用户名已存在')
    expect(lastLine(phone)).toBe('1 手机号码已存在')
    expect(lastLine(name)).toBe('1 所在区域已有同名机构，请核对机构全称')
    expect(lastLine(key)).toBe('1 DATA_KEY 与这个数据库已在使用的密钥不同，请使用原来的密钥')
  })

  test('signing out on one node ends the session on the other at once', async () => {
    const answer = await call(a.url, login, { account: 'admin01', password: 'Chosen_2026' })
    const token = String(answer.data.token)
    expect((await call(b.url, userInfo, {}, token)).success).toBe(true)
    expect((await call(a.url, logout, {}, token)).success).toBe(true)
    expect((await call(b.url, userInfo, {}, token)).code).toBe(601)
  })

  test('a reset by command ends sessions and gives a password for once', async () => {
    const { data } = await call(a.url, login, { account: 'admin01', password: 'Chosen_2026' })
    const reset = await finish(env, adminCommand('reset-password', '--account', 'ADMIN01'))
    expect(reset.code).toBe(0)
    expect((await call(b.url, userInfo, {}, String(data.token))).code).toBe(601)
    expect((await call(a.url, login, { account: 'admin01', password: 'Chosen_2026' })).code).toBe(603)
    const again = await call(b.url, login, { account: 'admin01', password: passwordIn(reset.output) })
    const { data: me } = await call(b.url, userInfo, {}, String(again.data.token))
    expect(me).toMatchObject({ mustChangePassword: true })
  })

  test('a node that is stopped under load fails nobody on the other, and leaves the database alone', async () => {
    let failures = 0
    let served = 0
    let over = false
    const caller = async () => {
      while (!over) {
        const answer = await fetch(`${b.url}/health/ready`).catch(() => undefined)
        if (answer?.status === 200) served++
        else failures++
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    expect(await stop(a)).toEqual({ code: 0, signal: null })
    over = true
    await Promise.all(callers)
    expect(failures).toBe(0)
    expect(served).toBeGreaterThan(0)
    expect(database.isRunning()).toBe(true)
  })

  test('without anybody reading its output the product goes on', async () => {
    b.child.stdout?.destroy()
    b.child.stderr?.destroy()
    for (let round = 0; round < 20; round++)
      expect((await call(b.url, login, { account: `nobody${round}`, password: 'x' })).code).toBe(603)
    expect(await stop(b)).toEqual({ code: 0, signal: null })
  })
})
