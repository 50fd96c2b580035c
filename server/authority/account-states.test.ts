// Disabling, locking and resetting take effect with the next request, on every node.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import type { By } from '../testing/people.ts'

const node = useApp()
let other: TestApp
let region: By
const { accountPageList, resetAccountPassword, setAccountEnabled, unlockAccount } = authorityEndpoints
const { login, userInfo } = sessionEndpoints

beforeAll(async () => {
  other = await node.current.otherNode()
  region = node.current.as(await node.current.login('region01'))
})

/** Each test has an account of its own: one of the demo's teachers and admins in 西湖区. */
let account = ''
let userId = 0
beforeEach(async () => {
  const rows = await node.current.db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .select(['u.id', 'u.account'])
    .where('org.regionId', '=', '330106')
    .where('org.status', '=', 1)
    .where('u.roleType', '=', 45)
    .where('u.lastLoginAt', 'is', null)
    .where('u.version', '=', 1)
    .where('u.enabled', '=', true)
    .orderBy('u.id')
    .execute()
  const row = rows[0] ?? (await copyOf())
  account = row.account
  userId = row.id
})

let copies = 0
async function copyOf() {
  const name = `copy${String(++copies).padStart(4, '0')}`
  await node.current.sql(`insert into app_user (account, account_key, real_name, phone_enc, phone_hash,
    password_hash, org_id, role_type, data_range_type)
    select '${name}', '${name}', '孙立', phone_enc, decode(md5('${name}'), 'hex'), password_hash, org_id, role_type, 4
    from app_user where account = 'teacher01'`)
  return node.current.db
    .selectFrom('appUser')
    .select(['id', 'account'])
    .where('account', '=', name)
    .executeTakeFirstOrThrow()
}

const codesOn = async (token: string) =>
  Promise.all([node.current, other].map(async (each) => (await each.as(token).call(userInfo, {})).code))
const signIn = async (password = 'Demo@2026') => (await node.current.call(login, { account, password })).code
const rowInList = async (status?: 'enabled' | 'disabled' | 'locked') =>
  (await region.call(accountPageList, { keyword: account, status })).data.list.find(
    (row) => row.userId === userId,
  )

describe('disabling', () => {
  test('ends every session with the next request on both nodes (605), and no new one opens', async () => {
    const tokens = [await node.current.login(account), await other.login(account)]
    for (const token of tokens) expect(await codesOn(token)).toEqual([200, 200])
    expect((await region.call(setAccountEnabled, { userId, enabled: false })).success).toBe(true)
    for (const token of tokens) expect(await codesOn(token)).toEqual([605, 605])
    expect(await signIn()).toBe(605)
    expect(await signIn('Wrong@2026')).toBe(603)
    expect(await rowInList()).toMatchObject({ enabled: false })
    expect(await rowInList('disabled')).toBeDefined()
    expect(await rowInList('enabled')).toBeUndefined()
  })

  test('and enabling again opens the door, but no old session', async () => {
    const token = await node.current.login(account)
    await region.call(setAccountEnabled, { userId, enabled: false })
    await region.call(setAccountEnabled, { userId, enabled: true })
    expect(await codesOn(token)).toEqual([605, 605])
    expect(await codesOn(await node.current.login(account))).toEqual([200, 200])
  })

  test('counts even where the sessions were forgotten: the account itself is asked', async () => {
    const token = await node.current.login(account)
    await node.current.sql(`update app_user set enabled = false where id = ${userId}`)
    expect(await codesOn(token)).toEqual([605, 605])
  })

  test('twice, or many times at once, is the same as once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => region.call(setAccountEnabled, { userId, enabled: false })),
    )
    for (const answer of answers) expect([200, REFUSALS.changedMeanwhile]).toContain(answer.code)
    expect(answers.some(({ success }) => success)).toBe(true)
    const { version } = (await rowInList()) ?? {}
    expect(version).toBe(2)
    expect((await region.call(setAccountEnabled, { userId, enabled: false })).data).toEqual({ version: 2 })
  })
})

describe('a locked account', () => {
  async function lock() {
    await node.current.sql(`insert into login_lock
      select account_key, now() + interval '15 minutes' from app_user where id = ${userId}`)
    expect(await signIn()).toBe(605)
  }

  test('is listed as locked, and unlocking opens it at once on both nodes', async () => {
    await lock()
    expect(await rowInList()).toMatchObject({ locked: true, enabled: true })
    expect(await rowInList('locked')).toBeDefined()
    expect((await region.call(unlockAccount, { userId })).success).toBe(true)
    expect(await rowInList('locked')).toBeUndefined()
    expect((await other.call(login, { account, password: 'Demo@2026' })).success).toBe(true)
  })

  test('starts counting from nothing after it was unlocked', async () => {
    for (let guess = 0; guess < 5; guess++) await signIn('Wrong@2026')
    expect(await signIn()).toBe(605)
    await region.call(unlockAccount, { userId })
    for (let guess = 0; guess < 4; guess++) expect(await signIn('Wrong@2026')).toBe(603)
    expect(await signIn()).toBe(200)
  })

  test('keeps its live sessions, and unlocking one that is not locked is harmless', async () => {
    const token = await node.current.login(account)
    await lock()
    expect(await codesOn(token)).toEqual([200, 200])
    for (let time = 0; time < 3; time++)
      expect(await region.call(unlockAccount, { userId })).toMatchObject({ success: true, data: null })
    expect(await codesOn(token)).toEqual([200, 200])
  })
})

describe('resetting the password', () => {
  test('kills the old password and every session, and gives another one each time', async () => {
    const token = await node.current.login(account)
    const first = (await region.call(resetAccountPassword, { userId })).data
    expect(await codesOn(token)).toEqual([601, 601])
    expect(await signIn()).toBe(603)
    const second = (await region.call(resetAccountPassword, { userId })).data
    expect(second.password).not.toBe(first.password)
    expect(await signIn(first.password)).toBe(603)
    const reset = await node.current.login(account, second.password)
    const info = await node.current.as(reset).call(userInfo, {})
    expect(info.data.mustChangePassword).toBe(true)
  })

  test('expires like any one-time password, and opens a locked account', async () => {
    await node.current.sql(`insert into login_lock values ('${account}', now() + interval '15 minutes')`)
    expect(await signIn()).toBe(605)
    const { password, validHours } = (await region.call(resetAccountPassword, { userId })).data
    expect(validHours).toBe(24)
    expect(await signIn(password)).toBe(200)
    await node.current.sql(
      `update app_user set one_time_until = now() - interval '1 second' where id = ${userId}`,
    )
    expect(await signIn(password)).toBe(603)
  })

  test('at once by two leaves one password that works', async () => {
    const answers = await Promise.all([1, 2].map(() => region.call(resetAccountPassword, { userId })))
    const codes = await Promise.all(answers.map(({ data }) => signIn(data.password)))
    expect(codes.sort()).toEqual([200, 603])
  })

  test('does not enable a disabled account', async () => {
    await region.call(setAccountEnabled, { userId, enabled: false })
    const { password } = (await region.call(resetAccountPassword, { userId })).data
    expect(await signIn(password)).toBe(605)
  })
})

test('an id that is nobody is 652 for each of them', async () => {
  for (const missing of [999_999, Number.MAX_SAFE_INTEGER]) {
    expect((await region.call(unlockAccount, { userId: missing })).code).toBe(652)
    expect((await region.call(resetAccountPassword, { userId: missing })).code).toBe(652)
    expect((await region.call(setAccountEnabled, { userId: missing, enabled: false })).code).toBe(652)
  }
})
