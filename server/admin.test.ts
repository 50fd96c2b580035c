// What the administrator's command says before it touches anything; what it does is tried as a process.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { admin } from './admin.ts'

const FOLDER = path.join(tmpdir(), 'admin-touches-nothing')
const VALID = {
  account: 'citygov01',
  name: '王五',
  phone: '13900000001',
  'org-name': '杭州市视力防控办公室',
  property: '55',
  province: '330000',
  city: '330100',
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function refusal(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await admin(args, { DATA_DIR: FOLDER, ...env })
  expect(process.exitCode).toBe(1)
  expect(existsSync(FOLDER)).toBe(false)
  return said.mock.calls.join('\n')
}

test.each([
  [[], '请指定命令'],
  [['destroy'], '没有 destroy 这个命令'],
  [['create', '--account', 'citygov01'], '缺少 --name、--phone、--org-name、--property、--province'],
  [['create', '--colour', 'red'], '参数有误'],
  [['reset-password'], '缺少 --account'],
  [['extend-org', '--org', '浙江省教育厅'], '缺少 --until'],
  [['reset-second-step'], '缺少 --account'],
  [['toString'], '没有 toString 这个命令'],
])('%j shows how it is written', async (args, sentence) => {
  const output = await refusal(args)
  expect(output.startsWith(sentence)).toBe(true)
  expect(output).toMatch(/用法：\n\s+npm run admin -- create /)
})

test.each([
  [{ account: '123456' }, '--account 123456：用户名由6-16位字母和数字组成，且至少包含一个字母'],
  [{ phone: '12345' }, '--phone 12345：手机号码格式有误'],
  [{ property: '10' }, '--property 10：只能是 50（教育局）或55（卫健委）'],
  [{ expires: '2030-02-30' }, '--expires 2030-02-30：日期格式有误'],
])('%j', async (changes, sentence) => {
  const options = Object.entries({ ...VALID, ...changes }).flatMap(([name, value]) => [`--${name}`, value])
  expect(await refusal(['create', ...options])).toBe(sentence)
})

test.each([
  [{ until: '2030-02-30' }, '--until 2030-02-30：日期格式有误'],
  [{ reason: '续' }, '--reason 续：请写明原因，至少4个字'],
])('extend-org %j', async (changes, sentence) => {
  const options = Object.entries({ org: '12', until: '2030-12-31', ...changes })
  const args = options.flatMap(([name, value]) => [`--${name}`, value])
  expect(await refusal(['extend-org', ...args])).toBe(sentence)
})

test('a value that is not a setting', async () => {
  const output = await refusal(['reset-password', '--account', 'nobody99'], { PORT: 'x' })
  expect(output).toMatch(/^环境变量 PORT 的值不正确/)
})
