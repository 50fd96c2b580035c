// Who must have a second step: read and changed by the highest body, at once in force everywhere.
import { afterAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import type { SecondStepRule } from '#contract/account/second-step-policy.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { migrate, readMigrations } from '../../core/db/migrate.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { demoUser, must } from '../../testing/people.ts'
import { enrolTotp, forgetSecondStepRules, setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()
const { secondStepPolicy, saveSecondStepPolicy } = accountEndpoints
const province = demoUser(node, 'province01')
const { school } = OrgType.code
const { admin, classTeacher } = RoleType.code

const read = () => must(province.call(secondStepPolicy, {}))
const save = async (rules: SecondStepRule[], version?: number) =>
  province.call(saveSecondStepPolicy, { version: version ?? (await read()).version, rules })
const asks = async (account: string, on: TestApp = node.current) =>
  (await on.call(sessionEndpoints.login, { account, password: 'Demo@2026' })).data.secondStep

describe('the policy', () => {
  test('is that of the installation until somebody changes it', async () => {
    const policy = await read()
    expect(policy).toMatchObject({
      version: 1,
      rules: [{ account: 'phealth01' }],
      changedBy: null,
      smsAvailable: true,
      earlier: [],
    })
  })

  test('counts the accounts of each kind, and those who could give a second step today', async () => {
    const kindOf = async () =>
      (await read()).accounts.find(
        ({ orgType, property, roleType }) =>
          orgType === school && property === 10 && roleType === classTeacher,
      )
    const { rows } = await node.current.data.work.pool.query(
      `select count(*)::int as n from app_user u join org o on o.id = u.org_id
        where o.org_type = ${school} and u.role_type = ${classTeacher} and u.enabled and o.property = 10`,
    )
    expect(await kindOf()).toMatchObject({ accounts: rows[0].n, ready: rows[0].n })
    const { services } = node.current
    const working = services.sms
    services.sms = { ...working, unavailable: true }
    expect(await read()).toMatchObject({ smsAvailable: false })
    expect(await kindOf()).toMatchObject({ ready: 0 })
    await enrolTotp(node.current, demoUser(node, 'teacher01'))
    expect(await kindOf()).toMatchObject({ ready: 1 })
    services.sms = working
    await node.current.sql('delete from totp')
  })

  test('holds from the next sign-in on, on every node, and says who changed it to what', async () => {
    const other = await node.current.otherNode()
    expect(await asks('school01', other)).toBeNull()
    const { version } = await read()
    const rules = [{ orgType: school, roleType: admin }]
    expect(await must(save(rules))).toEqual({ version: version + 1 })
    expect(await asks('school01', other)).toBe('sms')
    expect(await asks('teacher01', other)).toBeNull()
    const policy = await read()
    expect(policy).toMatchObject({
      version: version + 1,
      rules,
      changedBy: expect.stringContaining('province01'),
    })
    expect(policy.earlier[0]).toMatchObject({ version, rules: [{ account: 'phealth01' }] })
    const { rows } = await node.current.data.work.pool.query(
      `select object_id as id, detail from audit_log where action = 'secondStep.policy' and success order by id desc limit 1`,
    )
    expect(rows).toEqual([
      { id: String(version + 1), detail: { before: [{ account: 'phealth01' }], after: rules } },
    ])
  })

  test('that somebody else has changed meanwhile is not overwritten', async () => {
    const { version } = await read()
    expect((await save([], version)).success).toBe(true)
    expect((await save([{}], version)).code).toBe(REFUSALS.changedMeanwhile)
    const both = await Promise.all([save([{}], version + 1), save([], version + 1)])
    expect(both.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    await save([])
  })

  test('names accounts that exist, however they are typed', async () => {
    expect((await save([{ account: ' SCHOOL01' }])).success).toBe(true)
    expect((await read()).rules).toEqual([{ account: 'school01' }])
    const unknown = await save([{ account: 'school01' }, { account: 'nobody99' }])
    expect(unknown).toMatchObject({ code: 652, data: { issues: [{ path: ['accounts'] }] } })
    await setSecondStepRules(node.current, [{ account: 'gone01' }])
    expect((await save([{ account: 'gone01' }, { account: 'school01' }])).success).toBe(true)
    await save([])
  })

  test.each([[[{ orgType: 99 }]], [[{ orgtype: 10 }]], [[null]], [Array(201).fill({})]])(
    'is not made of anything else, such as %j',
    async (rules) => {
      const answer = await save(rules as SecondStepRule[])
      expect(answer.success).toBe(false)
      expect((await read()).rules).toEqual([])
    },
  )

  test('is changed by the highest body alone, also where the permission was handed on', async () => {
    for (const account of ['city01', 'region01', 'school01'])
      expect((await demoUser(node, account).call(secondStepPolicy, {})).code).toBe(602)
    await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
      select id, 2063, true from app_user where account = 'city01'`)
    const city = demoUser(node, 'city01')
    expect((await city.call(secondStepPolicy, {})).success).toBe(true)
    expect((await city.call(saveSecondStepPolicy, { version: 1, rules: [] })).code).toBe(602)
  })

  test('where nobody has ever set one is the default', async () => {
    await forgetSecondStepRules(node.current)
    expect(await read()).toMatchObject({ version: 0, rules: [], changedAt: null })
    expect(await must(save([{}], 0))).toEqual({ version: 1 })
  })
})

describe('rules of earlier versions', () => {
  const undo: (() => unknown)[] = []
  afterAll(async () => {
    for (const step of undo.reverse()) await step()
  })

  test('are taken over from the setting they were in', async () => {
    const client = await (await emptyDatabase(undo)).connect()
    const all = readMigrations()
    const at = all.findIndex(({ name }) => name.startsWith('0024_'))
    await migrate(client, all.slice(0, at))
    await client.query(`insert into setting values ('smsPolicy', '[{"orgType":30}]')`)
    await migrate(client, all)
    const policy = await client.query('select version, rules, changed_by from second_step_policy')
    expect(policy.rows).toEqual([{ version: 1, rules: [{ orgType: 30 }], changed_by: null }])
    expect((await client.query(`select 1 from setting where key = 'smsPolicy'`)).rows).toEqual([])
  })
})
