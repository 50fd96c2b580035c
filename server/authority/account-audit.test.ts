// Every change of an account, and every refused one, is on the trail; without the trail there is no change.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { useApp } from '../testing/app.ts'
import type { By } from '../testing/people.ts'

const node = useApp()
const { accountPageList, addAccount, editAccount, grantPermissions } = authorityEndpoints
const { resetAccountPassword, setAccountEnabled, unlockAccount } = authorityEndpoints

let token = ''
let orgId = 0
let callerId = 0
beforeAll(async () => {
  token = await node.current.login('school01')
  const row = await rowOf('school01')
  orgId = row.orgId ?? 0
  callerId = row.id
})
afterEach(() => node.current.sql('grant insert on audit_log to vision_app'))

const school = () => node.current.as(token)
const rowOf = (account: string) =>
  node.current.db.selectFrom('appUser').selectAll().where('account', '=', account).executeTakeFirstOrThrow()
const trail = () => node.current.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
const lastId = async () => (await trail()).at(-1)?.id ?? 0

let made = 0
const draft = (change: object = {}) => ({
  orgId,
  account: `trail${String(++made).padStart(4, '0')}`,
  realName: '郑重',
  phone: `1340000${String(made).padStart(4, '0')}`,
  roleType: 45 as const,
  dataRangeType: 4 as const,
  ...change,
})

type Act = (caller: By, target: { id: number; version: number }) => ReturnType<By['call']>
const ACTS: Record<string, Act> = {
  'account.add': (caller) => caller.call(addAccount, draft()),
  'account.edit': (caller, { id, version }) =>
    caller.call(editAccount, { userId: id, version, realName: '郑一', roleType: 45, dataRangeType: 4 }),
  'account.setEnabled': (caller, { id }) => caller.call(setAccountEnabled, { userId: id, enabled: false }),
  'account.unlock': (caller, { id }) => caller.call(unlockAccount, { userId: id }),
  'account.resetPassword': (caller, { id }) => caller.call(resetAccountPassword, { userId: id }),
  'account.grant': (caller, { id, version }) =>
    caller.call(grantPermissions, { userId: id, version, permissionIds: [1110] }),
}

async function newTeacher() {
  const { userId } = (await school().call(addAccount, draft())).data
  return { id: userId, version: 1 }
}

describe.each(Object.entries(ACTS))('%s', (action, act) => {
  test('leaves one row that says who, from where, what and how it ended', async () => {
    const target = await newTeacher()
    const before = await lastId()
    const answer = await act(school(), target)
    expect(answer.success).toBe(true)
    const rows = (await trail()).filter(({ id }) => id > before)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action,
      userId: callerId,
      account: 'school01',
      orgId,
      ip: '127.0.0.1',
      objectType: 'user',
      success: true,
      code: 200,
      requestId: answer.headers['x-request-id'],
    })
    if (action !== 'account.add') expect(rows[0]?.objectId).toBe(String(target.id))
    expect(rows[0]?.at).toBeInstanceOf(Date)
  })

  test('is refused as a whole when the row cannot be written', async () => {
    const target = await newTeacher()
    const users = () => node.current.db.selectFrom('appUser').selectAll().orderBy('id').execute()
    const overrides = () => node.current.db.selectFrom('userPermissionOverride').selectAll().execute()
    const before = [await users(), await overrides()]
    await node.current.sql('revoke insert on audit_log from vision_app')
    const answer = await act(school(), target)
    expect(answer).toMatchObject({ status: 500, code: 500, message: '服务器错误', data: null })
    expect([await users(), await overrides()]).toEqual(before)
    await node.current.sql('grant insert on audit_log to vision_app')
    expect((await act(school(), target)).success).toBe(true)
  })

  test('refused, it is on the trail too, with the account it was aimed at', async () => {
    const { id, version } = await rowOf('school01')
    const before = await lastId()
    const refused =
      action === 'account.add'
        ? await school().call(addAccount, draft({ roleType: 20, isSuper: true }))
        : await act(school(), { id, version })
    expect(refused.code).toBe(700)
    const rows = (await trail()).filter((row) => row.id > before)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action,
      account: 'school01',
      success: false,
      code: 700,
      requestId: refused.headers['x-request-id'],
    })
    if (action !== 'account.add') expect(rows[0]).toMatchObject({ objectType: 'user', objectId: String(id) })
  })

  test('aimed at nobody, it is on the trail as well', async () => {
    if (action === 'account.add') return
    const before = await lastId()
    expect((await act(school(), { id: 999_999, version: 1 })).code).toBe(652)
    const rows = (await trail()).filter((row) => row.id > before)
    expect(rows).toMatchObject([{ action, success: false, code: 652, objectId: '999999' }])
  })
})

describe('a step over a boundary', () => {
  test('is on the trail as denied: no permission, and out of range', async () => {
    const teacher = node.current.as(await node.current.login('teacher01'))
    const before = await lastId()
    expect((await teacher.call(accountPageList, {})).code).toBe(602)
    expect((await school().call(accountPageList, { orgId: 1 })).code).toBe(616)
    expect((await school().call(addAccount, draft({ orgId: 1 }))).code).toBe(616)
    const rows = (await trail()).filter(({ id }) => id > before)
    expect(rows.map(({ account, action, code, objectId }) => [account, action, code, objectId])).toEqual([
      ['teacher01', 'access.denied', 602, accountPageList.path],
      ['school01', 'access.denied', 616, accountPageList.path],
      ['school01', 'access.denied', 616, addAccount.path],
    ])
  })

  test('asking for a wider range or a higher role is on the trail', async () => {
    const before = await lastId()
    const wider = draft({ dataRangeType: 1, dataRangeProvinceId: '330000' })
    expect((await school().call(addAccount, wider)).code).toBe(700)
    const rows = (await trail()).filter(({ id }) => id > before)
    expect(rows).toMatchObject([{ action: 'account.add', success: false, code: 700 }])
  })

  test('a mistyped form is none', async () => {
    const before = await lastId()
    expect((await school().call(addAccount, draft({ realName: '1' }))).code).toBe(623)
    const edit = { userId: callerId, version: 1, realName: '', roleType: 45, dataRangeType: 4 } as const
    expect((await school().call(editAccount, edit)).code).toBe(650)
    expect(await lastId()).toBe(before)
  })
})

describe('the trail itself', () => {
  test('holds no password, token or phone', async () => {
    const added = (await school().call(addAccount, draft({ phone: '13687654321' }))).data
    const reset = (await school().call(resetAccountPassword, { userId: added.userId })).data
    const text = JSON.stringify(await trail())
    for (const secret of [added.password, reset.password, token, '13687654321', 'Demo@2026'])
      expect(text).not.toContain(secret)
  })

  test.each(['update audit_log set code = 1', 'delete from audit_log', 'truncate audit_log'])(
    'cannot be altered by the role that runs: %s',
    async (statement) => {
      const before = await trail()
      const asRunning = node.current.data.requests.pool.query(statement)
      await expect(asRunning).rejects.toMatchObject({ code: '42501' })
      await expect(node.current.sql(statement)).rejects.toThrow('append-only')
      expect(await trail()).toEqual(before)
    },
  )

  test.each(['create table x (id int)', 'drop table session', 'alter table org add x int', 'create role x'])(
    'nor can that role change the tables: %s',
    async (statement) => {
      await expect(node.current.data.requests.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    },
  )
})
