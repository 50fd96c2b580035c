import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { cheapPasswords } from '../testing/cheap-passwords.ts'

const compared = { times: 0 }
const passwords = cheapPasswords({
  verify: (...input) => {
    compared.times++
    return verify(...input)
  },
})
// Without the queue that one process has, every request stands for a node of its own.
const node = useApp({}, { passwords, inTurn: (_, work) => work() })
const { login, changePassword } = sessionEndpoints
const attempt = async (account: string, password: string) =>
  (await node.current.call(login, { account, password })).code
const count = (codes: number[], code: number) => codes.filter((one) => one === code).length

test('twenty guesses at once on twenty nodes make five comparisons and no more', async () => {
  compared.times = 0
  const codes = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt('school01', `no${index}`)))
  expect(compared.times).toBeLessThanOrEqual(5)
  expect(count(codes, 603)).toBe(compared.times)
  expect(count(codes, 605)).toBe(20 - compared.times)
  expect(await attempt('school01', 'Demo@2026')).toBe(605)
})

test('guesses of the own password at once are no way around it', async () => {
  const me = node.current.as(await node.current.login('grade01'))
  compared.times = 0
  const guesses = Array.from({ length: 20 }, (_, index) =>
    me.call(changePassword, { oldPassword: `no${index}`, newPassword: 'abc_123456' }),
  )
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  expect(compared.times).toBeLessThanOrEqual(5)
  expect(count(codes, 607)).toBe(compared.times)
  expect(count(codes, 605)).toBe(20 - compared.times)
})

test('the owner who signs in on four nodes at once gets in on each', async () => {
  const codes = await Promise.all(Array.from({ length: 4 }, () => attempt('teacher01', 'Demo@2026')))
  expect(codes).toEqual([200, 200, 200, 200])
  expect(await attempt('teacher01', 'Demo@2026')).toBe(200)
})
