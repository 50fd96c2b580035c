// The terms under which organisations work: who sees and changes them, what a change does, what stays on record.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { OrgTerms } from '#contract/authority/org-terms.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { looksAfter } from '#contract/orgs/looks-after.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { scopeCoversOrg, scopeOf } from '../core/scope.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { type By, demoUsers, must, permit } from '../testing/people.ts'
import { rowsOf } from '../testing/rows.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const as = demoUsers(node)
const { orgTermsPageList, orgTerms, changeOrgTerms, extendOrgs } = authorityEndpoints
const { login, userInfo } = sessionEndpoints
const REASON = '合同续签'
const LAST = dayFromNow(1000)
const LATER = dayFromNow(1800)

/** The school and the hospital of the demo's named accounts. */
let schoolId: number
let hospitalId: number

const accountRow = (account: string) =>
  node.current.db
    .selectFrom('appUser')
    .where('account', '=', account)
    .select(['id as userId', 'orgId', 'dataRangeType', 'dataRangeProvinceId', 'dataRangeCityId'])
    .select('dataRangeRegionId')
    .executeTakeFirstOrThrow()
const orgOf = async (account: string) => (await accountRow(account)).orgId ?? 0

beforeAll(async () => {
  // The second step at sign-in is of no matter here.
  await setSecondStepRules(node.current, [])
  schoolId = await orgOf('school01')
  hospitalId = await orgOf('hospital01')
})
afterEach(async () => {
  await node.current.sql(`update org set enabled = true, expires_on = '${LAST}' where status = 1`)
})

const listOf = async (by: By, query = {}) =>
  must(by.call(orgTermsPageList, { pageSize: 50, ...query })).then(({ list }) => list)
const termsOf = (by: By, orgId: number) => must(by.call(orgTerms, { orgId }))
const inputOf = (terms: OrgTerms, change: object = {}) => {
  const { orgId, version, superAdminLimit, adminLimit, screenerLimit, groupCode, enabled } = terms
  const expiresOn = terms.expiresOn ?? dayFromNow(100)
  const limits = { superAdminLimit, adminLimit, screenerLimit }
  return { orgId, version, expiresOn, ...limits, groupCode, enabled, reason: REASON, ...change }
}
const expireIn = (days: number | null, orgId: number) =>
  node.current.sql(`update org set expires_on = ${days === null ? 'null' : `'${dayFromNow(days)}'`}
    where id = ${orgId}`)

describe('who is listed', () => {
  test.each(['province01', 'phealth01', 'city01', 'region01'])(
    'for %s is in range and looked after, nobody else',
    async (account) => {
      const user = await accountRow(account)
      const orgs = await node.current.db
        .selectFrom('org')
        .where('status', '=', ApprovalStatus.code.passed)
        .select(['id', 'orgType', 'property', 'provinceId', 'cityId', 'regionId'])
        .execute()
      const body = orgs.find(({ id }) => id === user.orgId)
      const expected = orgs.filter(
        (org) => scopeCoversOrg(scopeOf(user), org) && body !== undefined && looksAfter(body, org),
      )
      const pages = [await listOf(as(account)), await listOf(as(account), { pageNum: 2 })]
      const listed = pages.flat().map(({ orgId }) => orgId)
      expect(new Set(listed)).toEqual(new Set(expected.map(({ id }) => id)))
      expect(listed.length).toBeGreaterThan(1)
      expect(listed).not.toContain(user.orgId)
    },
  )

  test('an organisation that waits for approval is not', async () => {
    await node.current.sql(`update org set status = 0 where id = ${schoolId}`)
    const listed = await listOf(as('region01'))
    await node.current.sql(`update org set status = 1 where id = ${schoolId}`)
    expect(listed.map(({ orgId }) => orgId)).not.toContain(schoolId)
  })

  test('without the permission nobody; a school that was given it sees nothing', async () => {
    expect((await as('school01').call(orgTermsPageList, {})).code).toBe(602)
    await permit(node.current, 'grade01', [1103, permissionId('orgTerms')])
    expect(await listOf(as('grade01'))).toEqual([])
    expect((await as('grade01').call(orgTerms, { orgId: schoolId })).code).toBe(616)
  })

  test('by name, type, area and state; what is over comes first', async () => {
    await expireIn(-1, schoolId)
    const [first] = await listOf(as('region01'))
    expect(first).toMatchObject({ orgId: schoolId, state: 'expired', remainingDays: -1, groupName: '学校' })
    expect(await listOf(as('region01'), { state: 'expired' })).toHaveLength(1)
    const byName = await listOf(as('province01'), { keyword: String(first?.orgName) })
    expect(byName.map(({ orgId }) => orgId)).toEqual([schoolId])
    for (const { orgType } of await listOf(as('province01'), { orgType: 30 })) expect(orgType).toBe(30)
    const elsewhere = { provinceId: '330000', cityId: '330200' }
    for (const { areaName } of await listOf(as('province01'), elsewhere)) expect(areaName).toContain('宁波市')
    expect((await as('region01').call(orgTermsPageList, elsewhere)).code).toBe(616)
  })

  test.each([
    [0, 'soon'],
    [30, 'soon'],
    [31, 'valid'],
    [-1, 'expired'],
    [null, 'unset'],
  ])('%s days before the last day the state is %s', async (days, state) => {
    await expireIn(days, schoolId)
    expect(await termsOf(as('region01'), schoolId)).toMatchObject({ state, remainingDays: days })
  })
})

describe('changing the terms', () => {
  test('an expired organisation works again at once, and the change is on record', async () => {
    await expireIn(-3, schoolId)
    const credentials = { account: 'school01', password: 'Demo@2026' }
    expect((await node.current.call(login, credentials)).code).toBe(669)
    const terms = await termsOf(as('region01'), schoolId)
    const expiresOn = dayFromNow(365)
    const { version } = await must(as('region01').call(changeOrgTerms, inputOf(terms, { expiresOn })))
    expect(version).toBe(terms.version + 1)
    expect((await node.current.call(login, credentials)).success).toBe(true)
    const after = await termsOf(as('region01'), schoolId)
    expect(after.history[0]).toMatchObject({
      reason: REASON,
      changes: [{ field: 'expiresOn', from: dayFromNow(-3), to: expiresOn }],
    })
    expect(after.history[0]?.changedBy).toContain('教育局')
    const [audit] = await rowsOf<{ detail: object }>(
      node.current,
      `select detail from audit_log where action = 'org.changeTerms' and success and object_id = $1
        order by at desc limit 1`,
      [String(schoolId)],
    )
    expect(audit?.detail).toEqual({ reason: REASON, changes: { expiresOn: [dayFromNow(-3), expiresOn] } })
  })

  test('the same once more changes nothing, though the version is older', async () => {
    const terms = await termsOf(as('region01'), schoolId)
    const input = inputOf(terms, { adminLimit: 12 })
    const first = await must(as('region01').call(changeOrgTerms, input))
    expect(await must(as('region01').call(changeOrgTerms, input))).toEqual(first)
    const { history } = await termsOf(as('region01'), schoolId)
    expect(history).toHaveLength(terms.history.length + 1)
  })

  test('over what somebody else saved meanwhile is refused', async () => {
    const terms = await termsOf(as('region01'), schoolId)
    await must(as('province01').call(changeOrgTerms, inputOf(terms, { adminLimit: 13 })))
    const late = await as('region01').call(changeOrgTerms, inputOf(terms, { adminLimit: 14 }))
    expect(late.code).toBe(REFUSALS.changedMeanwhile)
    expect((await termsOf(as('region01'), schoolId)).adminLimit).toBe(13)
  })

  test.each([
    [{ reason: '续' }, 700],
    [{ reason: '。。。。。' }, 700],
    [{ reason: '' }, 650],
    [{ expiresOn: dayFromNow(-1) }, 700],
    [{ expiresOn: dayFromNow(3700) }, 700],
    [{ expiresOn: '2030-02-30' }, 700],
    [{ groupCode: 'NONE' }, 664],
    [{ groupCode: 'H' }, 664],
    [{ groupCode: 'GP' }, 664],
    [{ groupCode: null }, 674],
    [{ superAdminLimit: 0 }, 673],
    [{ adminLimit: 1000 }, 400],
  ])('%j is refused with %s', async (change, code) => {
    const terms = await termsOf(as('region01'), schoolId)
    expect((await as('region01').call(changeOrgTerms, inputOf(terms, change))).code).toBe(code)
    expect(await termsOf(as('region01'), schoolId)).toEqual(terms)
  })

  test('another group is taken from those that fit; one with too few places is not: 675, 677', async () => {
    await node.current.sql(`insert into permission_group (code, name, super_admin_limit, admin_limit, screener_limit)
      values ('S-small', '学校（精简）', 0, 10, 50), ('S-few', '学校（无筛查员）', 1, 10, 0)`)
    const terms = await termsOf(as('region01'), schoolId)
    expect(terms.groups.map(({ groupCode }) => groupCode)).toEqual(['S', 'S-small', 'S-few'])
    const refused = await as('region01').call(changeOrgTerms, inputOf(terms, { groupCode: 'S-small' }))
    expect(refused.code).toBe(675)
    const few = await as('region01').call(changeOrgTerms, inputOf(terms, { groupCode: 'S-few' }))
    expect(few.code).toBe(677)
    // With numbers of its own there is room again.
    const own = { groupCode: 'S-few', screenerLimit: 5 }
    await must(as('region01').call(changeOrgTerms, inputOf(terms, own)))
    const token = await node.current.login('school01')
    expect((await node.current.as(token).call(orgTermsPageList, {})).code).toBe(602)
    const { data } = await node.current.as(token).call(sessionEndpoints.menuList, {})
    expect(data).toEqual([])
    const after = await termsOf(as('region01'), schoolId)
    expect(after.screener).toEqual({ used: 1, limit: 5 })
    expect(after.history[0]?.changes).toEqual([
      { field: 'screenerLimit', from: '按权限组', to: '5' },
      { field: 'groupCode', from: '学校', to: '学校（无筛查员）' },
    ])
    await must(as('region01').call(changeOrgTerms, inputOf(after, { groupCode: 'S', screenerLimit: null })))
  })

  test('a city body can be given no group of a province', async () => {
    const cityId = await orgOf('city01')
    const terms = await termsOf(as('province01'), cityId)
    expect(terms.groups.map(({ groupCode }) => groupCode)).toEqual(['GC', 'GD'])
    const input = inputOf(terms, { groupCode: 'GP' })
    expect((await as('province01').call(changeOrgTerms, input)).code).toBe(664)
  })
})

describe('a disabled organisation', () => {
  const credentials = { account: 'sscreen01', password: 'Demo@2026' }

  test('has no sessions and no way in, until it is enabled again', async () => {
    const token = await node.current.login('sscreen01')
    const terms = await termsOf(as('region01'), schoolId)
    await must(as('region01').call(changeOrgTerms, inputOf(terms, { enabled: false })))
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(605)
    expect((await node.current.call(login, credentials)).code).toBe(605)
    const disabled = await termsOf(as('region01'), schoolId)
    expect(disabled).toMatchObject({ enabled: false, state: 'disabled' })
    expect(disabled.history[0]?.changes).toEqual([{ field: 'enabled', from: '启用', to: '停用' }])
    const { list } = await must(as('region01').call(schoolEndpoints.schoolPageList, { pageSize: 50 }))
    expect(list.filter(({ enabled }) => !enabled).map(({ orgId }) => orgId)).toEqual([schoolId])
    await must(as('region01').call(changeOrgTerms, inputOf(disabled, { enabled: true })))
    // Who was signed in before signs in again.
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(605)
    expect((await node.current.call(login, credentials)).success).toBe(true)
  })

  test('is closed to a session that began in the same moment, on every node', async () => {
    const other = await node.current.otherNode()
    const token = await node.current.login('sscreen01')
    await node.current.sql(`update org set enabled = false where id = ${schoolId}`)
    for (const each of [node.current, other]) expect((await each.as(token).call(userInfo, {})).code).toBe(605)
  })
})

describe('several at once', () => {
  const chosen = async () => {
    const rows = (await listOf(as('region01'))).filter(({ orgType }) => orgType === 10).slice(0, 3)
    return rows.map(({ orgId, version }) => ({ orgId, version }))
  }

  test('get one last day, each with its line on record; once more changes nothing', async () => {
    const input = { orgs: await chosen(), until: dayFromNow(2000), reason: REASON }
    expect(await must(as('region01').call(extendOrgs, input))).toEqual({ extended: 3 })
    for (const { orgId, version } of input.orgs) {
      const terms = await termsOf(as('region01'), orgId)
      expect(terms).toMatchObject({ expiresOn: input.until, version: version + 1 })
      expect(terms.history[0]?.changes).toEqual([{ field: 'expiresOn', from: LAST, to: input.until }])
    }
    expect(await must(as('region01').call(extendOrgs, input))).toEqual({ extended: 0 })
  })

  test('none where one would be shortened, was changed meanwhile, or is of another line', async () => {
    const rows = await chosen()
    const [first] = rows
    const until = dayFromNow(1500)
    await node.current.sql(`update org set expires_on = '${LATER}' where id = ${first?.orgId}`)
    const shortened = await as('region01').call(extendOrgs, { orgs: rows, until, reason: REASON })
    expect(shortened).toMatchObject({ code: 700 })
    expect(shortened.message).toContain(LATER)
    const older = rows.map(({ orgId }) => ({ orgId, version: 0 }))
    const outdated = await as('region01').call(extendOrgs, { orgs: older, until, reason: REASON })
    expect(outdated.code).toBe(REFUSALS.changedMeanwhile)
    const foreign = [...rows.slice(1), { orgId: hospitalId, version: 1 }]
    expect((await as('region01').call(extendOrgs, { orgs: foreign, until, reason: REASON })).code).toBe(616)
    for (const { orgId, version } of rows.slice(1))
      expect(await termsOf(as('region01'), orgId)).toMatchObject({ expiresOn: LAST, version })
  })
})

test('the start page of the body above counts what is over and what soon will be', async () => {
  const dueOf = async (account: string) =>
    (await must(as(account).call(homeEndpoints.homeSummary, {}))).orgTerms
  expect(await dueOf('region01')).toEqual({ over: 0, soon: 0 })
  const [one, two, three] = (await listOf(as('region01'))).map(({ orgId }) => orgId)
  await expireIn(-1, one ?? 0)
  await expireIn(null, two ?? 0)
  await expireIn(30, three ?? 0)
  expect(await dueOf('region01')).toEqual({ over: 2, soon: 1 })
  expect(await dueOf('province01')).toEqual({ over: 2, soon: 1 })
  await node.current.sql(`update org set enabled = false where id = ${one}`)
  expect(await dueOf('region01')).toEqual({ over: 1, soon: 1 })
  expect(await dueOf('hospital01')).toBeNull()
})
