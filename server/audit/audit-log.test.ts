// The trail as administrators read it: who, when, what, whose data, how it ended; nobody above or outside the range.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { AUDIT_LISTED_MAX } from '#contract/audit/schemas.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { demoUsers, must, permit } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { setSecondStepRules } from '../testing/second-step.ts'
import { readExport } from '../testing/sheets/read-export.ts'

const app = useApp()
const as = demoUsers(app)
const { auditPageList } = auditEndpoints
const { accountPageList, unlockAccount } = authorityEndpoints

type Query = InputOf<typeof auditPageList>
const read = (account: string, query: Query = {}) =>
  must(as(account).call(auditPageList, { pageSize: 50, ...query }))
const acted = async (account: string, query: Query = {}) =>
  new Set((await read(account, query)).list.map((row) => row.account))
const userId = (account: string) =>
  oneOf(app.current, `select id from app_user where account = $1`, [account])

let orgId: number
let studentId: number
beforeAll(async () => {
  await setSecondStepRules(app.current, [])
  orgId = await newSchool(app.current, as('region01'), { name: '审计测试学校' })
  const { classIds } = await newGrade(as('region01'), orgId, 2, 1)
  studentId = (await newStudent(as('region01'), classIds[0] ?? 0, { name: '欧阳明月' })).studentId
  await must(as('region01').call(studentEndpoints.studentDetail, { studentId }))
  // Something from everybody whose range differs.
  for (const account of ['province01', 'phealth01', 'city01', 'school01', 'hospital01', 'teacher01'])
    await as(account).call(accountPageList, { orgId: 999_999 })
})

describe('an entry', () => {
  test('says who, of which organisation, did what to whom, from where, and how it ended', async () => {
    const { list } = await read('region01', { keyword: 'region01', kind: 'personal' })
    expect(list[0]).toEqual({
      auditId: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      account: 'region01',
      realName: expect.any(String),
      orgName: expect.stringContaining('教育局'),
      action: '查看学生档案',
      objectType: '学生',
      object: '欧**月（审计测试学校）',
      whole: null,
      note: null,
      success: true,
      result: '成功',
      ip: '127.0.0.1',
    })
  })

  test('of a refusal has its sentence and the name of what was tried', async () => {
    const { list } = await read('school01', { kind: 'denied', keyword: 'school01' })
    expect(list[0]).toMatchObject({
      action: '越权访问被拒绝',
      objectType: '功能',
      object: '数据范围内的账号',
      success: false,
      result: '访问超出授权范围',
    })
  })

  test('of an account names it', async () => {
    await must(as('school01').call(unlockAccount, { userId: await userId('teacher01') }))
    const { list } = await read('school01', { kind: 'account' })
    expect(list[0]).toMatchObject({ action: '解除登录锁定', objectType: '账号' })
    expect(list[0]?.object).toContain('teacher01')
  })

  test('of an act on many names the first and counts the others', async () => {
    const ids = Array.from({ length: 5 }, () => studentId).join(',')
    await app.current.sql(`insert into audit_log (user_id, account, org_id, ip, action, object_type, object_id, success,
        code, detail, request_id)
      select id, account, org_id, '::1', 'student.move', 'student', '${ids}', true, 200, '{"count": 80}', 'x'
      from app_user where account = 'region01'`)
    const { list } = await read('region01', { kind: 'roster' })
    expect(list[0]?.object).toMatch(/^欧\*\*月（审计测试学校）、.* 等 80 个$/)
  })

  test('of something that is gone has its number', async () => {
    await app.current.sql(`insert into audit_log (user_id, account, org_id, ip, action, object_type, object_id, success,
        code, request_id)
      select id, account, org_id, '::1', 'plan.delete', 'plan', '888888', true, 200, 'x'
      from app_user where account = 'region01'`)
    const { list } = await read('region01', { kind: 'plan' })
    expect(list[0]).toMatchObject({ objectType: '筛查计划', object: '编号 888888' })
  })

  test('of something outside the range has its number as well', async () => {
    expect((await as('school01').call(studentEndpoints.studentDetail, { studentId })).code).toBe(650)
    const { list } = await read('school01', { keyword: 'school01', kind: 'personal' })
    expect(list[0]).toMatchObject({ objectType: '学生', object: `编号 ${studentId}`, success: false })
  })

  test('tells the reason that was given', async () => {
    await must(as('region01').call(studentEndpoints.revealStudent, { studentId, reason: '家长来电核对' }))
    const { list } = await read('region01', { kind: 'personal' })
    expect(list[0]).toMatchObject({ action: '查看完整姓名、证件号与电话', note: '家长来电核对' })
  })

  test('of a sign-in, right or wrong, is of the organisation of the account', async () => {
    await app.current.call(sessionEndpoints.login, { account: 'teacher01', password: 'wrong' })
    const { list } = await read('school01', { kind: 'signIn', keyword: 'teacher01' })
    expect(list[0]).toMatchObject({ account: 'teacher01', action: '登录', result: '账号或密码错误' })
    expect(await acted('region01', { kind: 'signIn' })).toContain('teacher01')
    expect(await acted('hospital01', { kind: 'signIn' })).not.toContain('teacher01')
  })
})

describe('the range', () => {
  test('of a school and of a hospital is the own organisation', async () => {
    for (const account of ['school01', 'hospital01']) {
      const own = await rowsOf<{ account: string }>(
        app.current,
        `select account from app_user where org_id = (select org_id from app_user where account = $1)`,
        [account],
      )
      const names = own.map((row) => row.account)
      for (const seen of await acted(account)) expect(names).toContain(seen)
      expect(await acted(account)).toContain(account)
    }
  })

  test('of a bureau is what stands in its area, and nobody above', async () => {
    const region = await acted('region01')
    expect(region).toContain('school01')
    expect(region).toContain('hospital01')
    for (const above of ['city01', 'province01', 'phealth01']) expect(region).not.toContain(above)
    const city = await acted('city01')
    expect(city).toContain('region01')
    expect(city).not.toContain('province01')
    const province = await acted('province01')
    for (const account of ['province01', 'phealth01', 'city01', 'region01', 'school01', 'hospital01'])
      expect(province).toContain(account)
  })

  test('does not reach an entry without an organisation', async () => {
    await app.current.call(sessionEndpoints.login, { account: 'nobody-at-all', password: 'wrong' })
    expect(await acted('province01')).not.toContain(null)
  })

  test('that is incomplete sees nothing', async () => {
    await app.current.sql(`update app_user set data_range_city_id = null where account = 'city01'`)
    expect(await read('city01')).toMatchObject({ list: [], total: 0, more: false })
    await app.current.sql(`update app_user set data_range_city_id = '330100' where account = 'city01'`)
  })

  test('is nothing for who is no administrator, whatever was granted', async () => {
    await permit(app.current, 'teacher01', [
      permissionId('authority'),
      permissionId('auditLog'),
      permissionId('exportAudit'),
    ])
    expect(await read('teacher01')).toMatchObject({ list: [], total: 0 })
    const size = await must(as('teacher01').call(exportEndpoints.exportSize, { item: 'audit' }))
    expect(size.rows).toBe(0)
  })
})

describe('filters', () => {
  test('by organisation, result and student', async () => {
    const mine = await read('province01', {
      orgId: await oneOf(app.current, `select org_id from app_user where account = 'school01'`),
    })
    expect(new Set(mine.list.map(({ account }) => account))).not.toContain('region01')
    const refused = await read('province01', { result: 'refused' })
    expect(refused.list.length).toBeGreaterThan(0)
    expect(refused.list.every(({ success }) => !success)).toBe(true)
    const about = await read('region01', { studentId })
    expect(about.studentName).toBe('欧**月')
    expect(new Set(about.list.map(({ object }) => object))).toEqual(new Set(['欧**月（审计测试学校）']))
  })

  test('by days, in China; without any the last seven', async () => {
    const insert = (at: string, ip: string) =>
      app.current.sql(`insert into audit_log (at, user_id, account, org_id, ip, action, success, code, request_id)
        select ${at}, id, account, org_id, '${ip}', 'message.read', true, 200, 'x' from app_user where account = 'city01'`)
    const midnight = `((now() at time zone 'Asia/Shanghai')::date - 6)::timestamp at time zone 'Asia/Shanghai'`
    await insert(midnight, '10.0.0.7')
    await insert(`${midnight} - interval '1 second'`, '10.0.0.8')
    const ips = async (query: Query) =>
      (await read('city01', { kind: 'message', ...query })).list.map(({ ip }) => ip)
    expect(await ips({})).toEqual(['10.0.0.7'])
    expect(await ips({ startDay: dayFromNow(-7), endDay: dayFromNow(-7) })).toEqual(['10.0.0.8'])
    expect(await ips({ endDay: dayFromNow(-7) })).toEqual(['10.0.0.8'])
    expect(await ips({ startDay: dayFromNow(-7) })).toEqual(['10.0.0.7', '10.0.0.8'])
  })

  test('a name that nobody has finds nothing', async () => {
    expect(await read('province01', { keyword: '查无此人' })).toMatchObject({ list: [], total: 0 })
  })
})

describe('pages', () => {
  test('follow each other, newest first, up to the most that is listed', async () => {
    await app.current.sql(`insert into audit_log (at, user_id, account, org_id, ip, action, success, code, request_id)
      select now() - n * interval '1 second', id, account, org_id, '10.9.0.1', 'device.edit', true, 200, 'x'
      from app_user, generate_series(1, ${AUDIT_LISTED_MAX + 5}) n where account = 'hospital01'`)
    const first = await read('hospital01', { kind: 'device', pageSize: 20 })
    expect(first).toMatchObject({ total: AUDIT_LISTED_MAX, more: true })
    const second = await read('hospital01', { kind: 'device', pageSize: 20, pageNum: 2 })
    const times = [...first.list, ...second.list].map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set([...first.list, ...second.list].map(({ auditId }) => auditId)).size).toBe(40)
    const beyond = await read('hospital01', { kind: 'device', pageNum: AUDIT_LISTED_MAX / 50 + 1 })
    expect(beyond.list).toEqual([])
  })
})

test('looking at it is on it, with what was looked for', async () => {
  await read('school01', { kind: 'export' })
  const [row] = await rowsOf<{ action: string; detail: object }>(
    app.current,
    `select action, detail from audit_log where account = 'school01' order by id desc limit 1`,
  )
  expect(row).toEqual({ action: 'audit.view', detail: { kind: 'export' } })
})

test('as a file it has the same rows, every one once, and is on record', async () => {
  const input = { kind: 'device' as const, reason: '每月安全检查' }
  const { content } = await must(as('hospital01').call(exportEndpoints.exportAudit, input))
  const { rows, titles, about } = await readExport(content)
  expect(titles).toEqual([
    '时间',
    '账号',
    '姓名',
    '机构',
    '操作',
    '对象类型',
    '对象',
    '原因与数量',
    '结果',
    '来源地址',
  ])
  expect(rows).toHaveLength(AUDIT_LISTED_MAX + 5)
  expect(rows[0]).toMatchObject({ 账号: 'hospital01', 操作: '编辑设备', 结果: '成功', 来源地址: '10.9.0.1' })
  expect(rows[0]?.时间).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(about).toMatchObject({ 筛选条件: '操作类别：设备' })
  const { list } = await read('hospital01', { kind: 'audit' })
  expect(list.find(({ action }) => action === '导出审计日志')).toMatchObject({
    note: `每月安全检查；${AUDIT_LISTED_MAX + 5} 行`,
  })
})
