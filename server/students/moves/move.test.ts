// Within a school students change class at once; enrolments say from when to when.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { leave, underWay } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../../testing/roster.ts'
import { enrolmentsOf, faults, studentPlace } from '../../testing/roster-state.ts'

const app = useApp()
const { moveStudents, studentDetail } = studentEndpoints
const { deleteClass, gradeList } = schoolEndpoints

const region = demoUser(app, 'region01')
const neighbour = demoUser(app, accountOf('330109-教育'))
const school = demoUser(app, 'school01')
let orgId = 0
let first: { gradeId: number; classIds: number[] }
let second: { gradeId: number; classIds: number[] }
beforeAll(async () => {
  orgId = await newSchool(app.current, region)
  first = await newGrade(region, orgId, 2, 1, 3)
  second = await newGrade(region, orgId, 2, 2, 1)
})

const classOf = (index: number) => first.classIds[index] ?? 0
const move = (by: By, studentIds: number[], newClassId: number) =>
  by.call(moveStudents, { studentIds, newClassId })
const pupils = async (count: number, classId = classOf(0)) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await newStudent(region, classId)).studentId)
  return ids
}

describe('moving', () => {
  test('takes the whole batch at once and ends and begins enrolments today', async () => {
    const ids = await pupils(3)
    await app.current.sql(`update enrolment set from_on = '2025-09-01' where student_id in (${ids.join()})`)
    const answer = await move(region, ids, second.classIds[0] ?? 0)
    expect(answer.data).toEqual({ changed: 3 })
    const day = await today(app.current)
    const user = await app.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', 'region01')
      .executeTakeFirstOrThrow()
    for (const id of ids) {
      const [old, open, ...more] = await enrolmentsOf(app.current, id)
      expect(more).toEqual([])
      expect(old).toMatchObject({ classId: classOf(0), fromOn: '2025-09-01', toOn: day, historyType: null })
      expect(old).toMatchObject({ gradeId: first.gradeId, endedBy: user.id, reason: '校内调班' })
      expect(open).toMatchObject({ classId: second.classIds[0], fromOn: day, toOn: null, gradeId: null })
      expect(await studentPlace(app.current, id)).toMatchObject({ orgId, classId: second.classIds[0] })
    }
    const tree = await must(region.call(gradeList, { orgId }))
    expect(tree.find(({ gradeId }) => gradeId === second.gradeId)?.studentCount).toBe(3)
    expect(await faults(app.current)).toEqual([])
  })

  test('into the same class changes nothing, together with others that do move', async () => {
    const [stays = 0, goes = 0] = [...(await pupils(1, classOf(1))), ...(await pupils(1, classOf(2)))]
    const before = await app.current.db
      .selectFrom('student')
      .select('version')
      .where('id', '=', stays)
      .executeTakeFirstOrThrow()
    expect((await move(region, [stays], classOf(1))).data).toEqual({ changed: 0 })
    expect((await move(region, [stays, goes, goes], classOf(1))).data).toEqual({ changed: 1 })
    expect(await enrolmentsOf(app.current, stays)).toHaveLength(1)
    expect(await enrolmentsOf(app.current, goes)).toHaveLength(2)
    const after = app.current.db.selectFrom('student').select('version').where('id', '=', stays)
    expect(await after.executeTakeFirstOrThrow()).toEqual(before)
  })

  test('to and fro on one day leaves every step, and the file shows where the child was', async () => {
    const [id = 0] = await pupils(1)
    for (const target of [1, 2, 0]) await must(move(region, [id], classOf(target)))
    const steps = await enrolmentsOf(app.current, id)
    expect(steps.map(({ classId }) => classId)).toEqual([0, 1, 2, 0].map(classOf))
    expect(steps.filter(({ toOn }) => toOn === null)).toHaveLength(1)
    const { enrolments, className } = await must(region.call(studentDetail, { studentId: id }))
    expect(className).toBe('1班')
    expect(enrolments.map((line) => line.className)).toEqual(['1班', '3班', '2班', '1班'])
  })

  test('is work on single students: a task under way does not stop it', async () => {
    const [id = 0] = await pupils(1)
    const end = await underWay(app.current, orgId)
    expect((await move(region, [id], classOf(1))).code).toBe(200)
    await end()
  })

  test('leaves a trail with the class it led to', async () => {
    const [id = 0] = await pupils(1)
    await must(move(region, [id], classOf(2)))
    const entry = app.current.db.selectFrom('auditLog').select(['objectId', 'detail', 'success'])
    const row = await entry.where('action', '=', 'student.move').orderBy('id', 'desc').executeTakeFirst()
    expect(row).toMatchObject({ objectId: String(id), success: true, detail: { newClassId: classOf(2) } })
  })
})

describe('is refused', () => {
  test('for students of two schools, and for a class of another school', async () => {
    const other = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, other, 2, 1, 2)
    const [own = 0] = await pupils(1)
    const { studentId: foreign } = await newStudent(region, classIds[0] ?? 0)
    const mixed = await move(region, [own, foreign], classOf(1))
    expect(mixed).toMatchObject({ code: 700, message: '只能在本校内调班，跨校请提交转学申请' })
    expect((await move(region, [own], classIds[1] ?? 0)).code).toBe(700)
    expect(await studentPlace(app.current, own)).toMatchObject({ classId: classOf(0) })
    expect(await studentPlace(app.current, foreign)).toMatchObject({ classId: classIds[0] })
  })

  test('altogether with 650 where one of them is foreign, gone or unknown', async () => {
    const [own = 0, gone = 0] = await pupils(2)
    const { classId: foreignClass } = await foreignPlace()
    const { studentId: foreign } = await newStudent(neighbour, foreignClass)
    await leave(region, [gone])
    for (const bad of [foreign, gone, 99_999_999]) {
      expect((await move(region, [own, bad], classOf(1))).code).toBe(650)
      expect(await studentPlace(app.current, own)).toMatchObject({ classId: classOf(0) })
    }
    expect((await move(region, [own], foreignClass)).code).toBe(650)
    expect((await move(region, [own], 99_999_999)).code).toBe(650)
  })

  test('for a school that names students or classes of its neighbour', async () => {
    const [foreign = 0] = await pupils(1)
    expect((await move(school, [foreign], classOf(1))).code).toBe(650)
  })

  test('into a class that is closed', async () => {
    const { classIds } = await newGrade(region, orgId, 2, 3, 1)
    const [closed = 0] = classIds
    await must(move(region, await pupils(1, closed), classOf(0)))
    await must(region.call(deleteClass, { classId: closed }))
    const [id = 0] = await pupils(1)
    expect(await move(region, [id], closed)).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '该班级已毕业或停用，请选择其他班级',
    })
  })

  test('without the permission: a teacher, a grade head and a city look on', async () => {
    const [id = 0] = await pupils(1)
    for (const account of ['teacher01', 'grade01', 'city01'])
      expect((await move(demoUser(app, account), [id], classOf(1))).code).toBe(602)
  })

  test('without students, and beyond five hundred', async () => {
    expect((await move(region, [], classOf(1))).code).toBe(400)
    const many = Array.from({ length: 501 }, (_, index) => index + 1)
    expect((await move(region, many, classOf(1))).code).toBe(400)
  })
})

async function foreignPlace() {
  const area = { provinceId: '330000', cityId: '330100', regionId: '330109' }
  const foreignOrg = await newSchool(app.current, neighbour, { area })
  const { classIds } = await newGrade(neighbour, foreignOrg, 2, 1, 1)
  return { orgId: foreignOrg, classId: classIds[0] ?? 0 }
}
