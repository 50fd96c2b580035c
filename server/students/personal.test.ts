// Numbers in full: with a reason, for who may, on record; and never by any other way.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newIdCard, newSchool } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { addStudent, revealStudent, studentViewers, studentDetail, studentPageList } = studentEndpoints

const region = demoUser(app, 'region01')
let orgId: number
let studentId: number
let idCard: string

beforeAll(async () => {
  orgId = await newSchool(app.current, region)
  const { classIds } = await newGrade(region, orgId, 2, 1)
  idCard = newIdCard()
  const numbers = { idCard, studentNo: `G${idCard}`, parentPhone: '13912345678' }
  const child = { classId: classIds[0] ?? 0, name: '测隐私', ...numbers }
  studentId = (await must(region.call(addStudent, child))).studentId
})
const revealed = () => ({
  name: '测隐私',
  parentName: null,
  idCard,
  passportNo: null,
  studentNo: `G${idCard}`,
  parentPhone: '13912345678',
})

describe('numbers in full', () => {
  test('are disclosed for a reason, which is on record', async () => {
    const answer = await must(region.call(revealStudent, { studentId, reason: ' 家长来电核对 ' }))
    expect(answer).toEqual(revealed())
    const [row] = await rowsOf(
      app.current,
      `select account, success, detail from audit_log where action = 'student.reveal' and object_id = $1`,
      [String(studentId)],
    )
    expect(row).toEqual({ account: 'region01', success: true, detail: { reason: '家长来电核对' } })
  })

  test.each([
    [{}, 650, '请填写原因'],
    [{ reason: '  ' }, 650, '请填写原因'],
    [{ reason: `${'长短'.repeat(100)}长` }, 700, '原因不能超过200个字'],
    [{ reason: '核对下' }, 700, '请写明用途，至少4个字'],
    [{ reason: '。。。。' }, 700, '请写明用途，至少4个字'],
    [{ reason: '1 1 1 1 1' }, 700, '请写明用途，至少4个字'],
  ])('are not disclosed for %j', async (fields, code, message) => {
    const answer = await region.call(revealStudent, { studentId, ...fields } as never)
    expect(answer).toMatchObject({ code, message })
    expect(JSON.stringify(answer)).not.toContain(idCard)
  })

  test('are not disclosed to who may not, or sees the student not at all', async () => {
    for (const roleType of [40, 45] as const) {
      const { account } = await newUser(app.current, orgId, roleType)
      const by = await signedIn(app.current, account)
      expect((await by.call(revealStudent, { studentId, reason: '核对学籍' })).code).toBe(602)
      expect((await by.call(studentViewers, { studentId })).code).toBe(602)
    }
    const hospital = await signedIn(app.current, 'hospital01')
    expect((await hospital.call(revealStudent, { studentId, reason: '核对学籍' })).code).toBe(602)
    const school = await signedIn(app.current, 'school01')
    expect((await school.call(revealStudent, { studentId, reason: '核对学籍' })).code).toBe(650)
    expect((await school.call(studentViewers, { studentId })).code).toBe(650)
  })

  test('are disclosed to the levels above as well', async () => {
    for (const account of ['city01', 'province01']) {
      const by = await signedIn(app.current, account)
      expect(await must(by.call(revealStudent, { studentId, reason: '督查抽查' }))).toEqual(revealed())
    }
  })

  test('are not disclosed where that cannot be written down', async () => {
    await app.current.sql('revoke insert on audit_log from vision_app')
    try {
      const answer = await region.call(revealStudent, { studentId, reason: '核对学籍' })
      expect(answer.success).toBe(false)
      expect(JSON.stringify(answer)).not.toContain(idCard)
      expect((await region.call(studentDetail, { studentId })).success).toBe(false)
    } finally {
      await app.current.sql('grant insert on audit_log to vision_app')
    }
  })
})

describe('whoever goes through many students', () => {
  const { inbox } = messageEndpoints
  const reason = '核对学籍'

  test('is stopped for the hour, and the administrator hears of it once', async () => {
    const node = await app.current.otherNode({ REVEALS_PER_HOUR: '3' })
    const { account } = await newUser(app.current, orgId, 20)
    const [by, colleague] = [account, (await newUser(app.current, orgId, 20)).account].map((each) =>
      demoUser({ current: node }, each),
    )
    if (!by || !colleague) throw new Error('two users are needed')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => by.call(revealStudent, { studentId, reason })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(3)
    const refused = answers.filter(({ success }) => !success)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([REFUSALS.tooManyReveals]))
    expect(JSON.stringify(refused)).not.toContain(idCard)
    expect((await colleague.call(revealStudent, { studentId, reason })).success).toBe(true)
    const { list } = await must(colleague.call(inbox, {}))
    const told = list.filter(({ title }) => title.includes('查看完整证件号的次数已到上限'))
    expect(told).toMatchObject([{ body: expect.stringContaining(account) }])
    const [{ refusals } = {}] = await rowsOf(
      app.current,
      `select count(*)::int as refusals from audit_log where action = 'student.reveal' and account = $1 and not success`,
      [account],
    )
    expect(refusals).toBe(3)
  })

  test('is stopped for the day, however slowly', async () => {
    const node = await app.current.otherNode({ REVEALS_PER_DAY: '3' })
    const { account, userId } = await newUser(app.current, orgId, 20)
    await app.current.sql(`insert into audit_log (at, user_id, account, ip, action, success, code, request_id)
      select now() - n * interval '5 hours', ${userId}, '${account}', '::1', 'student.reveal', true, 200, ''
      from generate_series(1, 2) as n`)
    const by = demoUser({ current: node }, account)
    expect((await by.call(revealStudent, { studentId, reason })).success).toBe(true)
    expect(await by.call(revealStudent, { studentId, reason })).toMatchObject({
      code: REFUSALS.tooManyReveals,
      message: expect.stringContaining('每天最多查看 3 次'),
    })
  })
})

test('who looked is listed, newest first, with the reason', async () => {
  await must(region.call(studentDetail, { studentId }))
  await must(region.call(revealStudent, { studentId, reason: '最近一次' }))
  const rows = await must(region.call(studentViewers, { studentId }))
  expect(rows[0]).toMatchObject({ realName: '李雪梅', action: '查看完整信息', reason: '最近一次' })
  expect(rows[1]).toMatchObject({ orgName: '西湖区教育局', action: '查看档案', reason: null })
  const times = rows.map(({ until }) => until)
  expect(times).toEqual(times.toSorted().reverse())
  expect(rows.some(({ reason }) => reason === '督查抽查')).toBe(true)
})

test('calls that follow each other are one visit; the trail keeps every one', async () => {
  const { userId, account } = await newUser(app.current, orgId, 20)
  const calls: [minutesAgo: number, action: string, reason?: string][] = [
    [90, 'student.view'],
    [90, 'record.view'],
    [89, 'record.view'],
    [80, 'student.reveal', '核对证件'],
    [79, 'student.reveal', '核对证件'],
    [78, 'student.reveal', '联系家长'],
    [76, 'record.view'],
    // Later than a quarter of an hour: another visit.
    [60, 'student.view'],
  ]
  for (const [minutes, action, reason] of calls)
    await app.current.sql(`insert into audit_log (at, user_id, account, org_id, ip, action, object_type, object_id, success,
        code, detail, request_id)
      values (now() - interval '${minutes} minutes', ${userId}, '${account}', ${orgId}, '::1', '${action}', 'student',
        '${studentId}', true, 200, ${reason ? `'{"reason": "${reason}"}'` : 'null'}, '')`)
  await app.current.sql(`update app_user set real_name = '来访人' where id = ${userId}`)
  const viewers = await must(region.call(studentViewers, { studentId }))
  const visits = viewers.filter(({ realName }) => realName === '来访人')
  expect(visits.map(({ action, calls, reason }) => [action, calls, reason])).toEqual([
    ['查看档案', 1, null],
    ['查看档案、查看筛查结果', 4, null],
    ['查看完整信息', 1, '联系家长'],
    ['查看完整信息', 2, '核对证件'],
  ])
  const [first] = visits.slice(1)
  const lasted = Date.parse(first?.until ?? '') - Date.parse(first?.at ?? '')
  expect(Math.round(lasted / 60_000)).toBe(14)
  const kept = await rowsOf(
    app.current,
    'select 1 from audit_log where account = $1 and object_id is not null',
    [account],
  )
  expect(kept).toHaveLength(calls.length)
})

test('no other answer carries a whole number', async () => {
  const masked = { idCard: `${idCard.slice(0, 6)}************`, parentPhone: '139****5678' }
  const detail = await must(region.call(studentDetail, { studentId }))
  expect(detail).toMatchObject({ ...masked, studentNo: `G${masked.idCard}` })
  const page = await must(region.call(studentPageList, { orgId }))
  expect(page.list[0]).toMatchObject({ ...masked, studentNo: `G${masked.idCard}` })
  expect(JSON.stringify([detail, page])).not.toMatch(/\d{17}[\dX]|(?<!\d)1[3-9]\d{9}(?!\d)/)
})

test('where a child was in schools outside the range is not disclosed, not even by an id', async () => {
  const [elsewhere] = await rowsOf<{ org_id: number; class_id: number; grade_id: number }>(
    app.current,
    `select c.org_id, c.id as class_id, c.grade_id from class c join org o on o.id = c.org_id
     where o.name = '海曙实验小学' limit 1`,
  )
  await app.current.sql(`insert into enrolment (student_id, org_id, class_id, grade_id, from_on, to_on, history_type, reason)
    select ${studentId}, ${elsewhere?.org_id}, class_id, grade_id, from_on, from_on + 1, 10, '随父母搬到江厦街道'
    from class_period where class_id = ${elsewhere?.class_id} limit 1`)
  const { enrolments } = await must(region.call(studentDetail, { studentId }))
  const past = enrolments.filter(({ historyType }) => historyType === 10)
  expect(past).toMatchObject([{ orgId: 0, orgName: '其他学校', className: '', reason: null }])
  expect(JSON.stringify(enrolments)).not.toMatch(/海曙|江厦/)
  const province = await signedIn(app.current, 'province01')
  const seen = await must(province.call(studentDetail, { studentId }))
  expect(seen.enrolments.map(({ orgName }) => orgName)).toContain('海曙实验小学')
})
