// Second examinations: who is drawn, who may do them blind, and what comes of them.
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { EMPTY_READING, type Reading } from '#contract/eyesight/reading.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { changesTo, NORMAL, recordOf, savedRow, type Typed } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork, taskOfHospital } from '../../testing/task-at-work.ts'

const node = useApp()
const { drawRetest, retestList, saveRetest, saveRecords, classGrid } = recordEndpoints
type Task = Awaited<ReturnType<typeof taskAtWork>>

/** The first so many of a task have a valid result, entered by its administrator. */
async function screened(count: number, options: Parameters<typeof taskAtWork>[1] = {}) {
  const task = await taskAtWork(node.current, options)
  const rows = task.records.slice(0, count).map(({ recordId }) => ({ recordId, changes: changesTo(NORMAL) }))
  await must(task.admin.call(saveRecords, { taskId: task.taskId, rows }))
  return task
}
const draw = (by: By, taskId: number) => by.call(drawRetest, { taskId })
const listed = (by: By, taskId: number, classId?: number) => must(by.call(retestList, { taskId, classId }))
const retest = (by: By, recordId: number, reading: Partial<Reading>) =>
  by.call(saveRetest, { recordId, reading: { ...EMPTY_READING, ...reading } })
/** One student drawn, the first reading by the administrator. */
async function drawnOne(options: Parameters<typeof taskAtWork>[1] = {}) {
  const task = await screened(1, options)
  await must(draw(task.admin, task.taskId))
  return { ...task, recordId: task.at(0) }
}

describe('drawing', () => {
  test('as many as the plan asks for, rounded up, spread over classes, and never twice', async () => {
    const task = await screened(30, {
      plan: { retestRatio: 10 },
      roster: { classes: 3, studentsPerClass: 11 },
    })
    const { admin, taskId } = task
    // 11, 11 and 8 valid ones.
    expect(await must(draw(admin, taskId))).toEqual({ drawn: 3, total: 3, wanted: 3 })
    const classes = (await listed(admin, taskId)).map(({ classId }) => classId)
    expect(new Set(classes).size).toBe(3)
    expect(await must(draw(admin, taskId))).toEqual({ drawn: 0, total: 3, wanted: 3 })
    await savedRow(admin, taskId, task.at(30), NORMAL)
    expect(await must(draw(admin, taskId))).toEqual({ drawn: 1, total: 4, wanted: 4 })
    const drawn = await rowsOf<{ state: number }>(
      node.current,
      'select state from screening_record r join retest t on t.record_id = r.id where t.task_id = $1',
      [taskId],
    )
    expect(drawn.every(({ state }) => state === 2)).toBe(true)
    expect(await listed(admin, taskId, task.classIds[1])).toHaveLength(
      (await listed(admin, taskId)).filter(({ classId }) => classId === task.classIds[1]).length,
    )
  })

  test('is by chance', async () => {
    const task = await screened(30, {
      plan: { retestRatio: 1 },
      roster: { classes: 1, studentsPerClass: 30 },
    })
    const seen = new Set<number>()
    for (let turn = 0; turn < 8; turn++) {
      await must(draw(task.admin, task.taskId))
      for (const { recordId } of await listed(task.admin, task.taskId)) seen.add(recordId)
      await node.current.sql(`delete from retest where task_id = ${task.taskId}`)
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  test('by two at once draws no more', async () => {
    const task = await screened(20, {
      plan: { retestRatio: 20 },
      roster: { classes: 1, studentsPerClass: 20 },
    })
    const answers = await Promise.all(
      [task.admin, task.screener, task.admin].map((by) => must(draw(by, task.taskId))),
    )
    expect(answers.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(4)
  })

  test('is refused without results, after the end, for those above and elsewhere', async () => {
    const task = await taskAtWork(node.current, { roster: { classes: 1 } })
    expect((await draw(task.admin, task.taskId)).message).toBe('还没有有效的检查结果，无法抽取复测学生')
    await savedRow(task.admin, task.taskId, task.at(0), NORMAL)
    expect((await draw(await signedIn(node.current, 'region01'), task.taskId)).code).toBe(602)
    expect((await draw(await signedIn(node.current, 'school01'), task.taskId)).code).toBe(650)
    await node.current.sql(`update task set status = 2 where id = ${task.taskId}`)
    expect((await draw(task.admin, task.taskId)).code).toBe(REFUSALS.notInThisState)
  })
})

describe('the second reading', () => {
  test('is blind until it is entered, then both readings are shown', async () => {
    const { admin, screener, taskId, recordId, classIds } = await drawnOne()
    const [before] = await listed(screener, taskId)
    expect(before).toMatchObject({ recordId, done: false, ownFirst: false, items: [], glasses: null })
    expect((await listed(admin, taskId))[0]).toMatchObject({ ownFirst: true })
    const row = await must(retest(screener, recordId, { ...NORMAL, nakedRight: 4.8, sphereLeft: 0.5 }))
    expect(row).toMatchObject({ done: true, glasses: 1, enteredByName: '测老师' })
    expect(row.items).toEqual([
      { key: 'nakedRight', label: '裸眼视力（右）', first: 5, second: 4.8, difference: -0.2, over: true },
      { key: 'nakedLeft', label: '裸眼视力（左）', first: 5.1, second: 5.1, difference: 0, over: false },
      { key: 'seRight', label: '等效球镜（右）', first: 0.375, second: 0.375, difference: 0, over: false },
      { key: 'seLeft', label: '等效球镜（左）', first: 0.25, second: 0.5, difference: 0.25, over: false },
    ])
    const [stored] = await rowsOf(node.current, 'select * from retest where record_id = $1', [recordId])
    expect(stored).toMatchObject({
      items: 4,
      errors: 1,
      first_reading: { nakedRight: 50, glasses: 1 },
      reading: { nakedRight: 48 },
    })
    // The record stays as it was.
    expect(await recordOf(node.current, recordId)).toMatchObject({ naked_right: 50, version: 2 })
    const grid = await must(admin.call(classGrid, { taskId, classId: classIds[0] ?? 0 }))
    expect(grid.rows.map((each) => each.retest)).toEqual(['done', 'none'])
  })

  test('is never by who entered the first', async () => {
    const { admin, recordId, students } = await drawnOne()
    expect(await retest(admin, recordId, NORMAL)).toMatchObject({
      code: 700,
      message: `${students[0]?.name}的初测由您录入，须由他人复测`,
    })
  })

  test('nor by who changed something measured in it; a remark changes nothing', async () => {
    const { admin, screener, taskId, recordId, students, at } = await screened(2, {
      plan: { retestRatio: 100 },
    }).then((task) => ({ ...task, recordId: task.at(0) }))
    await savedRow(screener, taskId, recordId, { nakedRight: 4.9 }, { nakedRight: 5 })
    await savedRow(screener, taskId, at(1), { remark: '已核对' })
    await must(draw(admin, taskId))
    const own = new Map((await listed(screener, taskId)).map((row) => [row.recordId, row.ownFirst]))
    expect([own.get(recordId), own.get(at(1))]).toEqual([true, false])
    expect((await retest(screener, recordId, NORMAL)).message).toBe(
      `${students[0]?.name}的初测由您录入，须由他人复测`,
    )
    await must(retest(screener, at(1), NORMAL))
  })

  test('is entered once: sent again it is answered again, another one is refused to everybody', async () => {
    const { screener, recordId, schoolOrgId } = await drawnOne()
    const first = await must(retest(screener, recordId, { ...NORMAL, nakedRight: 4.6 }))
    expect(await must(retest(screener, recordId, { ...NORMAL, nakedRight: 4.6 }))).toEqual(first)
    const { account } = await newUser(node.current, schoolOrgId, 30)
    for (const by of [screener, await signedIn(node.current, account)]) {
      expect(await retest(by, recordId, NORMAL)).toMatchObject({
        code: REFUSALS.notInThisState,
        message: '复测结果已录入，不能重复录入',
      })
    }
    const [stored] = await rowsOf(node.current, 'select reading, errors from retest where record_id = $1', [
      recordId,
    ])
    expect(stored).toMatchObject({ reading: { nakedRight: 46 }, errors: 1 })
  })

  test.each<[string, Typed, string]>([
    ['nothing that can be compared', { remark: null }, '请填写复测结果'],
    ['a part of what was examined first', { ...NORMAL, sphereLeft: null }, '请填写全部复测项目'],
    ['vision with glasses of who wears none', { glasses: 1, correctedLeft: 5 }, '未戴镜的学生没有戴镜视力'],
  ])('of %s is refused', async (_name, reading, sentence) => {
    const { screener, recordId } = await drawnOne()
    expect((await retest(screener, recordId, reading as never)).message).toContain(sentence)
  })

  test('is for those who were drawn, while the task is under way, and with a complete first one', async () => {
    const { admin, screener, recordId, taskId, at } = await drawnOne()
    expect((await retest(screener, at(1), NORMAL)).code).toBe(650)
    expect((await retest(await signedIn(node.current, 'school01'), recordId, NORMAL)).code).toBe(650)
    await savedRow(admin, taskId, recordId, { nakedLeft: null }, { nakedLeft: 5.1 })
    expect((await retest(screener, recordId, NORMAL)).message).toContain('初测结果已不完整')
    await savedRow(admin, taskId, recordId, { nakedLeft: 5.1 })
    await node.current.sql(`update task set status = 2 where id = ${taskId}`)
    expect((await retest(screener, recordId, NORMAL)).code).toBe(REFUSALS.notInThisState)
  })

  test('of a school may be done by the hospital that screens there', async () => {
    const task: Task & { hospital: By } = await taskOfHospital(node.current, { roster: { classes: 1 } })
    await savedRow(task.admin, task.taskId, task.at(0), NORMAL)
    await must(draw(task.hospital, task.taskId))
    expect((await must(retest(task.hospital, task.at(0), NORMAL))).done).toBe(true)
  })
})

test('the list is one class of the caller, or all of them', async () => {
  const { taskId, schoolOrgId, classIds } = await drawnOne()
  const { account, userId } = await newUser(node.current, schoolOrgId, 45)
  await node.current.sql(`insert into user_class values (${userId}, ${classIds[1]})`)
  const teacher = await signedIn(node.current, account)
  expect(await listed(teacher, taskId)).toEqual([])
  expect((await teacher.call(retestList, { taskId, classId: classIds[0] })).code).toBe(650)
  const region = await signedIn(node.current, 'region01')
  expect(await listed(region, taskId, classIds[0])).toHaveLength(1)
})
