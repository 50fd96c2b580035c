// Permissions of an account: taken and given back, never beyond what the giver holds.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { defaultPermissionIds, PERMISSIONS, permissionId } from '#contract/core/permissions.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'

const node = useApp()
let other: TestApp
const { grantPermissions, accountPermissions, accountPageList } = authorityEndpoints
const { menuList } = sessionEndpoints

const tokens = new Map<string, string>()
async function tokenOf(account: string): Promise<string> {
  const token = tokens.get(account) ?? (await node.current.login(account))
  tokens.set(account, token)
  return token
}
const as = async (account: string) => node.current.as(await tokenOf(account))

async function idOf(account: string): Promise<number> {
  const { id } = await node.current.db
    .selectFrom('appUser')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return id
}

function parentOf(id: number): number | null {
  const entry = Object.values(PERMISSIONS).find((each) => each.id === id)
  return entry?.parent ? PERMISSIONS[entry.parent as keyof typeof PERMISSIONS].id : null
}

/** Sets the whole list, with the version of this moment. */
async function grant(granter: string, account: string, permissionIds: number[]) {
  const caller = await as(granter)
  const userId = await idOf(account)
  const { version } = (await caller.call(accountPermissions, { userId })).data
  return caller.call(grantPermissions, { userId, version, permissionIds })
}

const menuIds = async (account: string) =>
  (await (await as(account)).call(menuList, {})).data.map(({ id }) => id).sort()

beforeAll(async () => {
  other = await node.current.otherNode()
})

describe('taking one permission away', () => {
  const single = ALL_ENDPOINTS.flatMap(({ name, definition }) =>
    Array.isArray(definition.access) && definition.access.length === 1
      ? [{ name, definition, permission: definition.access[0] as keyof typeof PERMISSIONS }]
      : [],
  ).filter(({ permission }) => (PERMISSIONS[permission].holders as readonly string[]).includes('GD'))

  test.each(single)(
    'closes $name at once on both nodes, and giving it back opens it',
    async ({ definition, permission }) => {
      const all = defaultPermissionIds('GD')
      const id = permissionId(permission)
      const token = await tokenOf('region01')
      const ask = async () => {
        const answers = await Promise.all(
          [node.current, other].map((each) => each.as(token).call(definition, {})),
        )
        return answers.map(({ code }) => code)
      }
      const before = await node.current.as(token).call(menuList, {})
      expect(before.data.map((entry) => entry.id)).toContain(id)

      const taken = await grant(
        'city01',
        'region01',
        all.filter((held) => held !== id),
      )
      expect(taken.success).toBe(true)
      expect(await ask()).toEqual([602, 602])
      const without = await other.as(token).call(menuList, {})
      // What stands under a menu goes with it.
      const lost = (held: number): boolean => {
        const parent = parentOf(held)
        return held === id || (parent !== null && lost(parent))
      }
      expect(without.data.map((entry) => entry.id).sort()).toEqual(all.filter((held) => !lost(held)).sort())
      expect(without.headers['x-permissions-version']).not.toBe(before.headers['x-permissions-version'])

      expect((await grant('city01', 'region01', all)).success).toBe(true)
      for (const code of await ask()) expect([601, 602]).not.toContain(code)
      expect(await menuIds('region01')).toEqual([...all].sort())
    },
  )

  test('closes one that several permissions open only when all of them are gone', async () => {
    const all = defaultPermissionIds('GD')
    const orgList = ALL_ENDPOINTS.find(({ name }) => name === 'orgList')?.definition
    if (!orgList) throw new Error('orgList is gone')
    const region = await as('region01')
    const { authority, orgInformation, messageSend, devices } = PERMISSIONS
    const openers: number[] = [authority.id, orgInformation.id, messageSend.id, devices.id]
    for (const left of openers) {
      await grant(
        'city01',
        'region01',
        all.filter((id) => id === left || !openers.includes(id)),
      )
      expect((await region.call(orgList, {})).success).toBe(true)
    }
    await grant(
      'city01',
      'region01',
      all.filter((id) => !openers.includes(id)),
    )
    expect((await region.call(orgList, {})).code).toBe(602)
    await grant('city01', 'region01', all)
  })

  test('with everything else leaves a session that can only sign out', async () => {
    expect((await grant('school01', 'sscreen01', [])).success).toBe(true)
    expect(await menuIds('sscreen01')).toEqual([])
    expect((await grant('school01', 'sscreen01', defaultPermissionIds('SS'))).success).toBe(true)
  })
})

describe('giving', () => {
  const teacher = defaultPermissionIds('ST')

  test('beyond the role works for what the giver holds, and is called an extra', async () => {
    const { contrastReport } = PERMISSIONS
    expect((await grant('school01', 'teacher01', [...teacher, contrastReport.id])).success).toBe(true)
    expect(await menuIds('teacher01')).toContain(contrastReport.id)
    const { data } = await (await as('school01')).call(accountPermissions, {
      userId: await idOf('teacher01'),
    })
    expect(data.permissions.find(({ id }) => id === contrastReport.id)).toMatchObject({
      held: true,
      byRole: false,
      changeable: true,
    })
    expect(data.explanation.join()).toContain('另外授予1项')
  })

  test.each([
    ['school01', 'teacher01', PERMISSIONS.approveOrgs.id],
    ['school01', 'teacher01', PERMISSIONS.provinceReport.id],
    ['region01', 'school01', PERMISSIONS.overviewThree.id],
    ['hospital01', 'hscreen01', PERMISSIONS.students.id],
  ])('what %s does not hold is refused to %s (%i), and nothing changes', async (granter, account, id) => {
    const before = await menuIds(account)
    const answer = await grant(granter, account, [...before, id])
    expect(answer).toMatchObject({ success: false, code: 700, message: '不能授予自己没有的权限' })
    expect(await menuIds(account)).toEqual(before)
  })

  test('what the giver lost is no longer theirs to give', async () => {
    const { contrastReport } = PERMISSIONS
    await grant('school01', 'teacher01', teacher)
    const own = defaultPermissionIds('SA')
    expect(
      (
        await grant(
          'region01',
          'school01',
          own.filter((id) => id !== contrastReport.id),
        )
      ).success,
    ).toBe(true)
    expect((await grant('school01', 'teacher01', [...teacher, contrastReport.id])).code).toBe(700)
    await grant('region01', 'school01', own)
  })

  test('an account that holds more than its giver may keep it', async () => {
    const extra = PERMISSIONS.designReport.id
    expect((await grant('region01', 'school01', [...defaultPermissionIds('SA'), extra])).success).toBe(true)
    expect((await grant('school01', 'teacher01', [...teacher, extra])).success).toBe(true)
    await grant('region01', 'school01', defaultPermissionIds('SA'))
    expect((await grant('school01', 'teacher01', [...teacher, extra])).success).toBe(true)
    expect((await grant('school01', 'teacher01', teacher)).success).toBe(true)
    expect((await grant('school01', 'teacher01', [...teacher, extra])).code).toBe(700)
  })

  test('an id that is no permission is refused, a repeated one counts once', async () => {
    const before = await menuIds('teacher01')
    expect(await grant('school01', 'teacher01', [...teacher, 999_999])).toMatchObject({ code: 650 })
    expect(await grant('school01', 'teacher01', [...teacher, -1])).toMatchObject({ code: 650 })
    expect(await menuIds('teacher01')).toEqual(before)
    expect((await grant('school01', 'teacher01', [...teacher, ...teacher])).success).toBe(true)
    expect(await menuIds('teacher01')).toEqual([...teacher].sort())
  })

  test('opens no door to accounts one may not manage', async () => {
    const { authority, accountGrant } = PERMISSIONS
    expect((await grant('school01', 'teacher01', [...teacher, authority.id, accountGrant.id])).success).toBe(
      true,
    )
    const caller = await as('teacher01')
    const list = await caller.call(accountPageList, {})
    expect(list.data.list.filter(({ manageable }) => manageable)).toEqual([])
    const userId = await idOf('sscreen01')
    const { version } = (await caller.call(accountPermissions, { userId })).data
    expect((await caller.call(grantPermissions, { userId, version, permissionIds: [] })).code).toBe(700)
    await grant('school01', 'teacher01', teacher)
  })
})

describe('two who grant at once', () => {
  test('one wins, the other is refused, and the list is one of the two', async () => {
    const caller = await as('school01')
    const userId = await idOf('grade01')
    const role = defaultPermissionIds('SG')
    const buttons = [permissionId('studentEdit'), permissionId('myAccountEntry')]
    const lists = [role.filter((id) => id !== buttons[0]), role.filter((id) => id !== buttons[1])]
    const { version } = (await caller.call(accountPermissions, { userId })).data
    const token = await tokenOf('school01')
    const answers = await Promise.all(
      lists.map((permissionIds, index) =>
        (index ? other : node.current).as(token).call(grantPermissions, { userId, version, permissionIds }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect(answers.find(({ code }) => code === REFUSALS.changedMeanwhile)?.message).toBe(
      '数据已被他人修改，请刷新后重试',
    )
    const winner = lists[answers.findIndex(({ success }) => success)] ?? []
    expect(await menuIds('grade01')).toEqual([...winner].sort())
    await grant('school01', 'grade01', role)
  })

  test('the same list sent again with the old version changes nothing', async () => {
    const caller = await as('school01')
    const userId = await idOf('grade01')
    const { version } = (await caller.call(accountPermissions, { userId })).data
    const input = { userId, version, permissionIds: defaultPermissionIds('SG') }
    expect((await caller.call(grantPermissions, input)).data).toEqual({ version: version + 1 })
    expect((await caller.call(grantPermissions, input)).code).toBe(REFUSALS.changedMeanwhile)
    expect((await caller.call(accountPermissions, { userId })).data.version).toBe(version + 1)
  })
})

describe('inside one organisation', () => {
  test('nobody hands on by a role, or gives back, what was taken from themselves', async () => {
    const taken = permissionId('accountUnlock')
    const ofSchool = defaultPermissionIds('SA')
    await grant(
      'region01',
      'school01',
      ofSchool.filter((id) => id !== taken),
    )
    const school = await as('school01')
    const { orgId } = (await school.call(sessionEndpoints.userInfo, {})).data
    const added = await school.call(authorityEndpoints.addAccount, {
      orgId: orgId ?? 0,
      account: 'secondadmin',
      realName: '新管理员',
      phone: '13900001111',
      roleType: 20,
      dataRangeType: 4,
    })
    const heldBy = async (granter: string) => {
      const { data } = await (await as(granter)).call(accountPermissions, { userId: added.data.userId })
      return data.permissions.filter(({ held }) => held).map(({ id }) => id)
    }
    expect((await heldBy('school01')).sort()).toEqual(ofSchool.filter((id) => id !== taken).sort())
    expect((await grant('school01', 'secondadmin', ofSchool)).code).toBe(700)
    expect((await grant('region01', 'secondadmin', ofSchool)).success).toBe(true)
    expect((await heldBy('region01')).sort()).toEqual([...ofSchool].sort())
    await grant('region01', 'school01', ofSchool)
  })
})
