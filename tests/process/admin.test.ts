// The administrator's command on the demo's own database, whether the product runs or not.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import {
  adminCommand,
  call,
  cleanUp,
  demoFolder,
  finish,
  locksOf,
  postgresUnder,
  scratchFolder,
  start,
  stop,
} from './product.ts'

afterAll(cleanUp)

const { login, userInfo } = sessionEndpoints
const folder = demoFolder()
const env = { DATA_DIR: folder }
const command = (...args: string[]) => finish(env, adminCommand(...args))

const VALID = {
  account: 'citygov01',
  name: '王五',
  phone: '13900000001',
  'org-name': '杭州市视力防控办公室',
  property: '55',
  province: '330000',
  city: '330100',
}
const create = (changes: Partial<Record<keyof typeof VALID | 'region' | 'expires', string | undefined>>) =>
  command(
    'create',
    ...Object.entries({ ...VALID, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    ),
  )

const passwordIn = (output: string) => String(/一次性密码：(\S+)/.exec(output)?.[1])

function expectNothingLeft() {
  expect(postgresUnder(folder)).toEqual([])
  expect(locksOf(folder)).toEqual([])
}

test('what is wrong is said before anything is touched', async () => {
  const untouched = scratchFolder()
  const { code, output } = await finish(
    { DATA_DIR: untouched },
    adminCommand('create', '--account', VALID.account),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/^缺少 --name、[\s\S]*\n用法：\n\s+npm run admin -- create /)
  expect(readdirSync(untouched)).toEqual([])
})

describe('where the product does not run', () => {
  let password: string

  beforeAll(async () => {
    const made = await create({})
    expect(made.output).toContain('已建立机构“杭州市视力防控办公室”（浙江省-杭州市，有效期至 ')
    expect(made.code).toBe(0)
    password = passwordIn(made.output)
  })

  test('the database is started for the command and stopped after it', expectNothingLeft)

  test('an area that does not exist, or lies elsewhere, or a day that is over, is refused', async () => {
    const other = { account: 'citygov02', phone: '13900000002' }
    // One after the other: each holds the folder while it runs.
    expect((await create({ ...other, city: '330106' })).output).toContain(
      '区域 330000、330106 不存在或互不隶属',
    )
    const past = await create({ ...other, 'org-name': '宁波市视力防控办公室', expires: '2020-01-01' })
    expect(past).toMatchObject({ code: 1 })
    expect(past.output).toContain('--expires 2020-01-01：有效期不能早于今天')
    expectNothingLeft()
  })

  test('the account opens the product, which a second command leaves running', async () => {
    const product = await start(env)
    const [database] = postgresUnder(folder)
    const answer = await call(product.url, login, { account: VALID.account, password })
    const token = String(answer.data.token)
    expect((await call(product.url, userInfo, {}, token)).data).toMatchObject({
      mustChangePassword: true,
      orgProperty: 55,
      dataRangeType: 2,
      dataRangeCityId: '330100',
    })

    const [reset, unknown] = await Promise.all([
      command('reset-password', '--account', VALID.account),
      command('reset-password', '--account', 'nobody99'),
    ])
    expect(reset.code).toBe(0)
    expect(unknown.code).toBe(1)
    expect(unknown.output).toContain('没有账号 nobody99\n')
    expect(postgresUnder(folder)[0]).toBe(database)
    expect((await call(product.url, userInfo, {}, token)).code).toBe(601)
    const again = { account: VALID.account, password: passwordIn(reset.output) }
    expect((await call(product.url, login, again)).success).toBe(true)
    await tryExtension()
    expect(await stop(product)).toEqual({ code: 0, signal: null })
    expectNothingLeft()
  })
})

/** The last day of an organisation that no screen of its own reaches: listed, moved, on record. */
async function tryExtension() {
  const name = VALID['org-name']
  const listed = await command('list-orgs', '--org', '视力防控')
  const [, id = ''] = new RegExp(`^(\\d+)  ${name}  浙江省-杭州市  有效期至 `, 'm').exec(listed.output) ?? []
  expect(id).not.toBe('')
  const year = new Date().getUTCFullYear() + 5
  const [byId, unknown, past] = await Promise.all([
    command('extend-org', '--org', id, '--until', `${year}-06-30`),
    command('extend-org', '--org', '没有这个机构', '--until', `${year}-06-30`),
    command('extend-org', '--org', name, '--until', '2020-01-01'),
  ])
  expect(byId.output).toContain(`“${name}”（浙江省-杭州市）的有效期已由`)
  expect(byId.output).toContain(`改为 ${year}-06-30`)
  expect(unknown.code).toBe(1)
  expect(unknown.output).toContain('没有编号或全称为“没有这个机构”、已审核通过的机构')
  expect(past).toMatchObject({ code: 1 })
  expect(past.output).toContain('有效期不能早于今天')
  expect((await command('list-orgs', '--org', name)).output).toContain(`有效期至 ${year}-06-30  正常`)
}
