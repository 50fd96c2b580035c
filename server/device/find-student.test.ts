// Whose reading it is: found inside the tasks that the device's organisation has to do with, and nowhere else.
import { beforeAll, describe, expect, test } from 'vitest'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { newDevice, send } from '../testing/devices.ts'
import { demoUser, must, schoolAdmin, signedIn } from '../testing/people.ts'
import { newIdCard, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { newPlan, newRoster, newTask, startedTask } from '../testing/screening.ts'
import { NOT_FOUND_PER_DAY, TOO_MANY_NOT_FOUND } from './find-records.ts'

const node = useApp()
type Key = Awaited<ReturnType<typeof newDevice>>
type Started = Awaited<ReturnType<typeof startedTask>>

const region = demoUser(node, 'region01')
let hospitalId: number
/** A task at a school, carried out by a hospital, with a device of each. */
let mine: Started
let hospitalKey: Key
let schoolKey: Key
/** Another school that screens itself. */
let theirs: Started
let theirKey: Key

beforeAll(async () => {
  hospitalId = await orgIdOf(node.current, '330106-hospital')
  mine = await startedTask(node.current, {
    by: region,
    task: { executor: { by: 'org', orgId: hospitalId } },
    roster: { studentsPerClass: 6 },
  })
  theirs = await startedTask(node.current, { by: region })
  hospitalKey = await newDevice(await signedIn(node.current, 'hospital01'))
  schoolKey = await newDevice(await schoolAdmin(node.current, mine.schoolOrgId))
  theirKey = await newDevice(await schoolAdmin(node.current, theirs.schoolOrgId))
})

let numbers = 0
const reading = { nakedRight: 4.9 }
/** The outcome of one reading about the student it names. */
async function sent(key: Key, who: object) {
  numbers += 1
  const answer = await must(send(node.current, key, [{ readingNo: `N${numbers}`, ...who, reading }]))
  return answer.results[0]
}
const taken = { outcome: 'taken', message: null }
const notFound = { outcome: 'refused', message: '未找到学生' }

const stands = async (recordId: number) =>
  (
    await rowsOf<{ naked_right: number | null; source: number | null; device_id: number | null }>(
      node.current,
      'select naked_right, source, device_id from screening_record where id = $1',
      [recordId],
    )
  )[0]
const recordOf = async (taskId: number, studentId: number) =>
  (
    await rowsOf<{ id: number }>(
      node.current,
      'select id from screening_record where task_id = $1 and student_id = $2',
      [taskId, studentId],
    )
  )[0]?.id ?? 0

describe('a student is found', () => {
  test('by the record', async () => {
    const recordId = mine.records[0]?.recordId ?? 0
    expect(await sent(hospitalKey, { recordId })).toMatchObject(taken)
    expect(await stands(recordId)).toEqual({ naked_right: 49, source: 3, device_id: hospitalKey.deviceId })
  })

  test('by the id card, however it is written', async () => {
    const [one, two] = mine.students
    expect(await sent(hospitalKey, { taskId: mine.taskId, idCard: two?.idCard })).toMatchObject(taken)
    expect((await stands(await recordOf(mine.taskId, two?.studentId ?? 0)))?.naked_right).toBe(49)
    const wide = one?.idCard.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    expect(await sent(hospitalKey, { idCard: ` ${wide?.toLowerCase()} ` })).toMatchObject({ outcome: 'same' })
  })

  test('by a document that is no id card', async () => {
    const { schoolOrgId, classIds } = await newRoster(node.current, region, { studentsPerClass: 0 })
    const identity = { studentType: 2, sex: 1, birthDate: '2016-05-01', passportNo: 'E12345678' } as const
    const classId = classIds[0] ?? 0
    await must(region.call(studentEndpoints.addStudent, { ...identity, classId, name: '外籍生' }))
    await newTask(region, await newPlan(region), schoolOrgId)
    const key = await newDevice(await schoolAdmin(node.current, schoolOrgId))
    expect(await sent(key, { idCard: 'e1234-5678' })).toMatchObject(taken)
  })

  test('by a national student number, or one of the school together with the task', async () => {
    const [, , national, own] = mine.students
    const studentNo = `G${newIdCard()}`
    await numbered(national?.studentId ?? 0, studentNo)
    await numbered(own?.studentId ?? 0, 'A1007')
    expect(await sent(hospitalKey, { studentNo })).toMatchObject(taken)
    expect(await sent(hospitalKey, { studentNo: 'A1007' })).toEqual({
      readingNo: `N${numbers}`,
      outcome: 'refused',
      message: '使用校内学号时请注明任务编号',
    })
    expect(await sent(hospitalKey, { studentNo: ' a1007 ', taskId: mine.taskId })).toMatchObject(taken)
    // Of a school's own device it is known which school.
    expect(await sent(schoolKey, { studentNo: 'A1007' })).toMatchObject({ outcome: 'same' })
  })

  test('by a number of the school at which the device stands', async () => {
    const hospital = await signedIn(node.current, 'hospital01')
    const placed = await newDevice(hospital, { schoolOrgId: mine.schoolOrgId })
    expect(await sent(placed, { studentNo: 'A1007' })).toMatchObject({ outcome: 'same' })
  })

  test('by the school in a task that others carry out', async () => {
    const recordId = mine.records[4]?.recordId ?? 0
    expect(await sent(schoolKey, { recordId })).toMatchObject(taken)
  })

  test('in one of several tasks only when the task is named', async () => {
    const student = mine.students[5]
    const planId = await newPlan(region)
    const taskId = await newTask(region, planId, mine.schoolOrgId, {
      executor: { by: 'org', orgId: hospitalId },
    })
    expect(await sent(hospitalKey, { idCard: student?.idCard })).toMatchObject({
      outcome: 'refused',
      message: '找到多条记录，请注明任务编号或改用记录编号',
    })
    expect(await sent(hospitalKey, { idCard: student?.idCard, taskId })).toMatchObject(taken)
    expect(await stands(await recordOf(taskId, student?.studentId ?? 0))).toMatchObject({ naked_right: 49 })
    expect(await stands(await recordOf(mine.taskId, student?.studentId ?? 0))).toMatchObject({
      naked_right: null,
    })
  })
})

describe('nobody is found', () => {
  test('where nobody is named', async () => {
    const fault = { outcome: 'refused', message: '请提供记录编号、身份证号或学籍号' }
    expect(await sent(hospitalKey, {})).toMatchObject(fault)
    expect(await sent(hospitalKey, { taskId: mine.taskId, idCard: ' ', studentNo: '' })).toMatchObject(fault)
  })

  test('where there is nobody, and where it is somebody else’s student: in the same words', async () => {
    const [record] = theirs.records
    const [student] = theirs.students
    const nobody = await newStudent(region, theirs.classIds[0] ?? 0)
    for (const key of [hospitalKey, schoolKey])
      for (const who of [
        { recordId: 987_654_321 },
        { recordId: record?.recordId },
        { idCard: newIdCard() },
        { idCard: student?.idCard },
        { idCard: nobody.idCard },
        { idCard: student?.idCard, taskId: theirs.taskId },
        { idCard: mine.students[6]?.idCard, taskId: theirs.taskId },
        { studentNo: `G${newIdCard()}` },
        { studentNo: 'A1007', taskId: theirs.taskId },
        { studentNo: 'A1007', taskId: 987_654_321 },
        { recordId: record?.recordId, taskId: mine.taskId },
      ])
        expect(await sent(key, who), JSON.stringify(who)).toMatchObject(notFound)
    expect(await sent(theirKey, { recordId: mine.records[6]?.recordId })).toMatchObject(notFound)
    expect(await stands(record?.recordId ?? 0)).toMatchObject({ naked_right: null })
    expect(await stands(mine.records[6]?.recordId ?? 0)).toMatchObject({ naked_right: null })
  })

  test('where what is given contradicts itself', async () => {
    const [, second] = mine.students
    const first = mine.records.find(({ studentId }) => studentId === mine.students[0]?.studentId)
    expect(await sent(hospitalKey, { recordId: first?.recordId, idCard: second?.idCard })).toMatchObject(
      notFound,
    )
    expect(
      await sent(hospitalKey, { idCard: second?.idCard, studentNo: 'A1007', taskId: mine.taskId }),
    ).toMatchObject(notFound)
  })

  test('before a task begins, after it is completed, and after its plan has ended', async () => {
    const planId = await newPlan(region)
    const later = { startsOn: dayFromNow(3) }
    const waiting = await startedTask(node.current, { by: region, task: later })
    const key = await newDevice(await schoolAdmin(node.current, waiting.schoolOrgId))
    const who = { idCard: waiting.students[0]?.idCard }
    expect(await sent(key, who)).toMatchObject(notFound)

    const taskId = await newTask(region, planId, waiting.schoolOrgId)
    expect(await sent(key, who)).toMatchObject(taken)
    const { version } = await must(region.call(taskEndpoints.taskDetail, { taskId }))
    await must(region.call(taskEndpoints.completeTask, { taskId, version }))
    expect(await sent(key, { idCard: waiting.students[1]?.idCard })).toMatchObject(notFound)

    const ending = await startedTask(node.current, { by: region })
    const endingKey = await newDevice(await schoolAdmin(node.current, ending.schoolOrgId))
    const plan = await must(region.call(planEndpoints.planDetail, { planId: ending.planId }))
    await must(region.call(planEndpoints.endPlan, { planId: ending.planId, version: plan.version }))
    expect(await sent(endingKey, { recordId: ending.records[0]?.recordId })).toMatchObject(notFound)
  })

  test('once the task is carried out by another organisation', async () => {
    const moved = await startedTask(node.current, {
      by: region,
      task: { executor: { by: 'org', orgId: hospitalId } },
    })
    const [first, second] = moved.records
    expect(await sent(hospitalKey, { recordId: first?.recordId })).toMatchObject(taken)
    await node.current.sql(`update task set org_id = school_org_id where id = ${moved.taskId}`)
    expect(await sent(hospitalKey, { recordId: second?.recordId })).toMatchObject(notFound)
    expect(await stands(second?.recordId ?? 0)).toMatchObject({ naked_right: null })
  })
})

test.each([
  ['a task that is no number', { taskId: 'x' }, '任务编号的格式不正确'],
  ['a record below zero', { recordId: -1 }, '记录编号的格式不正确'],
  ['an id card that is a list', { idCard: ['1'] }, '身份证号的格式不正确'],
  ['a number that never ends', { studentNo: '1'.repeat(31) }, '学籍号的格式不正确'],
  ['an injected number', { idCard: "' or 1=1 --" }, '未找到学生'],
  ['a field nobody knows', { recordid: 1 }, '有不认识的字段'],
])('%s refuses that reading alone', async (_, who, message) => {
  const answer = await must(
    send(node.current, schoolKey, [
      { readingNo: `bad ${message}`.replace(/\W/g, '') + numbers++, ...who, reading },
      { readingNo: `good${numbers++}`, recordId: mine.records[9]?.recordId, reading },
    ]),
  )
  expect(answer.results[0]).toMatchObject({ outcome: 'refused', message })
  expect(answer.results[1]?.outcome).toMatch(/taken|same/)
})

async function numbered(studentId: number, studentNo: string) {
  const student = await must(region.call(studentEndpoints.studentDetail, { studentId }))
  const { name, studentType, version } = student
  await must(region.call(studentEndpoints.editStudent, { studentId, name, studentType, studentNo, version }))
}

test('numbers are not tried out one after the other', async () => {
  const started = await startedTask(node.current, { by: region })
  const admin = await schoolAdmin(node.current, started.schoolOrgId)
  const [one, other] = [await newDevice(admin), await newDevice(admin)]
  const child = started.students[0]
  const guesses = Array.from({ length: NOT_FOUND_PER_DAY }, (_, nth) => ({
    readingNo: `G${nth}`,
    idCard: newIdCard(),
    reading,
  }))
  const { results } = await must(send(node.current, one, guesses))
  expect(new Set(results.map(({ message }) => message))).toEqual(new Set([notFound.message]))
  const tooMany = { outcome: 'refused', message: TOO_MANY_NOT_FOUND }
  for (const key of [one, other])
    for (const idCard of [newIdCard(), child?.idCard])
      expect(await sent(key, { idCard })).toMatchObject(tooMany)
  expect(await sent(other, { recordId: started.records[0]?.recordId })).toMatchObject(taken)
})
