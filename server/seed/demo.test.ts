// The demo: the same every time, thirteen accounts that sign in, each with the menu of its profile.
import { describe, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, type Profile } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { loadDemo } from './demo.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-world.ts'

const first = useApp()
const second = useApp()
const { login, menuList, sendSms, userInfo, userDataRange } = sessionEndpoints

/** As product §1 and §7 have it. */
const PROFILE_OF: Record<string, Profile | null> = {
  province01: 'GP',
  phealth01: 'GP',
  city01: 'GC',
  region01: 'GD',
  school01: 'SA',
  grade01: 'SG',
  teacher01: 'ST',
  sscreen01: 'SS',
  hospital01: 'HA',
  hscreen01: 'HS',
  social01: 'OA',
  oscreen01: 'OS',
  nobound01: null,
}

/** Every row, without the moment it was made, the salt and the random part of what is sealed. */
async function contentsOf({ db, services }: TestApp) {
  const orgs = await db.selectFrom('org').selectAll().orderBy('id').execute()
  const users = await db.selectFrom('appUser').selectAll().orderBy('id').execute()
  const open = (sealed: Buffer | null) => sealed && services.secrets.decrypt(sealed)
  return {
    orgs: orgs.map(({ createdAt: _, updatedAt: __, contactPhoneEnc, ...rest }) => ({
      ...rest,
      phone: open(contactPhoneEnc),
    })),
    users: users.map(({ createdAt: _, passwordChangedAt: __, passwordHash: ___, phoneEnc, ...rest }) => ({
      ...rest,
      phone: open(phoneEnc),
    })),
    schools: await db.selectFrom('school').selectAll().orderBy('orgId').execute(),
    hospitals: await db.selectFrom('hospital').selectAll().orderBy('orgId').execute(),
    settings: await db.selectFrom('setting').selectAll().orderBy('key').execute(),
    overrides: await db.selectFrom('userPermissionOverride').selectAll().execute(),
  }
}

describe('two databases', () => {
  test('hold the same demo', async () => {
    const contents = await contentsOf(first.current)
    expect(contents).toEqual(await contentsOf(second.current))
    expect(contents.orgs.length).toBeGreaterThan(70)
    expect(contents.orgs.filter(({ orgType }) => orgType === 10).length).toBeGreaterThanOrEqual(40)
    expect(new Set(contents.orgs.map(({ cityId }) => cityId).filter(Boolean)).size).toBe(3)
    expect(new Set(contents.orgs.map(({ regionId }) => regionId).filter(Boolean)).size).toBe(8)
  })

  test('that have it are not filled again', async () => {
    const before = await contentsOf(first.current)
    expect(await loadDemo(first.current.db, first.current.services.secrets)).toBe(false)
    expect(await contentsOf(first.current)).toEqual(before)
  })

  test('keep phones sealed, and no real person’s', async () => {
    const { users, orgs } = await contentsOf(first.current)
    for (const { phone } of [...users, ...orgs]) expect(phone).toMatch(/^1990000\d{4}$/)
    const { rows } = await first.current.data.requests.pool.query(
      `select string_agg(app_user::text, '') || (select string_agg(org::text, '') from org) as text from app_user`,
    )
    expect(rows[0].text).not.toMatch(/1990000\d{4}/)
  })
})

describe('every organisation', () => {
  test('that is approved has an administrator who can enter, and stands where its area is', async () => {
    const { rows } = await first.current.data.requests.pool.query(
      `select org.name from org where status = 1
         and not exists (select 1 from app_user u where u.org_id = org.id and u.role_type = 20 and u.enabled)
       union all
       select org.name from org join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)
        where area.full_id <> concat_ws('-', org.province_id, org.city_id, org.region_id)`,
    )
    expect(rows).toEqual([])
  })
})

describe('the named accounts', () => {
  test('are those of the product, in its order', () => {
    expect(DEMO_ACCOUNTS.map(({ account }) => account)).toEqual(Object.keys(PROFILE_OF))
    expect(DEMO_PASSWORD).toBe('Demo@2026')
  })

  async function tokenOf(account: string): Promise<string> {
    if (account !== 'phealth01') return first.current.login(account)
    const asked = await first.current.call(login, { account, password: DEMO_PASSWORD })
    expect(asked.data).toEqual({
      token: null,
      isSendSms: true,
      phone: expect.stringMatching(/^199\*{4}\d{4}$/),
    })
    expect((await first.current.call(sendSms, { account, type: 17 })).success).toBe(true)
    const smsCode = first.current.sent.at(-1)?.code
    const answer = await first.current.call(login, { account, password: DEMO_PASSWORD, smsCode })
    return answer.data.token ?? ''
  }

  test.each(Object.entries(PROFILE_OF))(
    '%s signs in and sees the menu of %s exactly',
    async (account, profile) => {
      const me = first.current.as(await tokenOf(account))
      expect((await me.call(userInfo, {})).data).toMatchObject({ account, mustChangePassword: false })
      const { data } = await me.call(menuList, {})
      const entries = Object.entries(PERMISSIONS) as [PermissionName, (typeof PERMISSIONS)[PermissionName]][]
      const expected = entries
        .filter(([, { holders }]) => profile && (holders as readonly Profile[]).includes(profile))
        .map(([, { id, label, kind, parent }]) => ({
          id,
          name: label,
          kind,
          parentId: parent ? PERMISSIONS[parent as PermissionName].id : null,
        }))
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
      expect([...data].sort(byId)).toEqual(expected.sort(byId))
      const ids = new Set(data.map(({ id }) => id))
      expect(data.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([])
    },
  )

  test.each([
    ['province01', 1, '330000'],
    ['city01', 2, '330000-330100'],
    ['region01', 3, '330000-330100-330106'],
    ['school01', 4, '330000-330100-330106'],
    ['social01', 4, '330000-330100-330106'],
  ])('%s has the range %i over %s', async (account, dataRangeType, areaIds) => {
    const me = first.current.as(await first.current.login(account))
    expect((await me.call(userDataRange, {})).data).toMatchObject({ dataRangeType, areaIds })
  })
})
