// An organisation that is closed closes every live session of its people with the next request.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'

const node = useApp()
let other: TestApp
let token = ''
const { login, logout, userInfo, menuList } = sessionEndpoints
const ORG = `(select org_id from app_user where account = 'hscreen01')`
const TODAY = `(now() at time zone 'Asia/Shanghai')::date`

beforeAll(async () => {
  other = await node.current.otherNode()
  token = await node.current.login('hscreen01')
})
afterEach(async () => {
  await node.current.sql(`update org set status = 1, expires_on = ${TODAY} + 365 where id = ${ORG}`)
  await node.current.sql(`update app_user set enabled = true where org_id = ${ORG}`)
})

const STATES: [string, string, number][] = [
  ['not yet approved', `update org set status = 0 where id = ${ORG}`, 671],
  ['rejected', `update org set status = 2 where id = ${ORG}`, 671],
  ['expired yesterday', `update org set expires_on = ${TODAY} - 1 where id = ${ORG}`, 669],
  ['without a last day', `update org set expires_on = null where id = ${ORG}`, 670],
  ['without an admin', `update app_user set enabled = false where account = 'hospital01'`, 659],
]

describe.each(STATES)('%s', (_, statement, code) => {
  test(`answers ${code} to a live session on both nodes, to signing in, and opens again after`, async () => {
    await node.current.sql(statement)
    const calls = [userInfo, menuList, homeEndpoints.homeSummary, accountEndpoints.ownAccount]
    for (const each of [node.current, other])
      for (const call of calls) expect((await each.as(token).call(call, {})).code).toBe(code)
    const input = { account: 'hscreen01', password: 'Demo@2026' }
    expect((await node.current.call(login, input)).code).toBe(code)
    await node.current.sql(`update org set status = 1, expires_on = ${TODAY} where id = ${ORG}`)
    await node.current.sql(`update app_user set enabled = true where org_id = ${ORG}`)
    expect((await other.as(token).call(userInfo, {})).success).toBe(true)
  })

  test('lets people sign out', async () => {
    const mine = await node.current.login('hscreen01')
    await node.current.sql(statement)
    expect((await node.current.as(mine).call(logout, {})).success).toBe(true)
    expect((await node.current.as(mine).call(userInfo, {})).code).toBe(601)
  })
})

test('without an organisation only the note that there is none: 613 on everything else', async () => {
  const me = node.current.as(await node.current.login('nobound01'))
  expect((await me.call(userInfo, {})).data).toMatchObject({ orgId: null, orgName: null })
  expect((await me.call(menuList, {})).data).toEqual([])
  expect((await me.call(homeEndpoints.homeSummary, {})).code).toBe(613)
  expect((await me.call(accountEndpoints.ownAccount, {})).code).toBe(613)
})

test('unbound while signed in, an account loses everything with the next request', async () => {
  const mine = await node.current.login('oscreen01')
  await node.current.sql(`update app_user set org_id = null where account = 'oscreen01'`)
  for (const each of [node.current, other])
    expect((await each.as(mine).call(homeEndpoints.homeSummary, {})).code).toBe(613)
})
