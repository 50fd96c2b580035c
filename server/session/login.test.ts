import { verify } from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { revokeSessions } from '../account/session-list-queries.ts'
import { updatePassword } from '../account/user-queries.ts'
import { makePasswords } from '../core/passwords.ts'
import { DEMO_USERS } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import { untilLocksAreAwaited } from '../testing/transaction.ts'

/** The stored hashes that a typed password was compared with, in order. */
const compared: string[] = []
const passwords = makePasswords({
  verify: (stored, ...rest) => {
    compared.push(String(stored))
    return verify(stored, ...rest)
  },
})
const node = useApp({}, { passwords })
const { login, userInfo, logout } = sessionEndpoints
const teachers = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map(
  (user) => user.account,
)
/** An account that no other test of this file uses. */
const nextUser = () => String(teachers.pop())
const signIn = (account: string, password = 'Demo@2026') => node.current.call(login, { account, password })

async function givePassword(account: string, password: string) {
  await node.current.db
    .updateTable('appUser')
    .set({ passwordHash: await passwords.hash(password) })
    .where('account', '=', account)
    .execute()
}

describe('signing in with account and password', () => {
  test('gives a token that works, and dies at once on signing out', async () => {
    const answer = await signIn('region01')
    expect(answer).toMatchObject({ status: 200, success: true, data: { isSendSms: false } })
    const me = node.current.as(String(answer.data.token))
    expect((await me.call(userInfo, {})).data).toMatchObject({ account: 'region01', dataRangeType: 3 })
    expect((await me.call(logout, {})).success).toBe(true)
    expect((await me.call(userInfo, {})).code).toBe(601)
  })

  test('refuses a wrong password with 603 and gives no token', async () => {
    const answer = await signIn(nextUser(), 'Demo@2027')
    expect(answer).toMatchObject({ status: 200, success: false, code: 603, message: '账号或密码错误' })
    expect(answer.data).toBeNull()
  })

  test('answers an unknown account exactly as a wrong password', async () => {
    const [wrong, unknown] = [await signIn(nextUser(), 'Demo@2027'), await signIn('nobody99', 'Demo@2027')]
    const { headers: _, ...wrongBody } = wrong
    const { headers: __, ...unknownBody } = unknown
    expect(unknownBody).toEqual(wrongBody)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort())
  })

  test('does the same hashing for an unknown account as for a known one', async () => {
    const account = nextUser()
    await givePassword(account, 'Demo@2026')
    compared.length = 0
    await signIn(account, 'Demo@2027')
    const known = compared.splice(0)
    await signIn('nobody98', 'Demo@2027')
    const unknown = compared.splice(0)
    const cost = (stored: string | undefined) => String(stored).split('$').slice(1, 4)
    expect(known).toHaveLength(1)
    expect(unknown).toHaveLength(1)
    expect(cost(unknown[0])).toEqual(cost(known[0]))
    expect(cost(known[0])).toEqual(['argon2id', 'v=19', 'm=32768,t=3,p=1'])
  })

  test('takes the password as typed: no cut, no folding, no trimming', async () => {
    const account = nextUser()
    const password = 'Abcdefgh#1jklmnOpq_2'
    await givePassword(account, password)
    const attempts = [password.slice(0, 16), password.toLowerCase(), `${password} `, ` ${password}`]
    for (const typed of attempts) expect((await signIn(account, typed)).code).toBe(603)
    expect((await signIn(account, password)).success).toBe(true)
  })

  test.each([
    'SCHOOL01',
    ' school01 ',
    'school 01',
    'ｓｃｈｏｏｌ０１',
    'Ｓchool　01',
    'school\u200b01',
    'school01\u0000',
  ])('folds the account %j in width, case and blanks', async (account) => {
    const answer = await signIn(account)
    expect(answer).toMatchObject({ status: 200, success: true })
  })

  test.each(['\u0000', '\u200b\u200b', '\ud800', "' or 1=1 --", '%', '__proto__', 'a'.repeat(100)])(
    'meets the hostile account %j with 603 and nothing else',
    async (account) => {
      expect(await signIn(account, 'x')).toMatchObject({ status: 200, code: 603 })
    },
  )

  test.each([
    [{ password: 'x' }, 650],
    [{ account: '   ', password: 'x' }, 650],
    [{ account: 'school01' }, 650],
    [{ account: 'school01', password: '' }, 650],
    [{ account: 'school01', password: 'x'.repeat(201) }, 622],
    [{ account: 'a'.repeat(101), password: 'x' }, 624],
    [{ account: ['school01'], password: 'x' }, 650],
    [{ account: 'school01', password: { $ne: null } }, 650],
  ])('asks for what is missing or malformed: %j', async (payload, code) => {
    const response = await node.current.app.inject({ method: 'POST', url: login.path, payload })
    expect(response.json()).toMatchObject({ success: false, code })
  })

  test('refuses a disabled account with 605, also with the right password', async () => {
    const account = nextUser()
    await node.current.sql(`update app_user set enabled = false where account = '${account}'`)
    expect((await signIn(account)).code).toBe(605)
  })

  test('does not tell that an account is disabled to who has no password for it', async () => {
    const account = nextUser()
    await node.current.sql(`update app_user set enabled = false where account = '${account}'`)
    expect((await signIn(account, 'Demo@2027')).code).toBe(603)
  })

  test('takes a one-time password in time, and not an hour later', async () => {
    const account = nextUser()
    const set = (until: string) =>
      node.current.sql(
        `update app_user set must_change_password = true, one_time_until = now() + interval '${until}'
         where account = '${account}'`,
      )
    await set('1 hour')
    expect((await signIn(account)).success).toBe(true)
    await set('-1 second')
    expect(await signIn(account)).toMatchObject({ code: 603, data: null })
  })

  test('gives every sign-in its own token, and the earlier one goes on', async () => {
    const account = nextUser()
    const [first, second] = [await node.current.login(account), await node.current.login(account)]
    expect(first).not.toBe(second)
    expect((await node.current.as(first).call(userInfo, {})).success).toBe(true)
    expect((await node.current.as(second).call(userInfo, {})).success).toBe(true)
  })

  test('does not open a session with a password that is being replaced at that moment', async () => {
    const account = nextUser()
    const { db } = node.current
    const { id } = await db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const passwordHash = await passwords.hash('Other@2026')
    compared.length = 0
    let attempt: ReturnType<typeof signIn> | undefined
    await db.transaction().execute(async (tx) => {
      await updatePassword(tx, id, passwordHash)
      attempt = signIn(account)
      // The old password is compared and found right before the change is visible.
      await vi.waitFor(() => expect(compared).toHaveLength(1), { timeout: 60_000 })
      await untilLocksAreAwaited(node.current)
      await revokeSessions(tx, id, 601)
    })
    expect(await attempt).toMatchObject({ success: false, code: 612, data: null })
    expect((await signIn(account, 'Other@2026')).success).toBe(true)
  })
})
