// What becomes of a reading: taken, the same, contradicted or refused, once and for all.
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { maskName } from '#contract/core/mask.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { newDevice, send } from '../testing/devices.ts'
import { accountOf, type By, must, schoolAdmin, signedIn } from '../testing/people.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { startedTask } from '../testing/screening.ts'

const node = useApp()
type Key = Awaited<ReturnType<typeof newDevice>>

let task: Awaited<ReturnType<typeof startedTask>>
let school: By
let key: Key
let secondKey: Key
let next = 0
beforeAll(async () => {
  task = await startedTask(node.current, { roster: { classes: 3, studentsPerClass: 12 } })
  school = await schoolAdmin(node.current, task.schoolOrgId)
  key = await newDevice(school)
  secondKey = await newDevice(school)
})

/** A record nothing was measured of yet. */
const newRecord = () => task.records[next++]?.recordId ?? 0
let numbers = 0
const numbered = (recordId: number, reading: object, rest: object = {}) => ({
  readingNo: `R${++numbers}`,
  recordId,
  reading,
  ...rest,
})
const results = async (readings: object[], by: Key = key) =>
  (await must(send(node.current, by, readings))).results
const outcome = async (recordId: number, reading: object, rest: object = {}, by: Key = key) =>
  (await results([numbered(recordId, reading, rest)], by))[0]

type Columns = Record<string, unknown>
const recordRow = async (recordId: number): Promise<Columns> =>
  (await rowsOf(node.current, 'select * from screening_record where id = $1', [recordId]))[0] ?? {}
const changesOf = (recordId: number) =>
  rowsOf<{ source: number; device_id: number; org_id: number; user_id: null; changes: object }>(
    node.current,
    'select source, device_id, org_id, user_id, changes from record_change where record_id = $1 order by id',
    [recordId],
  )
const conflictsOf = (recordId: number) =>
  rowsOf<{ reading: object; device_id: number }>(
    node.current,
    'select reading, device_id from reading_conflict where record_id = $1 and resolved_at is null',
    [recordId],
  )
const count = async (each: Key) =>
  (await must(school.call(deviceEndpoints.deviceDetail, { deviceId: each.deviceId }))).readingCount

const FULL = {
  glasses: 1,
  nakedRight: 4.9,
  nakedLeft: 5,
  sphereRight: -0.75,
  sphereLeft: -0.5,
  cylinderRight: 0,
  cylinderLeft: -0.25,
  axisLeft: 175,
}

describe('a reading', () => {
  test('is taken as measured, judged, and known to come from the device', async () => {
    const recordId = newRecord()
    expect(await outcome(recordId, FULL)).toMatchObject({ outcome: 'taken', message: null })
    expect(await recordRow(recordId)).toMatchObject({
      naked_right: 49,
      sphere_left: -50,
      axis_left: 175,
      state: 2,
      source: 3,
      device_id: key.deviceId,
      entered_by: null,
    })
    expect(await changesOf(recordId)).toEqual([
      {
        source: 3,
        device_id: key.deviceId,
        org_id: task.schoolOrgId,
        user_id: null,
        changes: expect.objectContaining({ nakedRight: [null, 4.9], sphereLeft: [null, -0.5] }),
      },
    ])
  })

  test('joins what is there already', async () => {
    const recordId = newRecord()
    expect(await outcome(recordId, { nakedRight: 4.9, nakedLeft: 5 })).toMatchObject({ outcome: 'taken' })
    const refraction = { sphereRight: -1, sphereLeft: null, unableLeft: false }
    expect(await outcome(recordId, refraction, {}, secondKey)).toMatchObject({ outcome: 'taken' })
    expect(await recordRow(recordId)).toMatchObject({ naked_right: 49, naked_left: 50, sphere_right: -100 })
  })

  test('that says what is known changes nothing', async () => {
    const recordId = newRecord()
    await outcome(recordId, { nakedRight: 4.9 })
    expect(await outcome(recordId, { nakedRight: 4.9 }, {}, secondKey)).toMatchObject({ outcome: 'same' })
    expect(await changesOf(recordId)).toHaveLength(1)
  })

  test('that contradicts a hand waits for a person', async () => {
    const recordId = newRecord()
    const changes = { nakedRight: { from: null, to: 4.8 } }
    await must(
      school.call(recordEndpoints.saveRecords, { taskId: task.taskId, rows: [{ recordId, changes }] }),
    )
    expect(await outcome(recordId, { nakedRight: 5, nakedLeft: 5 })).toMatchObject({
      outcome: 'conflict',
      message: '与已有结果不一致，等待人工处理',
    })
    // The record stays whole: not even what contradicts nothing is taken.
    expect(await recordRow(recordId)).toMatchObject({ naked_right: 48, naked_left: null, source: 1 })
    expect(await conflictsOf(recordId)).toEqual([
      { reading: { nakedRight: 50, nakedLeft: 50 }, device_id: key.deviceId },
    ])
  })

  test('of another device contradicts, of the same one corrects', async () => {
    const recordId = newRecord()
    await outcome(recordId, { nakedRight: 4.9 })
    expect(await outcome(recordId, { nakedRight: 4.8 })).toMatchObject({ outcome: 'taken' })
    expect(await outcome(recordId, { nakedRight: 4.7 }, {}, secondKey)).toMatchObject({ outcome: 'conflict' })
    expect(await recordRow(recordId)).toMatchObject({ naked_right: 48 })
  })

  test('with a plus cylinder is stored with the minus cylinder of the same lens', async () => {
    const recordId = newRecord()
    const plus = { sphereRight: -2, cylinderRight: 0.75, axisRight: 10 }
    expect(await outcome(recordId, plus)).toMatchObject({ outcome: 'taken' })
    expect(await recordRow(recordId)).toMatchObject({
      sphere_right: -125,
      cylinder_right: -75,
      axis_right: 100,
    })
  })

  test('has the day it was made on, today unless it says another', async () => {
    const [today, earlier] = [newRecord(), newRecord()]
    await outcome(today, { nakedRight: 4.9 })
    expect((await recordRow(today)).checked_on).toBe(dayFromNow())
    expect(await outcome(earlier, { nakedRight: 4.9 }, { checkedOn: dayFromNow(1) })).toMatchObject({
      outcome: 'refused',
      message: '检查日期不能晚于今天',
    })
    expect(await outcome(earlier, { nakedRight: 4.9 }, { checkedOn: dayFromNow(-1) })).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('检查日期应在计划期间内'),
    })
    expect(await outcome(earlier, { nakedRight: 4.9 }, { checkedOn: '15.11.2026' })).toMatchObject({
      outcome: 'refused',
      message: '检查日期的格式不正确',
    })
    expect((await recordRow(earlier)).state).toBe(0)
  })

  test.each([
    ['out of range', { nakedRight: 5.4 }, '裸眼视力（右）应在 3.3 至 5.3 之间'],
    ['off the step', { sphereRight: -0.3 }, '球镜（右）应以 0.25 为一档'],
    ['beyond any type', { axisRight: 1e300 }, '轴位（右）应在 0 至 180 之间'],
    ['misspelt', { nakedRigth: 4.9 }, '没有“nakedRigth”这个检查项目'],
    ['empty', {}, '没有检查结果'],
    ['a number in the place of fields', 4.9, '检查结果的格式不正确'],
    [
      'glasses that contradict',
      { glasses: 1, correctedRight: 5 },
      '未戴镜的学生没有戴镜视力，请核对戴镜类型或清除戴镜视力',
    ],
  ])('that is %s is refused alone', async (_, reading, message) => {
    const [bad, good] = [newRecord(), newRecord()]
    const answers = await results([numbered(bad, reading as object), numbered(good, { nakedRight: 4.9 })])
    expect(answers.map((each) => [each.outcome, each.message])).toEqual([
      ['refused', message],
      ['taken', null],
    ])
    expect((await recordRow(bad)).state).toBe(0)
  })
})

describe('a reading that comes again', () => {
  test('is answered as the first time, and nothing else happens', async () => {
    const [recordId, other] = [newRecord(), newRecord()]
    const readings = [
      numbered(recordId, { nakedRight: 4.9 }),
      numbered(other, { nakedRight: 9 }),
      numbered(987_654_321, { nakedRight: 4.9 }),
    ]
    const first = await results(readings)
    const [counted, { version }] = [await count(key), await recordRow(recordId)]
    expect(await results(readings)).toEqual(first)
    expect(await results([...readings].reverse())).toEqual([...first].reverse())
    // By its number, not by its content: a refused reading is sent anew under another one.
    const changed = readings.map((reading) => ({ ...reading, reading: { nakedRight: 4.5 } }))
    expect(await results(changed)).toEqual(first)
    expect(await count(key)).toBe(counted)
    expect((await recordRow(recordId)).version).toBe(version)
    expect(await changesOf(recordId)).toHaveLength(1)
  })

  test('keeps its answer when the task is over', async () => {
    const over = await startedTask(node.current, { by: task.by })
    const overKey = await newDevice(await schoolAdmin(node.current, over.schoolOrgId))
    const reading = numbered(over.records[0]?.recordId ?? 0, { nakedRight: 4.9 })
    expect(await results([reading], overKey)).toMatchObject([{ outcome: 'taken' }])
    await node.current.sql(`update task set status = 2, completed_at = now() where id = ${over.taskId}`)
    expect(await results([reading], overKey)).toMatchObject([{ outcome: 'taken' }])
  })

  test('under the number of another student is refused, so that no device counts from one again unnoticed', async () => {
    const [one, two] = [newRecord(), newRecord()]
    const reading = numbered(one, { nakedRight: 4.9 })
    await results([reading])
    expect(await results([{ ...reading, recordId: two }])).toEqual([
      {
        readingNo: reading.readingNo,
        outcome: 'refused',
        message: '该编号已用于另一名学生的检查，请使用新的编号',
      },
    ])
    expect((await recordRow(two)).state).toBe(0)
    // The number is each device's own.
    expect(await results([{ ...reading, recordId: two }], secondKey)).toMatchObject([{ outcome: 'taken' }])
  })

  test('inside one message counts once', async () => {
    const recordId = newRecord()
    const reading = numbered(recordId, { nakedRight: 4.9 })
    const before = await count(key)
    const answers = await results([reading, reading, { ...reading, recordId: newRecord() }])
    expect(answers.map((each) => each.outcome)).toEqual(['taken', 'taken', 'refused'])
    expect(await count(key)).toBe(before + 1)
    expect(await changesOf(recordId)).toHaveLength(1)
  })
})

test('several readings of one student in a message are taken one after the other', async () => {
  const recordId = newRecord()
  const answers = await results([
    numbered(recordId, { nakedRight: 4.9 }),
    numbered(recordId, { nakedLeft: 4.8 }),
    numbered(recordId, { nakedRight: 4.9 }),
    numbered(recordId, { nakedRight: 5 }),
  ])
  expect(answers.map((each) => each.outcome)).toEqual(['taken', 'taken', 'same', 'taken'])
  expect(await recordRow(recordId)).toMatchObject({ naked_right: 50, naked_left: 48 })
})

test('many readings take as many statements as few', async () => {
  const big = await startedTask(node.current, { by: task.by, roster: { classes: 1, studentsPerClass: 45 } })
  const bigKey = await newDevice(await schoolAdmin(node.current, big.schoolOrgId))
  const statements = async (records: typeof big.records) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const answers = await results(
      records.map(({ recordId }) => numbered(recordId, FULL)),
      bigKey,
    )
    const used = query.mock.calls.length
    query.mockRestore()
    expect(answers.every((each) => each.outcome === 'taken')).toBe(true)
    return used
  }
  expect(await statements(big.records.slice(0, 40))).toBe(await statements(big.records.slice(40, 42)))
})

describe('the detail of a device', () => {
  test('names the students to those alone who may see them', async () => {
    // A hospital of 西湖 screens a school of 江北.
    const hospitalId = await orgIdOf(node.current, '330106-hospital')
    const hospital = await signedIn(node.current, 'hospital01')
    const far = await signedIn(node.current, accountOf('330205-教育'))
    const area = { provinceId: '330000', cityId: '330200', regionId: '330205' }
    const there = await startedTask(node.current, {
      by: far,
      plan: { areaIds: ['330205'] },
      roster: { area },
    })
    await node.current.sql(`update task set org_id = ${hospitalId} where id = ${there.taskId}`)
    const hospitalKey = await newDevice(hospital)
    const [record] = there.records
    const student = there.students.find(({ studentId }) => studentId === record?.studentId)
    const sent = await results([numbered(record?.recordId ?? 0, { nakedRight: 4.9 })], hospitalKey)
    expect(sent).toMatchObject([{ outcome: 'taken' }])

    const { deviceId } = hospitalKey
    const seenBy = async (who: By) =>
      (await must(who.call(deviceEndpoints.deviceDetail, { deviceId }))).recent[0]
    expect(await seenBy(hospital)).toMatchObject({ outcome: 'taken', studentName: student?.name })
    const hidden = { outcome: 'taken', studentName: null, schoolName: null }
    expect(await seenBy(await signedIn(node.current, 'region01'))).toMatchObject(hidden)
    const province = await signedIn(node.current, 'province01')
    expect(await seenBy(province)).toMatchObject({ studentName: maskName(student?.name ?? '') })
    // Only while the task is the hospital's.
    await node.current.sql(`update task set org_id = school_org_id where id = ${there.taskId}`)
    expect(await seenBy(hospital)).toMatchObject(hidden)
  })
})
