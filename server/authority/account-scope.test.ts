// What each data range sees of other people's accounts and of organisations: exactly its own, in lists and totals.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { DEMO_ORGS, DEMO_USERS, type DemoOrg } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const { accountPageList, accountQuota, accountPermissions, addAccount } = authorityEndpoints
const { orgList, schoolDetail, govDetail, hospitalDetail } = orgEndpoints
const { homeSummary } = homeEndpoints

const tokens = new Map<string, string>()
const orgIds = new Map<string, number>()
const userIds = new Map<string, number>()
beforeAll(async () => {
  await setSecondStepRules(node.current, [])
  const orgs = await node.current.db.selectFrom('org').select('id').orderBy('id').execute()
  DEMO_ORGS.forEach(({ key }, index) => void orgIds.set(key, orgs[index]?.id ?? 0))
  const users = await node.current.db.selectFrom('appUser').select(['id', 'account']).execute()
  for (const { id, account } of users) userIds.set(account, id)
  for (const account of Object.keys(SEES)) tokens.set(account, await node.current.login(account))
})
const as = (account: string) => node.current.as(tokens.get(account) ?? '')

/** Worked out from the demo's plan, not from the server's rule. */
const SEES: Record<string, (org: DemoOrg) => boolean> = {
  province01: () => true,
  phealth01: () => true,
  city01: ({ cityId }) => cityId === '330100',
  region01: ({ regionId }) => regionId === '330106',
  school01: ({ key }) => key === '330106-school-1',
  hospital01: ({ key }) => key === '330106-hospital',
  social01: ({ key }) => key === '330100-social',
}
const seenBy = (account: string) => DEMO_ORGS.filter((org) => SEES[account]?.(org))
/** Education looks after schools, health after hospitals and social organisations, each after its own kind. */
const isOfLine = (account: string, { key, orgType }: DemoOrg) => {
  const health = account === 'phealth01'
  if (orgType === 30) return key.endsWith(health ? '卫健' : '教育')
  return ['school01', 'hospital01', 'social01'].includes(account) || (orgType === 10) !== health
}
const lookedAfterBy = (account: string) => seenBy(account).filter((org) => isOfLine(account, org))
const accountsSeenBy = (account: string) => {
  const keys = new Set(lookedAfterBy(account).map(({ key }) => key))
  return DEMO_USERS.filter(({ org }) => org !== null && keys.has(org)).map((user) => user.account)
}

type Paged<Row> = { data: { list: Row[]; total: number } }
async function everyPage<Row>(ask: (pageNum: number) => Promise<Paged<Row>>) {
  const rows: Row[] = []
  let total = 0
  for (let pageNum = 1; pageNum === 1 || rows.length < total; pageNum++) {
    const { data } = await ask(pageNum)
    total = data.total
    if (data.list.length === 0) break
    rows.push(...data.list)
  }
  return { rows, total }
}
const allAccounts = (account: string) =>
  everyPage((pageNum) => as(account).call(accountPageList, { pageNum, pageSize: 50 }))
const allOrgs = (account: string, query: InputOf<typeof orgList> = {}) =>
  everyPage((pageNum) => as(account).call(orgList, { pageNum, pageSize: 50, ...query }))

describe.each(Object.keys(SEES))('%s', (account) => {
  test('sees exactly its accounts', async () => {
    const { rows, total } = await allAccounts(account)
    const expected = accountsSeenBy(account)
    expect(rows.map((row) => row.account).sort()).toEqual(expected.sort())
    expect(total).toBe(expected.length)
  })

  test('sees exactly its organisations', async () => {
    const { rows, total } = await allOrgs(account)
    const expected = seenBy(account).map(({ key }) => orgIds.get(key))
    expect(rows.map(({ orgId }) => orgId).sort()).toEqual(expected.sort())
    expect(total).toBe(expected.length)
  })

  test('is offered the organisations whose accounts it looks after', async () => {
    const { rows, total } = await allOrgs(account, { purpose: 'accounts' })
    const expected = lookedAfterBy(account).map(({ key }) => orgIds.get(key))
    expect(rows.map(({ orgId }) => orgId).sort()).toEqual(expected.sort())
    expect(total).toBe(expected.length)
  })

  test('sees the same in the figures of the start page', async () => {
    const { data } = await as(account).call(homeSummary, {})
    expect(data.accounts?.total).toBe(accountsSeenBy(account).length)
    const approved = seenBy(account).filter(({ status }) => status !== 0)
    const count = (orgType: number) => approved.filter((org) => org.orgType === orgType).length
    const isGovernment = ['province01', 'phealth01', 'city01', 'region01'].includes(account)
    expect(data.orgs).toEqual(
      isGovernment
        ? { government: count(30), school: count(10), hospital: count(20), social: count(40) }
        : null,
    )
    expect(data.pendingOrgs).toBe(
      isGovernment ? seenBy(account).filter(({ status }) => status === 0).length : null,
    )
  })

  test('gets 616 for every organisation outside, whatever the call', async () => {
    const foreign = DEMO_ORGS.filter((org) => !SEES[account]?.(org))
    const codes = await Promise.all(
      foreign.map(
        async ({ key }) => (await as(account).call(accountQuota, { orgId: orgIds.get(key) ?? 0 })).code,
      ),
    )
    expect(codes.filter((code) => code !== 616)).toEqual([])
    // One of each kind for the other calls.
    const kinds = new Map(foreign.map((org) => [`${org.orgType} ${org.cityId}`, orgIds.get(org.key) ?? 0]))
    for (const orgId of kinds.values()) {
      const answers = await Promise.all([
        as(account).call(accountPageList, { orgId }),
        as(account).call(govDetail, { orgId }),
        as(account).call(schoolDetail, { orgId }),
        as(account).call(hospitalDetail, { orgId }),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: 616, data: null })
    }
  })

  test('gets 616 for accounts in every organisation of the other line', async () => {
    const others = seenBy(account).filter((org) => !isOfLine(account, org))
    const kinds = new Map(others.map((org) => [`${org.orgType} ${org.property}`, orgIds.get(org.key) ?? 0]))
    if (['province01', 'phealth01'].includes(account)) expect(kinds.size).toBeGreaterThan(1)
    const draft = {
      account: 'otherline1',
      realName: '别线',
      phone: '13799990000',
      roleType: 20,
      dataRangeType: 4,
    } as const
    for (const orgId of kinds.values()) {
      const answers = await Promise.all([
        as(account).call(accountPageList, { orgId }),
        as(account).call(accountQuota, { orgId }),
        as(account).call(addAccount, { ...draft, orgId }),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: 616, data: null })
    }
  })

  test('gets for every foreign account what it gets for a missing one', async () => {
    const own = new Set(accountsSeenBy(account))
    const body = async (userId: number) => {
      const response = await node.current.app.inject({
        method: 'GET',
        url: `${accountPermissions.path}?userId=${userId}`,
        headers: { authorization: tokens.get(account) ?? '' },
      })
      return { status: response.statusCode, body: response.body }
    }
    const missing = await body(999_999)
    expect(JSON.parse(missing.body).code).toBe(652)
    const foreign = [...userIds].filter(([name]) => !own.has(name))
    const answers = await Promise.all(foreign.map(([, userId]) => body(userId)))
    expect(answers.filter((answer) => JSON.stringify(answer) !== JSON.stringify(missing))).toEqual([])
  })
})

describe('an incomplete range', () => {
  test.each([
    ['city01', 'data_range_type = 2', 'data_range_city_id = null'],
    ['region01', 'data_range_type = 3', 'data_range_region_id = null'],
    ['province01', 'data_range_type = 1', 'data_range_province_id = null'],
  ])('of %s (%s, %s) sees nothing, not everything', async (account, type, hole) => {
    await node.current.sql(`update app_user set ${type}, ${hole} where account = '${account}'`)
    expect((await allAccounts(account)).total).toBe(0)
    expect((await allOrgs(account)).total).toBe(0)
    const { data } = await as(account).call(homeSummary, {})
    expect(data.accounts).toEqual({ total: 0, disabled: 0, locked: 0, neverSignedIn: 0 })
    expect(data.orgs).toEqual({ government: 0, school: 0, hospital: 0, social: 0 })
    const school = { orgId: orgIds.get('330106-school-1') ?? 0 }
    expect((await as(account).call(schoolDetail, school)).code).toBe(616)
    expect((await as(account).call(accountQuota, school)).code).toBe(616)
    // The own organisation's page stays open: it is no matter of range.
    const own = DEMO_USERS.find((user) => user.account === account)?.org ?? ''
    expect((await as(account).call(govDetail, { orgId: orgIds.get(own) ?? 0 })).success).toBe(true)
    expect((await as(account).call(accountPermissions, { userId: userIds.get('school01') ?? 0 })).code).toBe(
      652,
    )
  })
})
