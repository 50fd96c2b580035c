// Those who have left: lists, records and who sees what of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { schoolYearName, schoolYearOf } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { apply, decide, leave, recordIdOf } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../../testing/roster.ts'
import { studentPlace } from '../../testing/roster-state.ts'

const app = useApp()
const { historyPageList, historyOfClass, historyInfo, historyTypes, historySchools } = studentEndpoints
const { historyTree, historyTreeOfTeacher, addStudent, recoverStudents } = studentEndpoints

const region = demoUser(app, 'region01')
const health = demoUser(app, accountOf('330106-卫健'))
const neighbour = demoUser(app, accountOf('330109-教育'))
const city = demoUser(app, 'city01')
const school = demoUser(app, 'school01')
let orgId = 0
let year = 0
let first: { gradeId: number; classIds: number[] }
let sixth: { gradeId: number; classIds: number[] }
const ids: Record<string, number> = {}
beforeAll(async () => {
  year = schoolYearOf(await today(app.current))
  orgId = await newSchool(app.current, region)
  first = await newGrade(region, orgId, 2, 1, 2)
  sixth = await newGrade(region, orgId, 2, 6, 1)
  const gone = async (name: string, classId: number | undefined, type: 10 | 20, on?: string) => {
    const { studentId } = await newStudent(region, classId ?? 0, { name })
    ids[name] = studentId
    if (on)
      await app.current.sql(`update enrolment set from_on = '2020-09-01' where student_id = ${studentId}`)
    const leaving = { studentIds: [studentId], historyType: type, leftOn: on, reason: '家庭搬迁' }
    await must(region.call(studentEndpoints.leaveStudents, leaving))
  }
  await gone('测甲', first.classIds[0], 10, `${year}-08-31`)
  await gone('测乙', first.classIds[1], 10, `${year}-09-01`)
  await gone('测丙', sixth.classIds[0], 20, `${year}-06-30`)
  await gone('测丁', sixth.classIds[0], 10)
})

const nameReason = '核对离校学生'
const namesOf = async (by: By, query: object) =>
  (await must(by.call(historyPageList, { orgId, nameReason, ...query }))).list.map(({ name }) => name)

describe('the list', () => {
  test('of a school is newest first, with masks and the grade of then', async () => {
    const page = await must(region.call(historyPageList, { orgId, nameReason }))
    expect(page.list.map(({ name }) => name)).toEqual(['测丁', '测乙', '测甲', '测丙'])
    expect(page.total).toBe(4)
    expect(page.list[3]).toMatchObject({
      gradeName: '六年级',
      className: '1班',
      historyType: 20,
      leftOn: `${year}-06-30`,
      schoolYear: year - 1,
      reason: '家庭搬迁',
      recoverable: true,
    })
    expect(JSON.stringify(page)).not.toMatch(/\d{17}[\dX]/)
  })

  test('narrows by class, grade, stage, year, type and name', async () => {
    expect(await namesOf(region, { classId: first.classIds[0] })).toEqual(['测甲'])
    expect(await namesOf(region, { gradeId: first.gradeId })).toEqual(['测乙', '测甲'])
    expect(await namesOf(region, { prefix: 2 })).toHaveLength(4)
    expect(await namesOf(region, { prefix: 3 })).toEqual([])
    expect(await namesOf(region, { schoolYear: year - 1 })).toEqual(['测甲', '测丙'])
    expect(await namesOf(region, { schoolYear: year })).toEqual(['测丁', '测乙'])
    expect(await namesOf(region, { historyType: 20 })).toEqual(['测丙'])
    // What the mask hides finds nobody.
    expect(await namesOf(region, { name: '丁' })).toEqual([])
    expect(await namesOf(region, { name: '测某' })).toHaveLength(4)
    expect(await namesOf(region, { name: '%' })).toEqual([])
    const ofClass = await must(region.call(historyOfClass, { orgId, classId: sixth.classIds[0], nameReason }))
    expect(ofClass.list.map(({ name }) => name)).toEqual(['测丁', '测丙'])
  })

  test('goes page by page with the total', async () => {
    const page = await must(region.call(historyPageList, { orgId, pageNum: 2, pageSize: 15 }))
    expect(page).toMatchObject({ list: [], total: 4 })
  })

  test('names the ways of leaving', async () => {
    expect(await must(region.call(historyTypes, {}))).toEqual([
      { historyType: 10, name: '已转出' },
      { historyType: 20, name: '已毕业' },
    ])
  })

  test('is a tree of years and classes', async () => {
    const tree = await must(region.call(historyTree, { orgId }))
    expect(tree.map(({ schoolYearName, count }) => [schoolYearName, count])).toEqual([
      [schoolYearName(year), 2],
      [schoolYearName(year - 1), 2],
    ])
    expect(tree[1]?.classes).toMatchObject([
      { gradeName: '六年级', className: '1班', transferredOut: 0, graduated: 1 },
      { gradeName: '一年级', className: '1班', transferredOut: 1, graduated: 0 },
    ])
  })
})

describe('the range', () => {
  test('of the district and the city holds it, of others it does not', async () => {
    for (const by of [region, health, city]) expect(await namesOf(by, {})).toHaveLength(4)
    const recordId = await recordIdOf(app.current, ids.测甲 ?? 0)
    for (const by of [neighbour, school]) {
      expect((await by.call(historyPageList, { orgId })).code).toBe(616)
      expect((await by.call(historyTree, { orgId })).code).toBe(616)
      expect((await by.call(historyInfo, { recordId })).code).toBe(650)
      expect((await by.call(historySchools, { studentId: ids.测甲 ?? 0 })).code).toBe(650)
      const all = await must(by.call(historyPageList, { name: '测甲' }))
      expect(all.list.map((row) => row.orgId)).not.toContain(orgId)
    }
    expect((await neighbour.call(historyInfo, { recordId: 99_999_999 })).code).toBe(650)
  })

  test('of a class teacher are the own classes, of a grade head those that are in the own grades today', async () => {
    const teacher = demoUser(app, 'teacher01')
    const head = demoUser(app, 'grade01')
    const place = app.current.db
      .selectFrom('class')
      .innerJoin('grade', 'grade.id', 'class.gradeId')
      .innerJoin('org', 'org.id', 'class.orgId')
      .select(['class.id', 'class.orgId', 'grade.id as gradeId', 'grade.gradeNo', 'class.classNo'])
      .where('org.name', '=', '西湖实验小学')
      .where('class.closedOn', 'is', null)
    const classes = await place.execute()
    const at = (no: number) => classes.find(({ gradeNo, classNo }) => gradeNo === no && classNo === 1)
    const own = at(1)?.orgId ?? 0
    const gone: Record<number, number> = {}
    for (const no of [2, 3, 4]) {
      const { studentId } = await newStudent(school, at(no)?.id ?? 0, { name: '测离校' })
      await leave(school, [studentId])
      gone[no] = await recordIdOf(app.current, studentId)
    }
    const recordsOf = async (by: By) =>
      (await must(by.call(historyPageList, { orgId: own, name: '测离校' }))).list.map((row) => row.recordId)
    expect(await recordsOf(school)).toHaveLength(3)
    expect(await recordsOf(teacher)).toEqual([gone[3]])
    expect(await recordsOf(head)).toEqual([gone[4]])
    expect((await teacher.call(historyInfo, { recordId: gone[3] ?? 0 })).code).toBe(200)
    expect((await teacher.call(historyInfo, { recordId: gone[2] ?? 0 })).code).toBe(650)
    const studentIn = app.current.db.selectFrom('enrolment').select('studentId')
    const { studentId } = await studentIn.where('id', '=', gone[4] ?? 0).executeTakeFirstOrThrow()
    const schools = await must(head.call(historySchools, { studentId }))
    expect(schools.map((each) => each.orgId)).toEqual([own])
    // The class goes up, and with it who left it: the grade's next children are the head's.
    const [from, to] = [at(4)?.gradeId, at(5)?.gradeId]
    await app.current.sql(`update class set grade_id = ${to}, name = '调班' where id = ${at(4)?.id}`)
    expect(await recordsOf(head)).toEqual([])
    expect((await head.call(historySchools, { studentId })).code).toBe(650)
    await app.current.sql(`update class set grade_id = ${from}, name = '1班' where id = ${at(4)?.id}`)
    const tree = await must(teacher.call(historyTreeOfTeacher, { orgId: own }))
    expect(tree.flatMap((year) => year.classes.map(({ gradeName }) => gradeName))).toContain('三年级')
    expect(tree.flatMap((year) => year.classes.map(({ classId }) => classId))).not.toContain(at(2)?.id)
    expect(await must(school.call(historyTreeOfTeacher, { orgId: own }))).toEqual([])
  })
})

describe('a record', () => {
  test('shows the file masked, who ended it, and is on record as a view', async () => {
    const idCard = newIdCard()
    const added = { classId: first.classIds[0] ?? 0, name: '测档案', idCard, parentPhone: '13800001234' }
    const { studentId } = await must(region.call(addStudent, { ...added, studentNo: `G${idCard}` }))
    await leave(region, [studentId])
    const recordId = await recordIdOf(app.current, studentId)
    const info = await must(health.call(historyInfo, { recordId }))
    expect(info).toMatchObject({
      name: '测*案',
      parentPhone: '138****1234',
      idCard: `${idCard.slice(0, 6)}************`,
      studentNo: `G${idCard.slice(0, 6)}************`,
      areaName: '浙江省-杭州市-西湖区',
      endedBy: '李雪梅',
      leftOn: await today(app.current),
    })
    expect(info.enrolments).toMatchObject([{ gradeName: '一年级', className: '1班', historyType: 10 }])
    expect(JSON.stringify(info)).not.toContain('13800001234')
    const views = app.current.db.selectFrom('auditLog').select('id').where('action', '=', 'student.view')
    expect(await views.where('objectId', '=', String(studentId)).execute()).toHaveLength(1)
  })

  test('keeps the way afterwards from the old school', async () => {
    const old = await app.current.db
      .selectFrom('class')
      .innerJoin('org', 'org.id', 'class.orgId')
      .select(['class.id', 'class.orgId'])
      .where('org.name', '=', '西湖实验小学')
      .where('class.closedOn', 'is', null)
      .executeTakeFirstOrThrow()
    const { studentId } = await newStudent(school, old.id, { name: '测远行' })
    const target = { orgId, classId: first.classIds[0] ?? 0 }
    expect((await decide(health, [await apply(school, studentId, target)])).code).toBe(200)
    expect(await studentPlace(app.current, studentId)).toMatchObject(target)
    const recordId = await recordIdOf(app.current, studentId)
    const info = await must(school.call(historyInfo, { recordId }))
    expect(info).toMatchObject({ recoverable: false, reason: '转学' })
    expect(info.enrolments.map((line) => line.orgId)).toEqual([old.orgId])
    const name = (await must(region.call(historyPageList, { orgId }))).list[0]?.orgName ?? '?'
    expect(JSON.stringify(info)).not.toContain(name)
    expect(await must(school.call(historySchools, { studentId }))).toMatchObject([{ orgId: old.orgId }])
    const both = await must(region.call(historySchools, { studentId }))
    expect(both.map((each) => [each.orgId, each.toOn === null])).toEqual([
      [old.orgId, false],
      [orgId, true],
    ])
  })

  test('is gone from all lists once the student is back', async () => {
    const { studentId } = await newStudent(region, first.classIds[0] ?? 0, { name: '测归来' })
    await leave(region, [studentId])
    const recordId = await recordIdOf(app.current, studentId)
    await must(region.call(recoverStudents, { recordIds: [recordId] }))
    expect(await namesOf(region, { name: '测归来' })).toEqual([])
    expect((await region.call(historyInfo, { recordId })).code).toBe(650)
  })

  test('of who came and went in one day with the class still shows where', async () => {
    const org = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, org, 2, 6, 1)
    const { studentId } = await newStudent(region, classIds[0] ?? 0)
    await must(region.call(studentEndpoints.advance, { orgId: org }))
    const info = await must(region.call(historyInfo, { recordId: await recordIdOf(app.current, studentId) }))
    expect(info.enrolments).toMatchObject([{ gradeName: '六年级', className: '1班', historyType: 20 }])
  })
})
