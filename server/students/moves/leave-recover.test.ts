// Out of school as transferred or graduated, and back again.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { apply, leave, recordIdOf } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../../testing/roster.ts'
import { enrolmentsOf, faults, studentPlace } from '../../testing/roster-state.ts'

const app = useApp()
const { leaveStudents, recoverStudents, studentDetail, studentPageList, addStudent, renameStudent } =
  studentEndpoints
const { deleteClass } = schoolEndpoints

const region = demoUser(app, 'region01')
const health = demoUser(app, accountOf('330106-卫健'))
const neighbour = demoUser(app, accountOf('330109-教育'))
let orgId = 0
let grade: { gradeId: number; classIds: number[] }
let other: { orgId: number; classId: number }
beforeAll(async () => {
  orgId = await newSchool(app.current, region)
  grade = await newGrade(region, orgId, 2, 1, 3)
  const otherOrg = await newSchool(app.current, region)
  other = { orgId: otherOrg, classId: (await newGrade(region, otherOrg, 2, 1, 1)).classIds[0] ?? 0 }
})

const classOf = (index: number) => grade.classIds[index] ?? 0
const pupil = async (classId = classOf(0)) => (await newStudent(region, classId)).studentId
const leaver = async (classId = classOf(0)) => {
  const studentId = await pupil(classId)
  await leave(region, [studentId])
  return { studentId, recordId: await recordIdOf(app.current, studentId) }
}
const recover = (by: By, recordIds: number[], classId?: number) =>
  by.call(recoverStudents, { recordIds, classId })

describe('leaving', () => {
  test.each([10, 20] as const)('as %i keeps the reason, who did it and the grade', async (historyType) => {
    const ids = [await pupil(), await pupil(classOf(1))]
    const answer = await region.call(leaveStudents, { studentIds: ids, historyType, reason: ' 随父母迁居 ' })
    expect(answer.data).toEqual({ changed: 2 })
    const day = await today(app.current)
    for (const id of ids) {
      const [record] = await enrolmentsOf(app.current, id)
      expect(record).toMatchObject({ historyType, toOn: day, gradeId: grade.gradeId, reason: '随父母迁居' })
      expect(record?.endedBy).not.toBeNull()
      expect(await studentPlace(app.current, id)).toEqual({
        orgId,
        classId: null,
        leftAs: historyType,
        leftOn: day,
      })
      expect((await region.call(studentDetail, { studentId: id })).code).toBe(650)
    }
    const { list } = await must(region.call(studentPageList, { orgId }))
    expect(list.map(({ studentId }) => studentId).filter((id) => ids.includes(id))).toEqual([])
    expect(await faults(app.current)).toEqual([])
  })

  test('is a transfer unless said otherwise', async () => {
    const id = await pupil()
    await must(region.call(leaveStudents, { studentIds: [id] }))
    expect(await studentPlace(app.current, id)).toMatchObject({ leftAs: 10 })
  })

  test('on a day to come is refused at the field', async () => {
    const id = await pupil()
    const answer = await region.call(leaveStudents, { studentIds: [id], leftOn: '2099-01-01' })
    expect(answer).toMatchObject({ code: 700, message: '离校日期不能晚于今天' })
    expect(answer.data).toMatchObject({ issues: [{ path: ['leftOn'] }] })
    expect(await studentPlace(app.current, id)).toMatchObject({ classId: classOf(0) })
    expect((await region.call(leaveStudents, { studentIds: [id], leftOn: '2025-02-30' })).code).toBe(700)
  })

  test('on a day gone by is stored, but nobody leaves before coming', async () => {
    const [early, late] = [await pupil(), await pupil()]
    await app.current.sql(`update enrolment set from_on = '2025-09-01' where student_id = ${early}`)
    const leftOn = '2026-01-31'
    await must(region.call(leaveStudents, { studentIds: [early, late], leftOn }))
    expect(await studentPlace(app.current, early)).toMatchObject({ leftOn })
    expect(await studentPlace(app.current, late)).toMatchObject({ leftOn: await today(app.current) })
    expect(await faults(app.current)).toEqual([])
  })

  test('on a day before the class went up is leaving from the grade of that day', async () => {
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 5, 1)
    const { gradeId: below } = await newGrade(region, orgId, 2, 4, 1)
    const id = await pupil(classIds[0])
    await app.current.sql(`update class_period set from_on = '2026-09-01' where class_id = ${classIds[0]};
      insert into class_period values (${classIds[0]}, ${below}, 2025, '2025-09-01', '2026-09-01');
      update enrolment set from_on = '2025-09-01' where student_id = ${id}`)
    await must(region.call(leaveStudents, { studentIds: [id], leftOn: '2026-08-20' }))
    expect((await enrolmentsOf(app.current, id))[0]).toMatchObject({ gradeId: below })
    expect(gradeId).not.toBe(below)
  })

  test('waits for an open application: refused for all, with the name', async () => {
    const [free, asked] = [await pupil(), await pupil()]
    await apply(region, asked, other)
    const answer = await region.call(leaveStudents, { studentIds: [free, asked] })
    expect(answer).toMatchObject({ code: REFUSALS.notInThisState })
    expect(answer.message).toMatch(/^测..：有待审核的转学申请，请先处理$/)
    expect(await studentPlace(app.current, free)).toMatchObject({ classId: classOf(0) })
  })

  test('of somebody foreign, gone or unknown refuses all with 650', async () => {
    const own = await pupil()
    const { studentId: gone } = await leaver()
    for (const bad of [gone, 99_999_999])
      expect((await region.call(leaveStudents, { studentIds: [own, bad] })).code).toBe(650)
    expect((await neighbour.call(leaveStudents, { studentIds: [own] })).code).toBe(650)
    expect(await studentPlace(app.current, own)).toMatchObject({ classId: classOf(0) })
  })
})

describe('coming back', () => {
  test('leads into the old class, and the years before are still in the file', async () => {
    const id = await pupil()
    await app.current.sql(`update enrolment set from_on = '2025-09-01' where student_id = ${id};
      update class_period set from_on = '2025-09-01' where class_id = ${classOf(0)}`)
    await leave(region, [id])
    expect((await recover(region, [await recordIdOf(app.current, id)])).data).toEqual({ changed: 1 })
    const day = await today(app.current)
    expect(await studentPlace(app.current, id)).toEqual({
      orgId,
      classId: classOf(0),
      leftAs: null,
      leftOn: null,
    })
    const { enrolments } = await must(region.call(studentDetail, { studentId: id }))
    expect(enrolments).toMatchObject([
      { fromOn: day, toOn: null, historyType: null },
      { fromOn: '2025-09-01', toOn: day, historyType: null, reason: null },
    ])
    expect(await faults(app.current)).toEqual([])
  })

  test('of several, each into the own class', async () => {
    const leavers = [await leaver(), await leaver(classOf(1)), await leaver(classOf(2))]
    const records = leavers.map(({ recordId }) => recordId)
    expect((await recover(region, [...records, ...records])).data).toEqual({ changed: 3 })
    const places = await Promise.all(leavers.map(({ studentId }) => studentPlace(app.current, studentId)))
    expect(places.map((place) => place?.classId)).toEqual(grade.classIds)
    expect(await faults(app.current)).toEqual([])
  })

  test('leads into a chosen class of the school, and of no other', async () => {
    const { studentId, recordId } = await leaver()
    expect(await recover(region, [recordId], other.classId)).toMatchObject({
      code: 700,
      message: '只能恢复到原学校的班级',
    })
    expect((await recover(region, [recordId], 99_999_999)).code).toBe(650)
    expect((await recover(region, [recordId], classOf(2))).code).toBe(200)
    expect(await studentPlace(app.current, studentId)).toMatchObject({ classId: classOf(2) })
  })

  test('needs a choice where the old class is closed', async () => {
    const { classIds } = await newGrade(region, orgId, 2, 6, 1)
    const [closed = 0] = classIds
    const { studentId, recordId } = await leaver(closed)
    await must(region.call(deleteClass, { classId: closed }))
    const answer = await recover(region, [recordId])
    expect(answer.code).toBe(700)
    expect(answer.message).toMatch(/的原班级（六年级1班）已毕业或停用，请选择班级$/)
    expect(answer.data).toMatchObject({ issues: [{ path: ['classId'] }] })
    expect((await recover(region, [recordId], closed)).code).toBe(REFUSALS.notInThisState)
    expect((await recover(region, [recordId], classOf(0))).code).toBe(200)
    expect(await studentPlace(app.current, studentId)).toMatchObject({ classId: classOf(0) })
  })

  test('is refused to who is at another school by now', async () => {
    const idCard = newIdCard()
    const { studentId, name } = await newStudent(region, classOf(0), { idCard })
    await leave(region, [studentId])
    const recordId = await recordIdOf(app.current, studentId)
    const back = await must(region.call(addStudent, { classId: other.classId, name, idCard }))
    expect(back.studentId).toBe(studentId)
    const answer = await recover(region, [recordId])
    expect(answer.code).toBe(REFUSALS.notInThisState)
    expect(answer.message).toContain('已在校就读')
    expect(answer.message).not.toContain('测试学校')
    await leave(region, [studentId])
    expect((await recover(region, [recordId])).code).toBe(REFUSALS.notInThisState)
    expect((await recover(region, [await recordIdOf(app.current, studentId)])).code).toBe(200)
    expect(await studentPlace(app.current, studentId)).toMatchObject({ orgId: other.orgId })
  })

  test('happens once', async () => {
    const { studentId, recordId } = await leaver()
    expect((await recover(region, [recordId])).code).toBe(200)
    expect((await recover(region, [recordId])).code).toBe(650)
    expect(await enrolmentsOf(app.current, studentId)).toHaveLength(2)
  })

  test('is whole or not at all, and of one school at a time', async () => {
    const [own, elsewhere] = [await leaver(), await leaver(other.classId)]
    expect((await recover(region, [own.recordId, 99_999_999])).code).toBe(650)
    expect(await recover(region, [own.recordId, elsewhere.recordId])).toMatchObject({
      code: 700,
      message: '请按学校分别恢复学生',
    })
    expect(await studentPlace(app.current, own.studentId)).toMatchObject({ classId: null })
    expect((await recover(neighbour, [own.recordId])).code).toBe(650)
    for (const account of ['teacher01', 'city01'])
      expect((await recover(demoUser(app, account), [own.recordId])).code).toBe(602)
    expect((await recover(health, [own.recordId])).code).toBe(200)
  })

  test('of a twin without document who is there already is refused', async () => {
    const twin = { name: '测孪生', studentType: 3 as const, sex: 2 as const, birthDate: '2016-04-01' }
    const { studentId } = await must(region.call(addStudent, { classId: classOf(0), ...twin }))
    await leave(region, [studentId])
    const other = await must(region.call(addStudent, { classId: classOf(1), ...twin, name: '测他人' }))
    await must(region.call(renameStudent, { studentId: other.studentId, name: twin.name }))
    const answer = await recover(region, [await recordIdOf(app.current, studentId)])
    expect(answer).toMatchObject({ code: 700, message: '学生已存在：本校有同名、同性别、同出生日期的学生' })
    expect(await faults(app.current)).toEqual([])
  })
})
