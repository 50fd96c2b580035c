// 学生编码: given in the order of the list, changed by hand, told apart within a grade; with the school's code the id of 16 digits.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { NORMAL, savedRow } from '../../testing/readings.ts'
import { makeForeignResults } from '../../testing/result-world.ts'
import { newGrade, newSchool, newStudent } from '../../testing/roster.ts'
import { newPlan, newTask, recordsOf } from '../../testing/screening.ts'
import { readExport } from '../../testing/sheets/read-export.ts'

const app = useApp()
const { classNumbers, saveClassNumbers, fillNumbers } = recordEndpoints
const { schoolDetail, editSchool } = orgEndpoints

let region: By
let head: By
let orgId = 0
let planId = 0
let taskId = 0
let [first, second, named]: [number, number, number] = [0, 0, 0]
beforeAll(async () => {
  region = await signedIn(app.current, 'region01')
  orgId = await newSchool(app.current, region, { name: '监测编号小学' })
  const { gradeId, classIds } = await newGrade(region, orgId, 2, 3, 2)
  ;[first = 0, second = 0] = classIds
  await must(region.call(schoolEndpoints.addClass, { gradeId, classNames: ['实验班'] }))
  const classes = await must(region.call(schoolEndpoints.classList, { orgId, gradeId }))
  named = classes.find(({ className }) => className === '实验班')?.classId ?? 0
  for (const name of ['编一', '编二', '编三']) await newStudent(region, first, { name })
  await newStudent(region, second, { name: '编四' })
  await newStudent(region, named, { name: '编五' })
  planId = await newPlan(region)
  taskId = await newTask(region, planId, orgId)
  head = await signedIn(app.current, (await newUser(app.current, orgId, 20)).account)
})

const read = (classId: number, by = head) => must(by.call(classNumbers, { taskId, classId }))
const numbersOf = async (classId: number) => (await read(classId)).rows.map(({ number }) => number)
const recordIds = async (classId: number) => (await read(classId)).rows.map(({ recordId }) => recordId)
const save = (classId: number, rows: { recordId: number; number: number | null }[], by = head) =>
  by.call(saveClassNumbers, { taskId, classId, rows })

describe('numbers of children', () => {
  test('are given class by class in the order of the list, once', async () => {
    expect(await numbersOf(first)).toEqual([null, null, null])
    expect(await must(head.call(fillNumbers, { taskId, classId: first }))).toEqual({ given: 3, without: 0 })
    expect(await numbersOf(first)).toEqual([101, 102, 103])
    expect(await numbersOf(second)).toEqual([null])
    expect(await must(region.call(fillNumbers, { taskId }))).toEqual({ given: 2, without: 0 })
    expect([await numbersOf(first), await numbersOf(second), await numbersOf(named)]).toEqual([
      [101, 102, 103],
      [201],
      [9901],
    ])
    expect(await must(head.call(fillNumbers, { taskId }))).toEqual({ given: 0, without: 0 })
  })

  test('are changed by hand, exchanged and taken away; the next takes the first that is free', async () => {
    const [one = 0, two = 0, three = 0] = await recordIds(first)
    const swapped = await must(
      save(first, [
        { recordId: one, number: 102 },
        { recordId: two, number: 101 },
        { recordId: three, number: null },
      ]),
    )
    expect(swapped.rows.map(({ number }) => number)).toEqual([102, 101, null])
    await must(save(first, [{ recordId: two, number: 7 }]))
    expect(await must(head.call(fillNumbers, { taskId, classId: first }))).toEqual({ given: 1, without: 0 })
    expect(await numbersOf(first)).toEqual([102, 7, 101])
  })

  test('are not given twice in a grade', async () => {
    const [one = 0, two = 0] = await recordIds(first)
    const [four = 0] = await recordIds(second)
    const taken = await save(second, [{ recordId: four, number: 102 }])
    expect(taken).toMatchObject({ code: 700, message: '编码 0102 已由同年级其他学生使用，请改用其他编码' })
    const twice = await save(first, [
      { recordId: one, number: 55 },
      { recordId: two, number: 55 },
    ])
    expect(twice.message).toBe('编码 0055 填了两次，请改用其他编码')
    expect(await numbersOf(first)).toEqual([102, 7, 101])
    const parallel = await Promise.all([1, 2, 3].map(() => head.call(fillNumbers, { taskId })))
    expect(parallel.map(({ code }) => code)).toEqual([200, 200, 200])
  })

  test('belong to children of the class, in range', async () => {
    const [four = 0] = await recordIds(second)
    expect((await save(first, [{ recordId: four, number: 150 }])).code).toBe(650)
    const foreign = await makeForeignResults(app.current)
    expect((await head.call(fillNumbers, { taskId: foreign.taskId })).code).toBe(650)
    expect((await head.call(classNumbers, { taskId, classId: foreign.classId })).code).toBe(650)
    const teacher = await signedIn(app.current, (await newUser(app.current, orgId, 45)).account)
    expect((await teacher.call(fillNumbers, { taskId })).code).toBe(602)
  })

  test('go with a child to another class of the grade, and are missing in another grade', async () => {
    const [one = 0] = await recordIds(first)
    const move = (classId: number) =>
      app.current.sql(`update screening_record set class_id = ${classId} where id = ${one}`)
    await move(second)
    expect((await read(second)).rows.find(({ recordId }) => recordId === one)?.number).toBe(102)
    await app.current.sql(`update monitoring_number set grade_no = 4 where record_id = ${one}`)
    expect((await read(second)).rows.find(({ recordId }) => recordId === one)?.number).toBeNull()
    await must(head.call(fillNumbers, { taskId }))
    expect((await read(second)).rows.find(({ recordId }) => recordId === one)?.number).toBe(202)
    await move(first)
    expect(await numbersOf(first)).toEqual([202, 7, 101])
  })

  test('stay as they are once the plan is archived, and wait for the list of the task', async () => {
    await app.current.sql(`update plan set status = 4 where id = ${planId}`)
    expect((await read(first)).lockedReason).toContain('已归档')
    expect((await head.call(fillNumbers, { taskId })).code).toBe(REFUSALS.notInThisState)
    await app.current.sql(`update plan set status = 2 where id = ${planId}`)
    expect((await read(first)).lockedReason).toBeNull()
  })
})

describe('the id of 16 digits', () => {
  const form = async () => {
    const detail = await must(region.call(schoolDetail, { orgId }))
    const { address, contactName, contactPhone, schoolType, schoolLevel } = detail
    return {
      ...detail,
      address: address ?? '',
      contactName: contactName ?? '',
      contactPhone: contactPhone ?? '',
      schoolType: schoolType ?? 10,
      schoolLevel: schoolLevel ?? 10,
      schoolSystem: detail.schoolSystem ?? undefined,
    } as const
  }
  const edit = async (change: object) => region.call(editSchool, { ...(await form()), ...change })

  test('is made of the place, the code of the school, the grade and the number', async () => {
    const [record] = await recordsOf(app.current, taskId)
    await savedRow(head, taskId, record?.recordId ?? 0, NORMAL)
    const exported = async () => {
      const given = { planId, orgId, reason: '数据上报' }
      return readExport((await must(region.call(exportEndpoints.exportHealthCode, given))).content)
    }
    const before = await exported()
    expect(before.rows[0]).toMatchObject({ ID1: null, school: null, num: '0202' })
    expect(before.about.有内容留空).toContain('学校未填监测学校代码，没有监测编号 1 行')
    await must(edit({ monitoringCode: '87', areaGrade: 2, cityProperty: 0 }))
    const { rows, about } = await exported()
    expect(rows[0]).toMatchObject({ ID1: '3301206187030202', ID2: '3301206187030202', school: '87' })
    expect(about.有内容留空 ?? '').not.toContain('监测编号')
  })

  test('has a code that is two digits and of one school in a district', async () => {
    expect((await edit({ monitoringCode: '8' })).message).toBe('监测学校代码为两位数字')
    // 西湖中心幼儿园 of the demo has it.
    expect(await edit({ monitoringCode: '01' })).toMatchObject({
      code: 700,
      message: '本区县已有学校使用代码 01，请核对',
    })
    expect((await must(region.call(schoolDetail, { orgId }))).monitoringCode).toBe('87')
    const { monitoringCode: _, ...without } = await form()
    await must(region.call(editSchool, without))
    expect((await must(region.call(schoolDetail, { orgId }))).monitoringCode).toBe('87')
    await must(edit({ monitoringCode: '' }))
    expect((await must(region.call(schoolDetail, { orgId }))).monitoringCode).toBeNull()
  })
})
