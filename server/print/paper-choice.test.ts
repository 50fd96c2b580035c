// Forms of chosen students, and of the roster without a plan: only the own range, everybody on record.
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { PAPER_MOST_CHOSEN } from '#contract/print/paper-schemas.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { makeForeignResults, makeResults, override, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { paperSheets, paperStudents } = paperEndpoints
let world: ResultWorld
let foreign: Awaited<ReturnType<typeof makeForeignResults>>
let studentIds: number[]
let foreignId: number
const idsOf = async (condition: string) =>
  (await rowsOf<{ id: string }>(app.current, `select id from student where ${condition} order by id`)).map(
    ({ id }) => Number(id),
  )
beforeAll(async () => {
  world = await makeResults(app.current)
  foreign = await makeForeignResults(app.current)
  studentIds = await idsOf(`org_id = ${world.orgId}`)
  foreignId = (await idsOf(`org_id = ${foreign.orgId}`))[0] ?? 0
})

const sheets = (by: By, form: PaperFormCode, choice: object) =>
  must(by.call(paperSheets, { form, ...choice }))
const namesOf = (found: Awaited<ReturnType<typeof sheets>>) =>
  found.map(({ rows }) => rows.map(({ name }) => name))

describe('chosen students', () => {
  test('of a plan are alone on its sheets, in the order of the list', async () => {
    const [one, , , four] = studentIds
    const chosen = { planId: world.planId, studentIds: [four, one] }
    const found = await sheets(world.admin, 'result-record', chosen)
    expect(namesOf(found)).toEqual([['测一'], ['测四']])
    expect(await must(world.admin.call(paperStudents, chosen as never))).toEqual({
      students: 2,
      stages: [{ stage: 2, students: 2 }],
    })
  })

  test('without a plan have their last result, with the plan that it is of', async () => {
    const found = await sheets(world.admin, 'result-record', { studentIds })
    // 测四 was absent: there is no result.
    expect(namesOf(found)).toEqual([['测一', '测二', '测三'], ['测五']])
    expect(found.map(({ subtitle }) => subtitle)).toEqual(['结果导出计划', '结果导出计划'])
    const [byText] = await sheets(world.admin, 'result-record', { studentIds: String(studentIds[1]) })
    expect(byText?.rows.map(({ name, cells }) => [name, cells[7]])).toEqual([['测二', '5.0']])
  })

  test('are on record and counted as of a class', async () => {
    const count = `select count(*) as n from audit_log where action = 'record.print' and object_type = 'student'`
    const before = Number((await rowsOf<{ n: string }>(app.current, count))[0]?.n)
    await sheets(world.admin, 'registration', { studentIds: studentIds.slice(0, 2) })
    expect(Number((await rowsOf<{ n: string }>(app.current, count))[0]?.n) - before).toBe(2)
  })

  test.each<PaperFormCode>(['registration', 'result-record'])(
    'one who is foreign refuses %s altogether, as one who is not there',
    async (form) => {
      for (const plan of [{}, { planId: world.planId }]) {
        const answers = await Promise.all(
          [foreignId, 2_000_000_000].map((id) =>
            world.admin.call(paperSheets, { form, ...plan, studentIds: [...studentIds, id] }),
          ),
        )
        expect(answers.map(({ code, data }) => [code, data])).toEqual([
          [650, null],
          [650, null],
        ])
      }
    },
  )

  test('are no part of what is of a whole, and not more than an address holds', async () => {
    const { planId, taskId } = world
    for (const form of ['summary', 'retest-record'] as const) {
      const answer = await world.admin.call(paperSheets, { form, planId, taskId, studentIds })
      expect(answer.message).toBe('该表不能按选择的学生打印')
    }
    const many = Array.from({ length: PAPER_MOST_CHOSEN + 1 }, (_, nth) => nth + 1)
    const answer = await world.admin.call(paperSheets, {
      form: 'registration',
      studentIds: many.join(','),
    })
    expect(answer.success).toBe(false)
  })
})

describe('the roster without a plan', () => {
  test('gives the registration of a school, a grade or a class', async () => {
    const { orgId, classIds, region } = world
    const all = [
      ['测一', '测二', '测三'],
      ['测四', '测五'],
    ]
    expect(namesOf(await sheets(world.admin, 'registration', {}))).toEqual(all)
    expect(namesOf(await sheets(world.admin, 'registration', { prefix: 2, gradeNo: 3 }))).toEqual(all)
    expect(await sheets(world.admin, 'registration', { prefix: 2, gradeNo: 4 })).toEqual([])
    const [sheet, ...none] = await sheets(region, 'registration', { orgId, classId: classIds[1] })
    expect(none).toEqual([])
    expect(sheet).toMatchObject({ bookmark: '结果导出小学 三年级2班', subtitle: '' })
    expect(sheet?.rows.map(({ name }) => name)).toEqual(['测*', '测*'])
    expect(await must(region.call(paperStudents, { orgId }))).toMatchObject({ students: 5 })
  })

  test('has the last results of a class as well', async () => {
    const found = await sheets(world.admin, 'result-record', { classId: world.classIds[1] })
    expect(namesOf(found)).toEqual([['测五']])
  })

  test('of another school or class is refused, of a whole district not made', async () => {
    const { admin, region } = world
    const codes = async (by: By, choice: object) =>
      (await by.call(paperSheets, { form: 'registration', ...choice })).code
    expect(await codes(admin, { orgId: foreign.orgId })).toBe(616)
    expect(await codes(admin, { classId: foreign.classId })).toBe(650)
    expect(await codes(region, {})).toBe(700)
    expect(await codes(admin, { areaId: '330205' })).toBe(700)
    expect(await codes(admin, { taskId: foreign.taskId })).toBe(700)
  })

  test('of a class teacher is of the own classes', async () => {
    const { account, userId } = await newUser(app.current, world.orgId, 45)
    await app.current.sql(`insert into user_class values (${userId}, ${world.classIds[1]})`)
    const teacher = await signedIn(app.current, account)
    expect(namesOf(await sheets(teacher, 'registration', {}))).toEqual([['测四', '测五']])
    for (const form of ['registration', 'result-record'] as const)
      expect((await teacher.call(paperSheets, { form, studentIds: [studentIds[0]] } as never)).code).toBe(650)
    expect((await teacher.call(paperSheets, { form: 'registration', classId: world.classIds[0] })).code).toBe(
      650,
    )
  })

  test('needs the permission to list students; results need that of the class', async () => {
    const { account, userId } = await newUser(app.current, world.orgId, 20)
    await override(app.current, userId, ['students'], false)
    const without = await signedIn(app.current, account)
    expect((await without.call(paperSheets, { form: 'registration', studentIds })).code).toBe(602)
    await must(without.call(paperSheets, { form: 'result-record', studentIds }))
    await override(app.current, userId, ['students'], true)
    await override(app.current, userId, ['classDetailTakingPart'], false)
    await must(without.call(paperSheets, { form: 'registration', studentIds }))
    expect((await without.call(paperSheets, { form: 'result-record', studentIds })).code).toBe(602)
    expect((await without.call(paperStudents, { planId: world.planId })).code).toBe(602)
  })
})
