import { verify } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { cheapPasswords } from '../testing/cheap-passwords.ts'

const compared = { times: 0 }
// How costly a comparison is does not matter here, how many are made does.
const passwords = cheapPasswords({
  verify: (...input) => {
    compared.times++
    return verify(...input)
  },
})

const node = useApp({}, { passwords })
const strict = useApp({ LOGIN_FAILURES_PER_ADDRESS: '8' })
const { login, loginBySms, sendSms, userInfo, changePassword, changePhone } = sessionEndpoints

const teachers = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map(
  (user) => user.account,
)
const nextUser = () => String(teachers.pop())
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

const attempt = async (account: string, password = 'Demo@2026', on: TestApp = node.current) =>
  (await on.call(login, { account, password })).code
async function fail(account: string, times: number) {
  for (let time = 0; time < times; time++) expect(await attempt(account, `wrong${time}`)).toBe(603)
}
const lockOf = (account: string) =>
  node.current.db.selectFrom('loginLock').selectAll().where('accountKey', '=', account).executeTakeFirst()
/** As if everything about this account's failures had happened earlier. */
async function letPass(account: string, time: string) {
  await node.current.sql(`update login_lock set locked_until = locked_until - interval '${time}'
    where account_key = '${account}'`)
  await node.current.sql(`update login_failure set at = at - interval '${time}'
    where account_key = '${account}'`)
}

describe('five failures within fifteen minutes', () => {
  test('lock the account on every node, whatever is typed next', async () => {
    const account = nextUser()
    const other = await node.current.otherNode()
    await fail(account, 5)
    expect(await attempt(account)).toBe(605)
    expect(await attempt(account, 'Demo@2026', other)).toBe(605)
    expect(await attempt(account, 'wrong', other)).toBe(605)
  })

  test('are counted over both nodes together', async () => {
    const account = nextUser()
    const other = await node.current.otherNode()
    await fail(account, 3)
    for (const typed of ['a', 'b']) expect(await attempt(account, typed, other)).toBe(603)
    expect(await attempt(account)).toBe(605)
  })

  test('are not reached by four, and a right password starts the count anew', async () => {
    const account = nextUser()
    await fail(account, 4)
    expect(await attempt(account)).toBe(200)
    await fail(account, 4)
    expect(await attempt(account)).toBe(200)
  })

  test('count no failure that is older', async () => {
    const account = nextUser()
    await fail(account, 4)
    await letPass(account, '15 minutes 1 second')
    await fail(account, 1)
    expect(await attempt(account)).toBe(200)
  })

  test('cannot be multiplied by spelling the account differently', async () => {
    const account = nextUser()
    const spellings = [account.toUpperCase(), ` ${account}`, account.replace('t', 'ｔ'), `${account}\u200b`]
    for (const spelling of spellings) expect(await attempt(spelling, 'wrong')).toBe(603)
    await fail(account, 1)
    expect(await attempt(account)).toBe(605)
  })

  test('lock an unknown account just the same, so that the lock tells nothing', async () => {
    await fail('nobody77', 5)
    expect(await attempt('nobody77', 'wrong')).toBe(605)
  })

  test('let twenty guesses at once make five comparisons and no more', async () => {
    const account = nextUser()
    compared.times = 0
    const guesses = Array.from({ length: 20 }, (_, index) => attempt(account, `guess${index}`))
    const codes = (await Promise.all(guesses)).sort()
    expect(compared.times).toBe(5)
    expect(codes).toEqual([...Array(5).fill(603), ...Array(15).fill(605)])
  })

  test('count guesses of the own password inside a session too', async () => {
    const account = nextUser()
    const me = node.current.as(await node.current.login(account))
    const guess = { oldPassword: 'wrong', newPassword: 'abc_123456' }
    for (let time = 0; time < 3; time++) expect((await me.call(changePassword, guess)).code).toBe(607)
    const phoneGuess = { phone: '13800000001', smsCode: '123456', password: 'wrong' }
    for (let time = 0; time < 2; time++) expect((await me.call(changePhone, phoneGuess)).code).toBe(607)
    expect((await me.call(changePassword, { ...guess, oldPassword: 'Demo@2026' })).code).toBe(605)
    expect(await attempt(account)).toBe(605)
  })
})

test('what was typed in place of an account is stored nowhere', async () => {
  const typed = 'MySecret#Pass77'
  await fail(typed, 5)
  expect(await attempt(typed, 'wrong')).toBe(605)
  expect(await attempt(` ${typed.toUpperCase()}`, 'wrong')).toBe(605)
  await node.current.call(sendSms, { account: typed, type: 17 })
  const { rows } = await node.current.data.work.pool.query(`
    select t::text as text from login_failure t union all select t::text from login_lock t
    union all select t::text from sms_code t union all select t::text from audit_log t`)
  expect(rows.length).toBeGreaterThan(10)
  expect(JSON.stringify(rows).toLowerCase()).not.toContain('mysecret')
})

describe('a lock', () => {
  test('is over after fifteen minutes, not a minute earlier', async () => {
    const account = nextUser()
    await fail(account, 5)
    await letPass(account, '14 minutes')
    expect(await attempt(account)).toBe(605)
    await letPass(account, '1 minute 1 second')
    expect(await attempt(account)).toBe(200)
  })

  test('is not drawn out by further guesses', async () => {
    const account = nextUser()
    await fail(account, 5)
    const before = await lockOf(account)
    for (let time = 0; time < 3; time++) expect(await attempt(account, 'wrong')).toBe(605)
    expect(await lockOf(account)).toEqual(before)
  })

  test('leaves five new tries once it is over', async () => {
    const account = nextUser()
    await fail(account, 5)
    await letPass(account, '15 minutes 1 second')
    await fail(account, 4)
    expect(await attempt(account)).toBe(200)
  })

  test('does not keep the owner of the phone out, who also ends it', async () => {
    const account = nextUser()
    const phone = phoneOf(account)
    await fail(account, 5)
    await node.current.call(sendSms, { phone, type: 17 })
    const smsCode = String(node.current.sent.at(-1)?.code)
    const answer = await node.current.call(loginBySms, { phone, smsCode })
    expect(answer).toMatchObject({ success: true })
    expect((await node.current.as(String(answer.data.token)).call(userInfo, {})).success).toBe(true)
    expect(await attempt(account)).toBe(200)
  })

  test('does not throw out who is signed in', async () => {
    const account = nextUser()
    const token = await node.current.login(account)
    await fail(account, 5)
    expect((await node.current.as(token).call(userInfo, {})).success).toBe(true)
  })
})

describe('too many failures from one address', () => {
  const from = async (remoteAddress: string, account: string, password: string) => {
    const payload = { account, password }
    const request = { method: 'POST', url: login.path, payload, remoteAddress } as const
    return (await strict.current.app.inject(request)).json().code as number
  }

  test('stop that address for every account, and no other address', async () => {
    const accounts = Array.from({ length: 8 }, nextUser)
    for (const account of accounts) expect(await from('10.0.0.1', account, 'wrong')).toBe(603)
    const target = nextUser()
    expect(await from('10.0.0.1', target, 'Demo@2026')).toBe(429)
    expect(await from('10.0.0.2', target, 'Demo@2026')).toBe(200)
  })

  test('are not forgotten when the attacker signs in with an account of the own', async () => {
    const own = nextUser()
    for (let time = 0; time < 7; time++) expect(await from('10.0.0.3', nextUser(), 'wrong')).toBe(603)
    expect(await from('10.0.0.3', own, 'Demo@2026')).toBe(200)
    expect(await from('10.0.0.3', nextUser(), 'wrong')).toBe(603)
    expect(await from('10.0.0.3', own, 'Demo@2026')).toBe(429)
  })
})
