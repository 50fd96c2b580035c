// Which classes a teacher and which grades a grade head answers for: own ones, from the next request on.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { assignClasses, teacherScope, classList, gradeList, deleteClass } = schoolEndpoints
const { studentPageList, historyTreeOfTeacher, advance } = studentEndpoints

type User = { userId: number; account: string }
const region = demoUser(app, 'region01')
let orgId: number
let gradeIds: number[]
let classIds: number[]
let foreign: { gradeId: number; classIds: number[] }
let admin: By
let teacher: User
let head: User

beforeAll(async () => {
  foreign = await newGrade(region, await newSchool(app.current, region), 2, 1, 1)
})
beforeEach(async () => {
  orgId = await newSchool(app.current, region)
  const first = await newGrade(region, orgId, 2, 1, 2)
  const last = await newGrade(region, orgId, 2, 6, 1)
  gradeIds = [first.gradeId, last.gradeId]
  classIds = [...first.classIds, ...last.classIds]
  const { account, userId } = await newUser(app.current, orgId, 20)
  await app.current.sql(`update app_user set is_super = true where id = ${userId}`)
  admin = await signedIn(app.current, account)
  teacher = await newUser(app.current, orgId, 45)
  head = await newUser(app.current, orgId, 40)
})
const assign = (fields: object, by: By = admin) => by.call(assignClasses, fields as never)
const scope = (userId: number, by: By = admin) => must(by.call(teacherScope, { userId }))

describe('assigning', () => {
  test('shows a teacher the classes from the next request on, and takes them away as fast', async () => {
    const by = await signedIn(app.current, teacher.account)
    await newStudent(region, classIds[0] ?? 0)
    const seen = async () => (await must(by.call(studentPageList, {}))).total
    expect(await seen()).toBe(0)
    await must(assign({ userId: teacher.userId, classIds: [classIds[0], classIds[0]] }))
    expect(await seen()).toBe(1)
    expect(await scope(teacher.userId)).toEqual({
      userId: teacher.userId,
      orgId,
      classIds: [classIds[0]],
      gradeIds: [],
    })
    await must(assign({ userId: teacher.userId, classIds: [classIds[1]] }))
    expect(await seen()).toBe(0)
    expect((await must(by.call(classList, { orgId }))).map(({ classId }) => classId)).toEqual([classIds[1]])
    await must(assign({ userId: teacher.userId }))
    expect(await must(by.call(gradeList, { orgId }))).toEqual([])
  })

  test('shows a grade head the grades', async () => {
    await must(assign({ userId: head.userId, gradeIds: [gradeIds[0]] }))
    const by = await signedIn(app.current, head.account)
    const tree = await must(by.call(gradeList, { orgId }))
    expect(tree).toMatchObject([{ gradeId: gradeIds[0], classCount: 2 }])
  })

  test('is refused for the wrong role', async () => {
    const wrong = '只有班主任可以分配班级'
    expect(await assign({ userId: head.userId, classIds: [classIds[0]] })).toMatchObject({
      code: 700,
      message: wrong,
    })
    expect((await assign({ userId: teacher.userId, gradeIds: [gradeIds[0]] })).message).toBe(
      '只有年级组长可以分配年级',
    )
  })

  test('is refused as a whole for one class that is foreign, missing or closed', async () => {
    const own = classIds[0] ?? 0
    await must(assign({ userId: teacher.userId, classIds: [own] }))
    const { studentId } = await newStudent(region, classIds[1] ?? 0)
    await must(region.call(studentEndpoints.leaveStudents, { studentIds: [studentId] }))
    await must(region.call(deleteClass, { classId: classIds[1] ?? 0 }))
    for (const odd of [foreign.classIds[0], 999_999, classIds[1]])
      expect((await assign({ userId: teacher.userId, classIds: [own, odd] })).code).toBe(650)
    expect((await assign({ userId: head.userId, gradeIds: [gradeIds[0], foreign.gradeId] })).code).toBe(650)
    expect((await scope(teacher.userId)).classIds).toEqual([own])
  })

  test('is for who stands above: not oneself, not another school, not a teacher', async () => {
    const fields = { userId: teacher.userId, classIds: [classIds[0]] }
    expect((await assign(fields, await signedIn(app.current, teacher.account))).code).toBe(602)
    expect((await assign(fields, await signedIn(app.current, 'school01'))).code).toBe(652)
    expect((await assign(fields, await signedIn(app.current, 'hospital01'))).code).toBe(602)
    expect((await assign({ ...fields, userId: 999_999 })).code).toBe(652)
    const neighbour = await signedIn(app.current, 'school01')
    expect((await neighbour.call(teacherScope, { userId: teacher.userId })).code).toBe(652)
    expect((await assign(fields, region)).success).toBe(true)
  })

  test('is on record', async () => {
    await must(assign({ userId: teacher.userId, classIds: [classIds[0]] }))
    const [row] = await rowsOf(
      app.current,
      "select detail, success from audit_log where action = 'account.classes' and object_id = $1",
      [String(teacher.userId)],
    )
    expect(row).toEqual({ success: true, detail: { classIds: [classIds[0]], gradeIds: [] } })
  })
})

test('a class that has graduated is no longer offered, but its history stays until all is taken away', async () => {
  const graduating = classIds[2] ?? 0
  await newStudent(region, graduating)
  await must(assign({ userId: teacher.userId, classIds: [graduating] }))
  await must(region.call(advance, { orgId }))
  const by = await signedIn(app.current, teacher.account)
  const past = async () => (await must(by.call(historyTreeOfTeacher, { orgId }))).length
  expect((await scope(teacher.userId)).classIds).toEqual([])
  expect(await past()).toBe(1)
  // What the page received can be sent back, with one class more.
  const { classIds: held } = await scope(teacher.userId)
  await must(assign({ userId: teacher.userId, classIds: [...held, classIds[0]] }))
  expect((await scope(teacher.userId)).classIds).toEqual([classIds[0]])
  expect(await past()).toBe(1)
  await must(assign({ userId: teacher.userId, classIds: [] }))
  expect(await past()).toBe(0)
})
