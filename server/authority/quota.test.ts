// Places per organisation: 656 super admins, 657 admins, 658 screeners; the last one is taken once.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'

const node = useApp()
let other: TestApp
const { addAccount, accountQuota, editAccount, setAccountEnabled, accountPageList } = authorityEndpoints

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  other = await node.current.otherNode()
  orgIds = await orgIdsByName(node.current)
  for (const account of ['region01', 'city01']) tokens.set(account, await node.current.login(account))
})
const token = (account: string) => tokens.get(account) ?? ''
const region = () => node.current.as(token('region01'))
const orgId = (name: string) => orgIds.get(name) ?? 0

let made = 0
function draft(org: string, change: object = {}) {
  const number = String(++made).padStart(4, '0')
  return {
    orgId: orgId(org),
    account: `place${number}`,
    realName: '吴畏',
    phone: `1350000${number}`,
    roleType: 20 as const,
    dataRangeType: 4 as const,
    ...change,
  }
}
type Limits = { superAdmin?: number; admin?: number; screener?: number }
async function limit(org: string, { superAdmin, admin, screener }: Limits) {
  const value = (given: number | undefined) => given ?? 'null'
  await node.current.sql(`update org set super_admin_limit = ${value(superAdmin)},
    admin_limit = ${value(admin)}, screener_limit = ${value(screener)} where id = ${orgId(org)}`)
}
const used = async (org: string) => (await region().call(accountQuota, { orgId: orgId(org) })).data

describe('a full organisation takes nobody more', () => {
  const KINDS = [
    { kind: 'superAdmin', code: 656, role: { roleType: 20, isSuper: true } },
    { kind: 'admin', code: 657, role: { roleType: 20 } },
    { kind: 'screener', code: 658, role: { roleType: 30 } },
  ] as const

  test.each(KINDS)('$kind: $code', async ({ kind, code, role }) => {
    const school = '西湖第一初级中学'
    const before = await used(school)
    await limit(school, { [kind]: before[kind].used + 1 })
    expect((await region().call(addAccount, draft(school, role))).success).toBe(true)
    const full = await used(school)
    expect(full[kind]).toEqual({ used: before[kind].used + 1, limit: before[kind].used + 1 })
    expect((await region().call(addAccount, draft(school, role))).code).toBe(code)
    expect(await used(school)).toEqual(full)
  })

  test('teachers and grade heads need no place', async () => {
    const school = '西湖第一初级中学'
    await limit(school, { superAdmin: 0, admin: 0, screener: 0 })
    for (const roleType of [40, 45])
      expect((await region().call(addAccount, draft(school, { roleType }))).success).toBe(true)
  })

  test('without a permission group there is no place at all: 674', async () => {
    const school = '西湖高级中学'
    await node.current.sql(`update org set permission_group_id = null where id = ${orgId(school)}`)
    expect((await region().call(addAccount, draft(school))).code).toBe(674)
  })

  test('the group’s numbers hold where the organisation has none of its own', async () => {
    const quota = await used('西湖实验小学')
    expect(quota).toMatchObject({
      superAdmin: { used: 1, limit: 1 },
      admin: { used: 0, limit: 10 },
      screener: { used: 1, limit: 50 },
    })
    expect((await region().call(addAccount, draft('西湖实验小学', { isSuper: true }))).code).toBe(656)
  })

  test('a government has no screeners', async () => {
    const city = node.current.as(token('city01'))
    const { data } = await city.call(accountQuota, { orgId: orgId('西湖区教育局') })
    expect(data).toMatchObject({ screener: { limit: 0 }, roles: [20] })
  })
})

describe('the last place', () => {
  const KINDS = [
    ['西湖中心幼儿园', { superAdmin: 2 }, { isSuper: true }, 656],
    ['西湖九年一贯制学校', { admin: 1 }, {}, 657],
    ['西湖实验小学', { screener: 2 }, { roleType: 30 }, 658],
  ] as const

  test.each(KINDS)(
    'of ten who come at once to %s on two nodes, one gets it',
    async (org, limits, role, code) => {
      await limit(org, limits)
      const drafts = Array.from({ length: 10 }, () => draft(org, role))
      const answers = await Promise.all(
        drafts.map((input, index) =>
          (index % 2 ? other : node.current).as(token('region01')).call(addAccount, input),
        ),
      )
      expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(9).fill(code)])
      const { list } = (await region().call(accountPageList, { orgId: orgId(org), pageSize: 50 })).data
      const accounts = new Set(list.map(({ account }) => account))
      expect(drafts.filter(({ account }) => accounts.has(account))).toHaveLength(1)
    },
  )

  test('coming back needs a place; of two who come back at once, one does', async () => {
    const org = '西湖实验小学'
    await limit(org, { admin: 2 })
    const ids: number[] = []
    for (const input of [draft(org), draft(org)]) {
      const { userId } = (await region().call(addAccount, input)).data
      await region().call(setAccountEnabled, { userId, enabled: false })
      ids.push(userId)
    }
    expect((await used(org)).admin).toEqual({ used: 0, limit: 2 })

    await limit(org, { admin: 1 })
    const answers = await Promise.all(
      ids.map((userId, index) =>
        (index ? other : node.current)
          .as(token('region01'))
          .call(setAccountEnabled, { userId, enabled: true }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 657])
    expect((await used(org)).admin).toEqual({ used: 1, limit: 1 })
    const late = ids[answers.findIndex(({ code }) => code === 657)] ?? 0
    expect((await region().call(setAccountEnabled, { userId: late, enabled: true })).code).toBe(657)
    await limit(org, { admin: 2 })
    expect((await region().call(setAccountEnabled, { userId: late, enabled: true })).success).toBe(true)
  })

  test('a promotion needs a place; of two promoted at once, one is', async () => {
    const org = '萧山实验小学'
    const city = (each: TestApp) => each.as(token('city01'))
    const ids: number[] = []
    for (const input of [draft(org, { roleType: 45 }), draft(org, { roleType: 45 })])
      ids.push((await city(node.current).call(addAccount, input)).data.userId)
    await limit(org, { admin: 1 })
    const promote = (each: TestApp, userId: number) =>
      city(each).call(editAccount, {
        userId,
        version: 1,
        realName: '吴畏',
        roleType: 20,
        dataRangeType: 4,
      })
    const answers = await Promise.all(ids.map((id, index) => promote(index ? other : node.current, id)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 657])
    const rows = await node.current.db
      .selectFrom('appUser')
      .select('roleType')
      .where('id', 'in', ids)
      .execute()
    expect(rows.map(({ roleType }) => roleType).sort()).toEqual([20, 45])
  })

  test('an edit that keeps the role needs no place', async () => {
    const org = '萧山第一初级中学'
    const city = node.current.as(token('city01'))
    const { userId } = (await city.call(addAccount, draft(org))).data
    await limit(org, { admin: 0 })
    const edit = { userId, version: 1, realName: '吴为', roleType: 20 as const, dataRangeType: 4 as const }
    expect((await city.call(editAccount, edit)).success).toBe(true)
  })
})
