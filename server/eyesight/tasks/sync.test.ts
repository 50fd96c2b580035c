// What changes in the roster reaches a task under way by a sync, and no result is ever lost by one.
import { describe, expect, test } from 'vitest'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { demoUser, must, newUser, schoolAdmin, signedIn } from '../../testing/people.ts'
import { newGrade, newStudent } from '../../testing/roster.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { giveResult, newPlan, newRoster, newTask, recordsOf, startedTask } from '../../testing/screening.ts'

const app = useApp()
const { syncTasks, syncNotice, taskDetail, completeTask } = taskEndpoints
const { moveStudents, leaveStudents } = studentEndpoints
const region = demoUser(app, 'region01')

const pending = async (taskId: number) => (await must(region.call(taskDetail, { taskId }))).pendingSync
const sync = (taskIds: number[], stuIds?: number[], by = region) =>
  by.call(syncTasks, stuIds ? { taskIds, stuIds } : { taskIds })
const move = (studentIds: number[], newClassId: number) =>
  must(region.call(moveStudents, { studentIds, newClassId }))
const leave = (studentIds: number[]) =>
  must(region.call(leaveStudents, { studentIds, historyType: 10, reason: '搬家' }))
const on = async (taskId: number) =>
  (await recordsOf(app.current, taskId)).map(({ studentId, classId }) => [studentId, classId])
const NOTHING = { added: 0, moved: 0, removed: 0, kept: 0 }

describe('a sync', () => {
  test('adds who came, moves who changed class, drops who left, and keeps every result', async () => {
    const { taskId, classIds, students } = await startedTask(app.current, {
      by: region,
      roster: { studentsPerClass: 4 },
    })
    const [first = 0, second = 0] = classIds
    const id = (n: number) => students[n]?.studentId ?? 0
    const recordOf = async (studentId: number) =>
      (await recordsOf(app.current, taskId)).find((record) => record.studentId === studentId)?.recordId ?? 0
    // 0 moved, 1 moved with a result, 2 left, 3 left with a result; one is new.
    await giveResult(app.current, await recordOf(id(1)))
    await giveResult(app.current, await recordOf(id(3)))
    await move([id(0), id(1)], second)
    await leave([id(2), id(3)])
    const { studentId: added } = await newStudent(region, first)
    const expected = { added: 1, moved: 1, removed: 1, kept: 1 }
    expect(await pending(taskId)).toEqual(expected)
    expect((await must(region.call(taskDetail, { taskId }))).progress).toEqual({
      expected: 8,
      screened: 2,
      valid: 2,
    })
    expect((await sync([taskId])).data).toEqual(expected)
    expect(await pending(taskId)).toEqual({ ...NOTHING, kept: 1 })
    const list = await on(taskId)
    expect(list).toHaveLength(8)
    expect(list).toContainEqual([id(0), second])
    // Results stay where they were measured.
    expect(list).toContainEqual([id(1), first])
    expect(list).toContainEqual([id(3), first])
    expect(list).toContainEqual([added, first])
    const { progress, classes } = await must(region.call(taskDetail, { taskId }))
    expect(progress).toEqual({ expected: 8, screened: 2, valid: 2 })
    expect(classes.map((row) => row.progress.expected)).toEqual([3, 5])
    expect((await sync([taskId])).data).toEqual({ ...NOTHING, kept: 1 })
  })

  test('is limited to the students it names', async () => {
    const { taskId, classIds } = await startedTask(app.current, { by: region })
    const [one, two] = [
      await newStudent(region, classIds[0] ?? 0),
      await newStudent(region, classIds[0] ?? 0),
    ]
    expect((await sync([taskId], [one.studentId])).data).toEqual({ ...NOTHING, added: 1 })
    expect(await pending(taskId)).toEqual({ ...NOTHING, added: 1 })
    expect((await sync([taskId], [two.studentId, two.studentId])).data).toEqual({ ...NOTHING, added: 1 })
    await leave([one.studentId, two.studentId])
    expect((await sync([taskId], [one.studentId])).data).toEqual({ ...NOTHING, removed: 1 })
    const elsewhere = await newRoster(app.current, region, { classes: 1, studentsPerClass: 1 })
    const stranger = elsewhere.students[0]?.studentId ?? 0
    for (const stuIds of [[stranger], [one.studentId, stranger], [999_999]])
      expect((await sync([taskId], stuIds)).code).toBe(650)
    expect((await sync([taskId], [-1])).code).toBe(400)
  })

  test('takes in new classes of the grades that are selected, and no others', async () => {
    const { taskId, schoolOrgId, gradeId, planId, classIds } = await startedTask(app.current, {
      by: region,
      roster: { classes: 2, studentsPerClass: 1 },
      task: { startsOn: dayFromNow(1) },
    })
    await must(
      region.call(taskEndpoints.editTasks, {
        tasks: [{ taskId, version: 1 }],
        selection: { gradeIds: [gradeId] },
        startsOn: dayFromNow(),
      }),
    )
    const four = await newGrade(region, schoolOrgId, 2, 4, 1)
    await newStudent(region, four.classIds[0] ?? 0)
    const { classIds: added } = await must(
      region.call(schoolEndpoints.addClass, { gradeId, classNames: ['9班'] }),
    )
    const { studentId } = await newStudent(region, added[0] ?? 0)
    expect((await sync([taskId])).data).toEqual({ ...NOTHING, added: 1 })
    expect(await on(taskId)).toContainEqual([studentId, added[0]])
    const { classes } = await must(region.call(taskDetail, { taskId }))
    expect(classes.map(({ classId }) => classId)).toEqual([...classIds, ...added])
    const single = await newTask(region, planId, schoolOrgId, { selection: { classIds: four.classIds } })
    const more = await must(
      region.call(schoolEndpoints.addClass, { gradeId: four.gradeId, classNames: ['8班'] }),
    )
    await newStudent(region, more.classIds[0] ?? 0)
    expect((await sync([single])).data).toEqual(NOTHING)
  })

  test('takes over who came from another school of the plan without a result', async () => {
    const one = await startedTask(app.current, { by: region })
    const two = await newRoster(app.current, region)
    const second = await newTask(region, one.planId, two.schoolOrgId)
    const [blank, done] = one.students.map(({ studentId }) => studentId)
    await giveResult(app.current, one.records.find((r) => r.studentId === done)?.recordId ?? 0)
    await app.current.sql(`update student set org_id = ${two.schoolOrgId}, class_id = ${two.classIds[0]}
      where id in (${blank}, ${done})`)
    expect((await sync([second])).data).toEqual({ ...NOTHING, added: 1 })
    expect((await on(second)).map(([id]) => id)).toContain(blank)
    expect((await on(one.taskId)).map(([id]) => id)).toContain(done)
    expect((await sync([one.taskId])).data).toEqual({ ...NOTHING, kept: 1 })
    const sums = await rowsOf(
      app.current,
      'select place_id, expected from figure where plan_id = $1 and level = 5 order by place_id',
      [one.planId],
    )
    expect(sums.map(({ expected }) => expected)).toEqual([3, 5])
  })

  test('leaves alone what has not begun and refuses what is completed', async () => {
    const { taskId, planId, schoolOrgId, classIds } = await startedTask(app.current, {
      by: region,
      task: { startsOn: dayFromNow(2) },
    })
    await newStudent(region, classIds[0] ?? 0)
    expect((await sync([taskId])).data).toEqual(NOTHING)
    expect(await on(taskId)).toEqual([])
    const done = await startedTask(app.current, { by: region })
    await must(region.call(completeTask, { taskId: done.taskId, version: 1 }))
    expect((await sync([taskId, done.taskId])).message).toBe('任务已完成，名单不再变动')
    expect([planId, schoolOrgId].every((id) => id > 0)).toBe(true)
  })

  test('is for the school, who carries it out and the government, each in their range', async () => {
    const hospitalId = await orgIdOf(app.current, '330106-hospital')
    const { taskId, schoolOrgId } = await startedTask(app.current, {
      by: region,
      task: { executor: { by: 'org', orgId: hospitalId } },
    })
    for (const by of [await schoolAdmin(app.current, schoolOrgId), await signedIn(app.current, 'hospital01')])
      expect((await sync([taskId], undefined, by)).data).toEqual(NOTHING)
    const teacher = await signedIn(app.current, (await newUser(app.current, schoolOrgId, 45)).account)
    expect((await sync([taskId], undefined, teacher)).code).toBe(602)
    expect((await must(teacher.call(taskDetail, { taskId }))).pendingSync).toBeNull()
    for (const account of ['school01', 'social01'])
      expect((await sync([taskId], undefined, await signedIn(app.current, account))).code).toBe(650)
    expect((await sync([taskId, 999_999])).code).toBe(650)
  })

  test('never loses a reading that is entered at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const { taskId, students, records } = await startedTask(app.current, { by: region })
      const gone = students[0]?.studentId ?? 0
      const recordId = records.find(({ studentId }) => studentId === gone)?.recordId ?? 0
      await leave([gone])
      const writer = await app.current.data.requests.pool.connect()
      await writer.query('begin')
      await writer.query('select 1 from task where id = $1 for share', [taskId])
      const syncing = sync([taskId])
      await new Promise((resolve) => setTimeout(resolve, 100 * round))
      await writer.query('update screening_record set state = 2, naked_right = 49 where id = $1', [recordId])
      await writer.query('commit')
      writer.release()
      expect((await syncing).data).toEqual({ ...NOTHING, kept: 1 })
      expect(
        await rowsOf(app.current, 'select naked_right from screening_record where id = $1', [recordId]),
      ).toEqual([{ naked_right: 49 }])
    }
  })

  test('and work on the roster at the same time come to the same end', async () => {
    const { taskId, classIds, students } = await startedTask(app.current, {
      by: region,
      roster: { studentsPerClass: 5 },
    })
    const [first = 0, second = 0] = classIds
    const other = await app.current.otherNode()
    const elsewhere = await signedIn(other, 'region01')
    const ids = students.map(({ studentId }) => studentId)
    const answers = await Promise.all([
      sync([taskId]),
      region.call(moveStudents, { studentIds: ids.slice(0, 3), newClassId: second }),
      sync([taskId], undefined, elsewhere),
      newStudent(elsewhere, first).then(() => ({ success: true })),
      region.call(studentEndpoints.deleteStudents, { studentIds: ids.slice(7) }),
      sync([taskId]),
    ])
    expect(answers.every(({ success }) => success)).toBe(true)
    await must(sync([taskId]))
    expect(await pending(taskId)).toEqual(NOTHING)
    const now = await rowsOf<{ id: number; class_id: number }>(
      app.current,
      'select id, class_id from student where class_id = any ($1) order by class_id, id',
      [classIds],
    )
    expect(await on(taskId)).toEqual(now.map((row) => [row.id, row.class_id]))
  })
})

describe('the notice', () => {
  test('lists tasks to come with their day, and those under way', async () => {
    const { schoolOrgId, taskId } = await startedTask(app.current, { by: region })
    const notice = () => must(region.call(syncNotice, { orgId: schoolOrgId }))
    expect(await notice()).toEqual({
      taskList: [{ taskId, taskPlanName: expect.any(String), status: 1 }],
      beginSyncTaskStuTime: null,
    })
    const later = await newTask(region, await newPlan(region), schoolOrgId, { startsOn: dayFromNow(9) })
    const soon = await newTask(region, await newPlan(region), schoolOrgId, { startsOn: dayFromNow(4) })
    const listed = await notice()
    expect(listed.taskList.map((task) => task.taskId)).toEqual([taskId, soon, later])
    expect(listed.beginSyncTaskStuTime).toBe(dayFromNow(4))
    await must(region.call(completeTask, { taskId, version: 1 }))
    expect((await notice()).taskList.map((task) => task.taskId)).toEqual([soon, later])
  })

  test('is for schools in the range', async () => {
    expect(
      (await region.call(syncNotice, { orgId: await orgIdOf(app.current, '330109-school-1') })).code,
    ).toBe(616)
    expect((await region.call(syncNotice, { orgId: 999_999 })).code).toBe(616)
  })
})
