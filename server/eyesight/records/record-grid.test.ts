// The class at work: who sees which class, when, and what can be done there.
import { beforeAll, describe, expect, test } from 'vitest'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { MYOPIC, savedRow } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { newPlan, newRoster, newTask } from '../../testing/screening.ts'
import { taskAtWork, taskOfHospital } from '../../testing/task-at-work.ts'

const node = useApp()
const { classGrid, recordChanges } = recordEndpoints

let work: Awaited<ReturnType<typeof taskAtWork>>
beforeAll(async () => {
  work = await taskAtWork(node.current, { roster: { classes: 2, studentsPerClass: 3 } })
})
const gridOf = (by: By, taskId: number, classId: number) => by.call(classGrid, { taskId, classId })
const versionOf = async (table: 'task' | 'plan', id: number) =>
  (await rowsOf<{ version: number }>(node.current, `select version from ${table} where id = $1`, [id]))[0]
    ?.version ?? 0
const classAt = (made: { classIds: number[] }, index: number) => made.classIds[index] ?? 0

test('a class with its students in the order of their list, its rules and its neighbours', async () => {
  const { admin, taskId, students } = work
  await savedRow(admin, taskId, work.at(0), MYOPIC)
  const grid = await must(gridOf(admin, taskId, classAt(work, 0)))
  expect(grid).toMatchObject({
    classId: classAt(work, 0),
    stage: 2,
    gradeName: '三年级',
    className: '1班',
    lockedReason: null,
    correctable: false,
    items: { naked: 1, caries: 0 },
    profile: { myopiaOp: '<' },
    task: { taskId, status: 1 },
  })
  expect(grid.classes.map(({ label }) => label)).toEqual(['三年级1班', '三年级2班'])
  expect(grid.rows.map(({ studentName }) => studentName)).toEqual(
    students.slice(0, 3).map(({ name }) => name),
  )
  expect(grid.rows[0]).toMatchObject({
    fields: MYOPIC,
    source: 1,
    openConflictId: null,
    pendingCorrection: false,
    retest: 'none',
    left: false,
    conclusion: { state: 2, myopia: true, text: '低度近视、屈光参差' },
  })
  expect(grid.rows[1]).toMatchObject({ enteredByName: null, version: 1, conclusion: { text: '未筛查' } })
  expect(JSON.stringify(grid)).not.toContain(students[0]?.idCard)
})

test('looking is on record, with the class', async () => {
  await must(gridOf(work.admin, work.taskId, classAt(work, 1)))
  const rows = await rowsOf(
    node.current,
    `select object_type, object_id, detail from audit_log where action = 'record.view' and user_id = $1
     order by id desc limit 1`,
    [work.adminId],
  )
  expect(rows[0]).toEqual({
    object_type: 'task',
    object_id: String(work.taskId),
    detail: { classId: classAt(work, 1) },
  })
})

test('who has left the class since stays, marked', async () => {
  const made = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 2 } })
  await node.current.sql(`update task set status = 2 where id = ${made.taskId}`)
  const [student] = made.students
  await must(made.by.call(studentEndpoints.leaveStudents, { studentIds: [student?.studentId ?? 0] }))
  const { rows } = await must(gridOf(made.admin, made.taskId, classAt(made, 0)))
  expect(rows.map(({ left }) => left)).toEqual([true, false])
})

describe('who sees it', () => {
  test('a class teacher the own class, a grade head the own grade, nobody of another school', async () => {
    const { taskId, schoolOrgId, at } = work
    const teacher = await newUser(node.current, schoolOrgId, 45)
    const head = await newUser(node.current, schoolOrgId, 40)
    await node.current.sql(`insert into user_class values (${teacher.userId}, ${classAt(work, 0)})`)
    const byTeacher = await signedIn(node.current, teacher.account)
    const own = await must(gridOf(byTeacher, taskId, classAt(work, 0)))
    expect(own.classes).toHaveLength(1)
    expect(own.rows).toHaveLength(3)
    expect(own.lockedReason).toBe('检查结果由承担任务的机构或学校录入，您只能查看')
    expect((await gridOf(byTeacher, taskId, classAt(work, 1))).code).toBe(650)
    expect((await byTeacher.call(recordChanges, { recordId: at(0) })).code).toBe(200)
    expect((await byTeacher.call(recordChanges, { recordId: at(3) })).code).toBe(650)
    const byHead = await signedIn(node.current, head.account)
    expect((await gridOf(byHead, taskId, classAt(work, 0))).code).toBe(650)
    await node.current.sql(`insert into user_grade values (${head.userId}, ${work.gradeId})`)
    expect((await must(gridOf(byHead, taskId, classAt(work, 0)))).classes).toHaveLength(2)
    for (const account of ['school01', 'hospital01', 'social01']) {
      const stranger = await signedIn(node.current, account)
      expect((await gridOf(stranger, taskId, classAt(work, 0))).code).toBe(650)
      expect((await stranger.call(recordChanges, { recordId: at(0) })).code).toBe(650)
    }
  })

  test('those above it look on', async () => {
    for (const account of ['region01', 'city01', 'province01']) {
      const grid = await must(gridOf(await signedIn(node.current, account), work.taskId, classAt(work, 0)))
      expect(grid.lockedReason).toBe('检查结果由承担任务的机构或学校录入，您只能查看')
    }
  })

  test('a class of another task, or none at all, is not there', async () => {
    const other = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    expect((await gridOf(work.by, work.taskId, classAt(other, 0))).code).toBe(650)
    expect((await gridOf(work.by, 99_999_999, classAt(work, 0))).code).toBe(650)
  })

  test('a hospital as long as the task is its own', async () => {
    const made = await taskOfHospital(node.current)
    const classId = classAt(made, 0)
    const grid = await must(gridOf(made.hospital, made.taskId, classId))
    expect(grid).toMatchObject({ lockedReason: null, task: { executorOrgId: made.hospitalId } })
    await savedRow(made.hospitalScreener, made.taskId, made.at(0), { nakedRight: 4.9 })
    const tasks = [{ taskId: made.taskId, version: await versionOf('task', made.taskId) }]
    await must(made.by.call(taskEndpoints.editTasks, { tasks, executor: { by: 'school' } }))
    for (const by of [made.hospital, made.hospitalScreener]) {
      expect((await gridOf(by, made.taskId, classId)).code).toBe(650)
      expect((await by.call(recordChanges, { recordId: made.at(0) })).code).toBe(650)
      const rows = [{ recordId: made.at(0), changes: { nakedLeft: { from: null, to: 5 } } }]
      expect((await by.call(recordEndpoints.saveRecords, { taskId: made.taskId, rows })).code).toBe(650)
    }
    expect((await gridOf(made.admin, made.taskId, classId)).code).toBe(200)
  })
})

describe('when', () => {
  test('before the start there are classes and no students yet', async () => {
    const by = await signedIn(node.current, 'region01')
    const roster = await newRoster(node.current, by, { classes: 2, studentsPerClass: 1 })
    const planId = await newPlan(by)
    const days = { startsOn: dayFromNow(3), endsOn: dayFromNow(9) }
    const selection = { classIds: [roster.classIds[0] ?? 0] }
    const taskId = await newTask(by, planId, roster.schoolOrgId, { ...days, selection })
    const grid = await must(gridOf(by, taskId, roster.classIds[0] ?? 0))
    expect(grid.rows).toEqual([])
    expect(grid.lockedReason).toBe('任务未开始，名单在任务开始时固定，之后才能录入')
    expect(grid.classes).toHaveLength(1)
    expect((await gridOf(by, taskId, roster.classIds[1] ?? 0)).code).toBe(650)
  })

  test('after it: completed can be corrected, archived not even that', async () => {
    const made = await taskAtWork(node.current, { roster: { classes: 1 } })
    const { by, admin, taskId, planId } = made
    const grid = async () => must(gridOf(admin, taskId, classAt(made, 0)))
    await must(by.call(taskEndpoints.completeTask, { taskId, version: await versionOf('task', taskId) }))
    expect(await grid()).toMatchObject({
      correctable: true,
      lockedReason: '任务已完成，修改检查结果请申请更正',
    })
    expect((await must(gridOf(by, taskId, classAt(made, 0)))).correctable).toBe(false)
    await must(by.call(planEndpoints.endPlan, { planId, version: await versionOf('plan', planId) }))
    expect((await grid()).correctable).toBe(true)
    await must(by.call(planEndpoints.archivePlan, { planId, version: await versionOf('plan', planId) }))
    const archived = await grid()
    expect(archived.correctable).toBe(false)
    expect(archived.lockedReason).toContain('已归档，不能再修改')
  })
})
