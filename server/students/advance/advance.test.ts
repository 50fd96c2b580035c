// Promotion: every class one grade up, the last grade out, once per school year.
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { advanceYearOf, gradeName, gradesOf, schoolYearName } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { leave, nextYear, recordIdOf, underWay } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newSchool, newStudent } from '../../testing/roster.ts'
import { enrolmentsOf, faults, snapshotOf, studentPlace } from '../../testing/roster-state.ts'

const app = useApp()
const { advance, advancePreview, advanceStages, historyPageList } = studentEndpoints

type Stage = 1 | 2 | 3 | 4 | 5 | 6 | 7
const region = demoUser(app, 'region01')

type Options = { stages: Stage[]; schoolSystem?: 63 | 54; classCount?: number }
/** A school with every grade of its stages, and one student in the first class of each. */
async function fullSchool({ stages, schoolSystem = 63, classCount = 1 }: Options) {
  const orgId = await newSchool(app.current, region, { stages, schoolSystem })
  for (const prefix of stages) {
    for (const { gradeNo } of gradesOf(prefix, schoolSystem))
      await must(region.call(schoolEndpoints.addGrade, { orgId, prefix, gradeNo, classCount }))
  }
  const students = new Map<number, number>()
  for (const { classId, className } of await classesOf(orgId)) {
    if (className === '1班') students.set(classId, (await newStudent(region, classId)).studentId)
  }
  return { orgId, students }
}
const classesOf = (orgId: number) => must(region.call(schoolEndpoints.classList, { orgId }))
const preview = (orgId: number, by: By = region) => must(by.call(advancePreview, { orgId }))
const promote = (orgId: number, more: object = {}, by: By = region) => by.call(advance, { orgId, ...more })
const gradesById = async (orgId: number) =>
  new Map((await classesOf(orgId)).map(({ classId, gradeName: name }) => [classId, name]))
const closedOf = async (orgId: number) => {
  const rows = app.current.db.selectFrom('class').select('id').where('orgId', '=', orgId)
  return (await rows.where('closedOn', 'is not', null).execute()).map(({ id }) => id)
}

describe('what was previewed happens', () => {
  test.each([
    [1, 63],
    [2, 63],
    [2, 54],
    [3, 63],
    [3, 54],
    [4, 63],
    [5, 63],
    [6, 63],
    [7, 63],
  ] as [Stage, 63 | 54][])('in stage %i of a %i school', async (stage, schoolSystem) => {
    const { orgId, students } = await fullSchool({ stages: [stage], schoolSystem })
    const names = gradesOf(stage, schoolSystem).map((grade) => grade.gradeName)
    const seen = await preview(orgId)
    expect(seen.blocked).toBeNull()
    expect(seen.continuable).toEqual([])
    expect(seen.classes.map(({ fromGrade }) => fromGrade)).toEqual(names)
    expect(seen.classes.map(({ toGrade }) => toGrade)).toEqual([...names.slice(1), null])
    expect(seen).toMatchObject({ promoted: names.length - 1, graduating: 1, last: null })
    const result = await must(promote(orgId, { schoolYear: seen.schoolYear }))
    expect(result).toMatchObject({ promoted: seen.promoted, graduated: seen.graduating })
    const after = await gradesById(orgId)
    for (const { classId, toGrade } of seen.classes) {
      expect(after.get(classId) ?? null).toBe(toGrade)
      const classOf = toGrade === null ? null : classId
      expect(await studentPlace(app.current, students.get(classId) ?? 0)).toMatchObject({
        orgId,
        classId: classOf,
      })
    }
    expect(await faults(app.current)).toEqual([])
  })

  test('with every grade having a 1班 and a 2班: classes keep their ids, names and teachers', async () => {
    const { orgId } = await fullSchool({ stages: [2], classCount: 2 })
    const before = await classesOf(orgId)
    const teacher = app.current.db.selectFrom('appUser').select('id').where('account', '=', 'teacher01')
    const { id: userId } = await teacher.executeTakeFirstOrThrow()
    await app.current.sql(`insert into user_class values (${userId}, ${before[0]?.classId})`)
    await must(promote(orgId))
    const after = new Map((await classesOf(orgId)).map((each) => [each.classId, each]))
    expect(after.size).toBe(before.length - 2)
    for (const { classId, className, classYear } of before.filter(({ gradeName: name }) => name !== '六年级'))
      expect(after.get(classId)).toMatchObject({ className, classYear })
    const own = app.current.db.selectFrom('userClass').select('classId').where('userId', '=', userId)
    expect((await own.execute()).map(({ classId }) => classId)).toContain(before[0]?.classId)
  })

  test('and the last grade stands in the history as graduated, its class closed', async () => {
    const { orgId, students } = await fullSchool({ stages: [4] })
    const last = (await classesOf(orgId)).at(-1)?.classId ?? 0
    await must(promote(orgId))
    const day = await today(app.current)
    const studentId = students.get(last) ?? 0
    expect(await closedOf(orgId)).toEqual([last])
    expect(await studentPlace(app.current, studentId)).toEqual({
      orgId,
      classId: null,
      leftAs: 20,
      leftOn: day,
    })
    expect(await enrolmentsOf(app.current, studentId)).toMatchObject([
      { classId: last, toOn: day, historyType: 20, reason: '学年升级毕业' },
    ])
    const { list } = await must(region.call(historyPageList, { orgId, historyType: 20 }))
    expect(list).toMatchObject([{ studentId, gradeName: '高三', className: '1班', recoverable: true }])
    expect(list[0]?.recordId).toBe(await recordIdOf(app.current, studentId))
    const others = [...students.values()].filter((id) => id !== studentId)
    for (const id of others) expect(await enrolmentsOf(app.current, id)).toHaveLength(1)
  })

  test('and grades that were missing are made', async () => {
    const orgId = await newSchool(app.current, region)
    await must(region.call(schoolEndpoints.addGrade, { orgId, prefix: 2, gradeNo: 1, classCount: 2 }))
    await must(promote(orgId))
    const tree = await must(region.call(schoolEndpoints.gradeList, { orgId }))
    expect(tree.map((grade) => [grade.gradeName, grade.classCount])).toEqual([
      ['一年级', 0],
      ['二年级', 2],
    ])
  })
})

describe('a school of several stages', () => {
  const nineYears = () => fullSchool({ stages: [2, 3] })
  const lastOf = async (orgId: number, name: string) =>
    (await classesOf(orgId)).find((each) => each.gradeName === name)?.classId ?? 0

  test('lets the sixth grade go where nothing is said', async () => {
    const { orgId, students } = await nineYears()
    const seen = await preview(orgId)
    expect(seen).toMatchObject({ continuable: [2], promoted: 7, graduating: 2 })
    const last = await lastOf(orgId, '六年级')
    expect(await must(promote(orgId))).toMatchObject({ promoted: 7, graduated: 2 })
    expect(await studentPlace(app.current, students.get(last) ?? 0)).toMatchObject({ leftAs: 20 })
  })

  test('keeps the sixth grade where it goes on: a new stage, the same class', async () => {
    const { orgId, students } = await nineYears()
    const [last, first] = [await lastOf(orgId, '六年级'), await lastOf(orgId, '初一')]
    expect(await must(promote(orgId, { continueStages: [2] }))).toMatchObject({ promoted: 8, graduated: 1 })
    const after = await gradesById(orgId)
    expect([after.get(last), after.get(first)]).toEqual(['初一', '初二'])
    expect(await studentPlace(app.current, students.get(last) ?? 0)).toMatchObject({
      classId: last,
      leftAs: null,
    })
    const row = app.current.db.selectFrom('class').select(['stage', 'entryYear']).where('id', '=', last)
    const entryYear = advanceYearOf(await today(app.current))
    expect(await row.executeTakeFirstOrThrow()).toEqual({ stage: 3, entryYear })
    const stages = await must(region.call(schoolEndpoints.prefixListByOrgId, { orgId }))
    expect(stages.map(({ prefix, studentCount }) => [prefix, studentCount])).toEqual([
      [2, 5],
      [3, 3],
    ])
    expect(await faults(app.current)).toEqual([])
  })

  test('of the five-four system goes from the fifth grade on', async () => {
    const { orgId } = await fullSchool({ stages: [2, 3], schoolSystem: 54 })
    const last = await lastOf(orgId, '五年级')
    await must(promote(orgId, { continueStages: [2] }))
    expect((await gradesById(orgId)).get(last)).toBe('预初')
  })

  test('names the stages with their last grades', async () => {
    const { orgId } = await fullSchool({ stages: [1, 2, 3, 4] })
    expect((await preview(orgId)).continuable).toEqual([1, 2, 3])
    const stages = await must(region.call(advanceStages, { orgId }))
    expect(stages.map(({ finalGradeName, years }) => [finalGradeName, years])).toEqual([
      ['大班', 3],
      ['六年级', 6],
      ['初三', 3],
      ['高三', 3],
    ])
    const all = { continueStages: [1, 2, 3] }
    expect(await must(promote(orgId, all))).toMatchObject({ promoted: 15, graduated: 1 })
    expect(await faults(app.current)).toEqual([])
  })

  test('cannot go on in a stage it has not', async () => {
    const { orgId } = await fullSchool({ stages: [2] })
    expect((await promote(orgId, { continueStages: [2] })).message).toBe('学校没有可以直升的下一学段')
  })

  test('that went over to shorter stages sends away who is beyond the last grade', async () => {
    const { orgId } = await fullSchool({ stages: [2] })
    await app.current.sql(`update school set school_system = 54 where org_id = ${orgId}`)
    expect(await must(promote(orgId))).toMatchObject({ promoted: 4, graduated: 2 })
    const clash = await fullSchool({ stages: [2, 3] })
    await app.current.sql(`update school set school_system = 54 where org_id = ${clash.orgId}`)
    const answer = await promote(clash.orgId, { continueStages: [2] })
    expect(answer).toMatchObject({ code: 700, message: '同一年级会有同名班级，请先修改班级名称' })
    expect(await faults(app.current)).toEqual([])
  })
})

describe('once', () => {
  test('per school year: the second is refused, a year later it is not', async () => {
    const { orgId } = await fullSchool({ stages: [3] })
    const year = advanceYearOf(await today(app.current))
    expect((await promote(orgId, { schoolYear: year - 1 })).message).toBe('学年已变化，请重新预览后再升级')
    const { advanceId } = await must(promote(orgId))
    const before = await snapshotOf(app.current, orgId)
    const again = await promote(orgId)
    expect(again).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '本学年已经升级过，每学年只能升级一次',
    })
    expect(await snapshotOf(app.current, orgId)).toEqual(before)
    const seen = await preview(orgId)
    expect(seen).toMatchObject({
      blocked: again.message,
      schoolYear: year,
      schoolYearName: schoolYearName(year),
    })
    expect(seen.last).toMatchObject({
      advanceId,
      doneBy: '李雪梅',
      promoted: 2,
      graduated: 1,
      undoBlocked: null,
    })
    await nextYear(app.current, orgId)
    expect(await must(promote(orgId))).toMatchObject({ promoted: 1, graduated: 1 })
    await nextYear(app.current, orgId)
    expect(await must(promote(orgId))).toMatchObject({ promoted: 0, graduated: 1 })
    await nextYear(app.current, orgId)
    expect((await promote(orgId)).message).toBe('学校还没有班级')
    expect(await faults(app.current)).toEqual([])
  })

  test('by ten at once on two nodes: one happens, the others are refused', async () => {
    const { orgId, students } = await fullSchool({ stages: [2] })
    const nodes = [app.current, await app.current.otherNode()]
    const tokens = [await app.current.login('region01'), await app.current.login(accountOf('330106-卫健'))]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        promote(orgId, {}, (nodes[index % 2] as TestApp).as(tokens[index % 3 ? 0 : 1] ?? '')),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).toEqual([200, ...Array(9).fill(REFUSALS.notInThisState)])
    for (const { code, message } of answers)
      if (code === REFUSALS.notInThisState) expect(message).toBe('本学年已经升级过，每学年只能升级一次')
    const places = await Promise.all([...students.values()].map((id) => studentPlace(app.current, id)))
    expect(places.filter((place) => place?.leftAs === 20)).toHaveLength(1)
    const after = [...(await gradesById(orgId)).values()]
    expect(after).toEqual([2, 3, 4, 5, 6].map((no) => gradeName(2, no)))
    expect(await faults(app.current)).toEqual([])
  })

  test('or not at all: a fault or a broken connection in the middle leaves nothing', async () => {
    const { orgId } = await fullSchool({ stages: [2] })
    const before = await snapshotOf(app.current, orgId)
    const breaking = (body: string) =>
      app.current.sql(`create or replace function refuse() returns trigger language plpgsql as
          $$ begin ${body} return new; end $$;
        create or replace trigger refuse before insert on advance_class
          for each row execute function refuse()`)
    await breaking(`raise exception 'enough';`)
    expect((await promote(orgId)).status).toBe(500)
    expect(await snapshotOf(app.current, orgId)).toEqual(before)
    await breaking('perform pg_terminate_backend(pg_backend_pid());')
    expect((await promote(orgId)).status).toBe(503)
    expect(await snapshotOf(app.current, orgId)).toEqual(before)
    await app.current.sql('drop trigger refuse on advance_class; drop function refuse')
    expect((await preview(orgId)).last).toBeNull()
    expect((await promote(orgId)).code).toBe(200)
  })
})

describe('is refused', () => {
  test('while a task is under way, with the name of the plan', async () => {
    const { orgId } = await fullSchool({ stages: [3] })
    const end = await underWay(app.current, orgId, '秋季普查')
    const message = '筛查计划“秋季普查”进行中，暂不能操作'
    expect(await promote(orgId)).toMatchObject({ code: REFUSALS.notInThisState, message })
    expect((await preview(orgId)).blocked).toBe(message)
    await end()
    expect((await promote(orgId)).code).toBe(200)
  })

  test('for a school without classes', async () => {
    const orgId = await newSchool(app.current, region)
    expect(await promote(orgId)).toMatchObject({ code: REFUSALS.notInThisState, message: '学校还没有班级' })
    expect(await preview(orgId)).toMatchObject({ blocked: '学校还没有班级', classes: [], promoted: 0 })
  })

  test('outside the range, without the permission, and for what is no school', async () => {
    const { orgId } = await fullSchool({ stages: [3] })
    for (const account of [accountOf('330109-教育'), 'school01']) {
      const by = demoUser(app, account)
      expect((await promote(orgId, {}, by)).code).toBe(616)
      expect((await by.call(advancePreview, { orgId })).code).toBe(616)
    }
    for (const account of ['teacher01', 'city01'])
      expect((await promote(orgId, {}, demoUser(app, account))).code).toBe(602)
    expect((await promote(99_999_999)).code).toBe(616)
    expect(await closedOf(orgId)).toEqual([])
  })
})

test('who left before stays as they were', async () => {
  const { orgId, students } = await fullSchool({ stages: [3] })
  const [gone = 0] = students.values()
  await leave(region, [gone])
  const before = await enrolmentsOf(app.current, gone)
  expect(await must(promote(orgId))).toMatchObject({ promoted: 1, graduated: 1 })
  expect(await enrolmentsOf(app.current, gone)).toEqual(before)
})
