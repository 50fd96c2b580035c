// Printing a file is on record before anything goes to paper.
import { beforeAll, expect, test } from 'vitest'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { printStudent, printHistory, studentViewers, leaveStudents, historyPageList } = studentEndpoints

const region = demoUser(app, 'region01')
let orgId: number
let classId: number

beforeAll(async () => {
  orgId = await newSchool(app.current, region)
  classId = (await newGrade(region, orgId, 2, 1)).classIds[0] ?? 0
})
const printsOf = (studentId: number) =>
  rowsOf(
    app.current,
    `select account, success from audit_log where action = 'student.print' and object_type = 'student'
     and object_id = $1`,
    [String(studentId)],
  )

test('who printed is listed among who looked', async () => {
  const { studentId } = await newStudent(region, classId)
  await must(region.call(printStudent, { studentId }))
  expect(await printsOf(studentId)).toEqual([{ account: 'region01', success: true }])
  const [viewer] = await must(region.call(studentViewers, { studentId }))
  expect(viewer).toMatchObject({ action: '打印', realName: '李雪梅', orgName: '西湖区教育局', reason: null })
})

test('a file of the past too', async () => {
  const { studentId } = await newStudent(region, classId)
  await must(region.call(leaveStudents, { studentIds: [studentId] }))
  const { list } = await must(region.call(historyPageList, { orgId }))
  const recordId = list.find((row) => row.studentId === studentId)?.recordId ?? 0
  await must(region.call(printHistory, { recordId }))
  expect(await printsOf(studentId)).toEqual([{ account: 'region01', success: true }])
})

test('whose file is not to be seen is not printed: 650, without the permission 602', async () => {
  const { studentId } = await newStudent(region, classId)
  const teacher = await signedIn(app.current, (await newUser(app.current, orgId, 45)).account)
  const elsewhere = await signedIn(app.current, 'school01')
  const screener = await signedIn(app.current, 'sscreen01')
  expect((await teacher.call(printStudent, { studentId })).code).toBe(650)
  expect((await elsewhere.call(printStudent, { studentId })).code).toBe(650)
  expect((await elsewhere.call(printStudent, { studentId: 999_999_999 })).code).toBe(650)
  expect((await elsewhere.call(printHistory, { recordId: 999_999_999 })).code).toBe(650)
  expect((await screener.call(printStudent, { studentId })).code).toBe(602)
  expect((await printsOf(studentId)).every(({ success }) => success === false)).toBe(true)
})

test('where it cannot be written down it is refused', async () => {
  const { studentId } = await newStudent(region, classId)
  await app.current.sql('revoke insert on audit_log from vision_app')
  try {
    expect((await region.call(printStudent, { studentId })).success).toBe(false)
  } finally {
    await app.current.sql('grant insert on audit_log to vision_app')
  }
})
