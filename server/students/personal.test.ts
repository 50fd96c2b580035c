// Numbers in full: with a reason, for who may, on record; and never by any other way.
import { beforeAll, describe, expect, test } from 'vitest'
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
const revealed = () => ({ idCard, passportNo: null, studentNo: `G${idCard}`, parentPhone: '13912345678' })

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
    [{ reason: '长'.repeat(201) }, 700, '原因不能超过200个字'],
  ])('are not disclosed for %j', async (fields, code, message) => {
    const answer = await region.call(revealStudent, { studentId, ...fields } as never)
    expect(answer).toMatchObject({ code, message })
    expect(JSON.stringify(answer)).not.toContain(idCard)
  })

  test('are not disclosed to who may not, or sees the student not at all', async () => {
    for (const roleType of [40, 45] as const) {
      const { account } = await newUser(app.current, orgId, roleType)
      const by = await signedIn(app.current, account)
      expect((await by.call(revealStudent, { studentId, reason: '核对' })).code).toBe(602)
      expect((await by.call(studentViewers, { studentId })).code).toBe(602)
    }
    const hospital = await signedIn(app.current, 'hospital01')
    expect((await hospital.call(revealStudent, { studentId, reason: '核对' })).code).toBe(602)
    const school = await signedIn(app.current, 'school01')
    expect((await school.call(revealStudent, { studentId, reason: '核对' })).code).toBe(650)
    expect((await school.call(studentViewers, { studentId })).code).toBe(650)
  })

  test('are disclosed to the levels above as well', async () => {
    for (const account of ['city01', 'province01']) {
      const by = await signedIn(app.current, account)
      expect(await must(by.call(revealStudent, { studentId, reason: '督查' }))).toEqual(revealed())
    }
  })

  test('are not disclosed where that cannot be written down', async () => {
    await app.current.sql('revoke insert on audit_log from vision_app')
    try {
      const answer = await region.call(revealStudent, { studentId, reason: '核对' })
      expect(answer.success).toBe(false)
      expect(JSON.stringify(answer)).not.toContain(idCard)
      expect((await region.call(studentDetail, { studentId })).success).toBe(false)
    } finally {
      await app.current.sql('grant insert on audit_log to vision_app')
    }
  })
})

test('who looked is listed, newest first, with the reason', async () => {
  await must(region.call(studentDetail, { studentId }))
  await must(region.call(revealStudent, { studentId, reason: '最近一次' }))
  const rows = await must(region.call(studentViewers, { studentId }))
  expect(rows[0]).toMatchObject({ realName: '李雪梅', action: '查看完整信息', reason: '最近一次' })
  expect(rows[1]).toMatchObject({ orgName: '西湖区教育局', action: '查看档案', reason: null })
  const times = rows.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(rows.some(({ reason }) => reason === '督查')).toBe(true)
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
