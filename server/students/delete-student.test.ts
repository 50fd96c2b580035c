// Deleting is for mistakes: a student with a past stays, and of many all go or none.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUser, must, signedIn } from '../testing/people.ts'
import { type Classrooms, newClassrooms, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { deleteStudents, validChange, studentDetail, studentPageList, moveStudents } = studentEndpoints

const region = demoUser(app, 'region01')
let { orgId, classId, otherClassId } = {} as Classrooms

beforeAll(async () => {
  ;({ orgId, classId, otherClassId } = await newClassrooms(app.current, region))
})
const isThere = async (studentId: number) => (await region.call(studentDetail, { studentId })).success
const remove = (studentIds: number[], by: By = region) => by.call(deleteStudents, { studentIds })

test('who was entered by mistake is gone everywhere, and may be entered again', async () => {
  const { studentId, idCard, name } = await newStudent(region, classId)
  expect(await must(remove([studentId, studentId]))).toEqual({ changed: 1 })
  expect(await isThere(studentId)).toBe(false)
  expect((await must(region.call(studentPageList, { idCard }))).total).toBe(0)
  expect((await must(region.call(studentPageList, { orgId, name }))).total).toBe(0)
  for (const table of ['student where id', 'enrolment where student_id', 'student_consent where student_id'])
    expect(await rowsOf(app.current, `select 1 from ${table} = $1`, [studentId])).toEqual([])
  const [counted] = await rowsOf(app.current, 'select student_count from class where id = $1', [classId])
  expect(counted?.student_count).toBe(0)
  expect((await remove([studentId])).code).toBe(650)
  const again = await newStudent(region, classId, { idCard })
  expect(again.studentId).not.toBe(studentId)
  await must(remove([again.studentId]))
})

describe('nobody goes', () => {
  test('who has been in another class before', async () => {
    const { studentId, name: full } = await newStudent(region, classId)
    const name = maskName(full)
    const added = await newStudent(region, classId)
    await must(region.call(moveStudents, { studentIds: [studentId], newClassId: otherClassId }))
    const reason = '有历史学籍记录，删除会丢失数据，请办理转出'
    expect(await remove([added.studentId, studentId])).toMatchObject({
      code: REFUSALS.notInThisState,
      message: `${name}：${reason}`,
    })
    expect(await isThere(added.studentId)).toBe(true)
    const studentIds = [studentId, added.studentId]
    expect(await must(region.call(validChange, { studentIds, change: 'delete' }))).toEqual({
      valid: false,
      blocked: [{ studentId, name, reason }],
    })
    expect(await must(region.call(validChange, { studentIds }))).toEqual({ valid: true, blocked: [] })
    expect(await must(region.call(validChange, { studentIds, change: 'leave' }))).toMatchObject({
      valid: true,
    })
  })

  test('whom somebody has applied for', async () => {
    const { studentId } = await newStudent(region, classId)
    const toOrgId = await orgIdOf(app.current, '330106-school-1')
    await app.current.sql(`insert into approval (kind, student_id, from_org_id, to_org_id)
      values ('transfer', ${studentId}, ${orgId}, ${toOrgId})`)
    expect((await remove([studentId])).message).toContain('有待审核的转学申请')
    for (const change of ['delete', 'leave', 'transfer'] as const)
      expect((await must(region.call(validChange, { studentIds: [studentId], change }))).valid).toBe(false)
    await app.current.sql(`update approval set status = 2 where student_id = ${studentId}`)
    expect(await must(remove([studentId]))).toEqual({ changed: 1 })
  })

  test('with one who is missing or foreign among them', async () => {
    const { studentId } = await newStudent(region, classId)
    const [foreign] = await rowsOf<{ id: number }>(
      app.current,
      `select s.id from student s join org o on o.id = s.org_id
       where o.region_id = '330203' and s.class_id is not null limit 1`,
    )
    for (const stranger of [foreign?.id ?? 0, 999_999]) {
      expect((await remove([studentId, stranger])).code).toBe(650)
      expect((await region.call(validChange, { studentIds: [studentId, stranger] })).code).toBe(650)
    }
    expect(await isThere(studentId)).toBe(true)
  })

  test('by who may not', async () => {
    const { studentId } = await newStudent(region, classId)
    for (const account of ['province01', 'city01', 'teacher01', 'grade01', 'hospital01'])
      expect((await remove([studentId], await signedIn(app.current, account))).code).toBe(602)
    expect((await remove([studentId], await signedIn(app.current, 'school01'))).code).toBe(650)
    expect(await isThere(studentId)).toBe(true)
  })
})

test('a list is neither empty nor endless', async () => {
  expect((await remove([])).code).toBe(400)
  expect((await remove(Array.from({ length: 501 }, (_, n) => n + 1))).code).toBe(400)
})

test('the trail says how many, whose and by whom, also of what was refused', async () => {
  const { studentId } = await newStudent(region, classId)
  await remove([studentId, 999_999])
  await must(remove([studentId]))
  const rows = await rowsOf(
    app.current,
    `select success, code, object_id, detail from audit_log where action = 'student.delete' order by id desc limit 2`,
  )
  expect(rows).toEqual([
    { success: true, code: 200, object_id: String(studentId), detail: { count: 1 } },
    { success: false, code: 650, object_id: `${studentId},999999`, detail: { count: 2 } },
  ])
})
