// The start page: what waits for me, and nothing of what is not mine.
import { describe, expect, test } from 'vitest'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'

const node = useApp()
const { homeSummary } = homeEndpoints
const { login } = sessionEndpoints

const tokens = new Map<string, string>()
async function summaryOf(account: string) {
  const token = tokens.get(account) ?? (await node.current.login(account))
  tokens.set(account, token)
  return node.current.as(token).call(homeSummary, {})
}
const fail = (account: string) => node.current.call(login, { account, password: 'Wrong@2026' })

describe('signing in', () => {
  test('the first time there was none before', async () => {
    const { data } = await summaryOf('teacher01')
    expect(data).toMatchObject({ lastSignIn: null, failedSignInsSince: 0 })
  })

  test('later the one before is shown, and what failed since', async () => {
    await summaryOf('grade01')
    const [first] = await node.current.db
      .selectFrom('auditLog')
      .select('at')
      .where('account', '=', 'grade01')
      .where('action', '=', 'session.login')
      .execute()
    await fail('grade01')
    await fail('grade01')
    await fail('sscreen01')
    const again = node.current.as(await node.current.login('grade01'))
    const { data } = await again.call(homeSummary, {})
    expect(data.lastSignIn).toEqual({ at: first?.at.toISOString(), address: '127.0.0.1' })
    expect(data.failedSignInsSince).toBe(2)
    // With the next sign-in they lie before the one shown.
    const third = node.current.as(await node.current.login('grade01'))
    expect((await third.call(homeSummary, {})).data.failedSignInsSince).toBe(0)
  })
})

describe('days left', () => {
  test('of the password and of the organisation count down to the day', async () => {
    await node.current.sql(`update app_user set password_changed_at = now() - interval '85 days'
      where account = 'hospital01'`)
    await node.current.sql(`update org set expires_on = (now() at time zone 'Asia/Shanghai')::date + 9
      where name = '西湖人民医院'`)
    const { data } = await summaryOf('hospital01')
    expect(data).toMatchObject({ passwordRemainingDays: 5, orgRemainingDays: 9 })
    await node.current.sql(`update org set expires_on = (now() at time zone 'Asia/Shanghai')::date
      where name = '西湖人民医院'`)
    expect((await summaryOf('hospital01')).data.orgRemainingDays).toBe(0)
  })

  test('past the last day the organisation is closed: 669, and 670 without a day', async () => {
    await node.current.sql(`update org set expires_on = (now() at time zone 'Asia/Shanghai')::date - 1
      where name = '西湖人民医院'`)
    expect((await summaryOf('hospital01')).code).toBe(669)
    await node.current.sql(`update org set expires_on = null where name = '西湖人民医院'`)
    expect((await summaryOf('hospital01')).code).toBe(670)
  })
})

describe('figures', () => {
  test('of accounts follow the states', async () => {
    const before = (await summaryOf('school01')).data.accounts
    expect(before).toMatchObject({ total: 5, disabled: 0, locked: 0 })
    await node.current.sql(`update app_user set enabled = false where account = 'sscreen01'`)
    for (let guess = 0; guess < 5; guess++) await fail('teacher01')
    const after = (await summaryOf('school01')).data.accounts
    expect(after).toMatchObject({ total: 5, disabled: 1, locked: 1 })
  })

  test('go to those alone who hold the permission behind them', async () => {
    const teacher = (await summaryOf('grade01')).data
    expect(teacher).toMatchObject({ accounts: null, orgs: null, pendingOrgs: null })
    const region = (await summaryOf('region01')).data
    expect(region.pendingOrgs).toBe(1)
    expect(region.orgs).toEqual({ government: 2, school: 6, hospital: 1, social: 1 })
    const { id } = await node.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', 'region01')
      .executeTakeFirstOrThrow()
    await node.current.sql(
      `insert into user_permission_override values (${id}, 1255, false), (${id}, 1103, false)`,
    )
    expect((await summaryOf('region01')).data).toMatchObject({ pendingOrgs: null, accounts: null })
  })

  test('an account without an organisation gets none of it: 613', async () => {
    expect((await summaryOf('nobound01')).code).toBe(613)
  })
})
