// Due transitions: plans begin and end, tasks take their lists, whichever request comes first and however many come.
import { describe, expect, test } from 'vitest'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { rosterGateEndpoints } from '#contract/plans/endpoints.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { demoUser, must, newUser, signedIn } from '../../testing/people.ts'
import { newStudent } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { newPlan, newRoster, newTask, recordsOf, startedTask } from '../../testing/screening.ts'

const app = useApp()
const { planDetail, planPageList } = planEndpoints
const { taskDetail, taskPageList } = taskEndpoints
const region = demoUser(app, 'region01')

/** A task that begins tomorrow in a plan that begins tomorrow. */
const coming = () =>
  startedTask(app.current, {
    by: region,
    plan: { startsOn: dayFromNow(1), endsOn: dayFromNow(10) },
    task: { startsOn: dayFromNow(1), endsOn: dayFromNow(10) },
  })
const statesOf = async (planId: number, taskId: number) => {
  const [row] = await rowsOf(
    app.current,
    `select plan.status as plan, task.status as task, task.synced_at is not null as synced, ended_with_plan as ended
     from task join plan on plan.id = task.plan_id where plan.id = $1 and task.id = $2`,
    [planId, taskId],
  )
  return row
}

test('before its day nothing turns, and the list follows the roster by itself', async () => {
  const { planId, taskId, classIds } = await coming()
  await newStudent(region, classIds[0] ?? 0)
  const task = await must(region.call(taskDetail, { taskId }))
  expect(task).toMatchObject({ status: 0, syncedAt: null, progress: { expected: 5, screened: 0, valid: 0 } })
  expect(task.classes.map(({ progress }) => progress.expected)).toEqual([3, 2])
  expect(await statesOf(planId, taskId)).toMatchObject({ plan: 1, task: 0 })
  expect(await recordsOf(app.current, taskId)).toEqual([])
})

describe('on its day', () => {
  const asks: [string, (made: Awaited<ReturnType<typeof coming>>) => Promise<unknown>][] = [
    ['the plan', ({ planId }) => region.call(planDetail, { planId })],
    ['the plans', () => region.call(planPageList, {})],
    ['the task', ({ taskId }) => region.call(taskDetail, { taskId })],
    ['the tasks', () => region.call(taskPageList, {})],
    [
      'the gate of the roster',
      ({ schoolOrgId }) => region.call(rosterGateEndpoints.canOperateByPlanStatus, { orgId: schoolOrgId }),
    ],
  ]
  test.each(asks)('who asks for %s finds it under way, with its list', async (_, ask) => {
    const made = await coming()
    await daysPass(app.current, made.planId, 1)
    await ask(made)
    expect(await statesOf(made.planId, made.taskId)).toEqual({ plan: 2, task: 1, synced: true, ended: false })
    const records = await recordsOf(app.current, made.taskId)
    expect(records.map(({ studentId, classId }) => ({ studentId, classId }))).toEqual(
      made.students.map(({ studentId, classId }) => ({ studentId, classId })),
    )
  })

  test('the gate closes with it', async () => {
    const { planId, schoolOrgId } = await coming()
    const operable = async () =>
      (await region.call(rosterGateEndpoints.canOperateByPlanStatus, { orgId: schoolOrgId })).data
    expect(await operable()).toBe(true)
    await daysPass(app.current, planId, 1)
    expect(await operable()).toBe(false)
    await daysPass(app.current, planId, 10)
    expect(await operable()).toBe(true)
  })

  test('many ask at once, on two nodes: everybody stands on the list once', async () => {
    const made = await Promise.all([coming(), coming(), coming()])
    for (const { planId } of made) await daysPass(app.current, planId, 1)
    const other = await app.current.otherNode()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => applyDueTransitions(n % 2 ? other.db : app.current.db)),
    )
    await applyDueTransitions(app.current.db)
    for (const { planId, taskId, students } of made) {
      expect(await statesOf(planId, taskId)).toMatchObject({ plan: 2, task: 1 })
      expect(await recordsOf(app.current, taskId)).toHaveLength(students.length)
    }
    const [sums] = await rowsOf(
      app.current,
      `select sum(expected)::int as expected from figure where level = 5 and plan_id = any ($1)`,
      [made.map(({ planId }) => planId)],
    )
    expect(sums?.expected).toBe(12)
  })

  test('a school whose roster is just being worked on does not keep others waiting', async () => {
    const [busy, free] = [await coming(), await coming()]
    const worker = await app.current.data.requests.pool.connect()
    await worker.query('begin')
    await worker.query('select 1 from school where org_id = $1 for update', [busy.schoolOrgId])
    for (const { planId } of [busy, free]) await daysPass(app.current, planId, 1)
    await applyDueTransitions(app.current.db)
    expect(await statesOf(busy.planId, busy.taskId)).toMatchObject({ plan: 2, task: 0 })
    expect(await statesOf(free.planId, free.taskId)).toMatchObject({ plan: 2, task: 1 })
    // The gate knows by the date.
    expect(
      (await region.call(rosterGateEndpoints.isPlanComplete, { orgId: busy.schoolOrgId })).data.complete,
    ).toBe(false)
    await worker.query('commit')
    worker.release()
    await applyDueTransitions(app.current.db)
    expect(await statesOf(busy.planId, busy.taskId)).toMatchObject({ task: 1 })
  })

  test('what somebody else was at and did not finish is turned by the job all the same', async () => {
    const { planId, taskId } = await coming()
    await daysPass(app.current, planId, 1)
    const other = await app.current.data.requests.pool.connect()
    await other.query('begin')
    await other.query('select 1 from task where id = $1 for update', [taskId])
    await app.current.worker.enqueue(app.current.db, 'screening.turn', {})
    const running = app.current.runJobs()
    setTimeout(() => void other.query('rollback').then(() => other.release()), 600)
    await running
    expect(await statesOf(planId, taskId)).toMatchObject({ plan: 2, task: 1 })
  })

  test('the hourly job does it where nobody asks', async () => {
    const { planId, taskId } = await coming()
    await daysPass(app.current, planId, 1)
    await app.current.worker.enqueue(app.current.db, 'screening.turn', {})
    await app.current.runJobs()
    expect(await statesOf(planId, taskId)).toMatchObject({ plan: 2, task: 1 })
  })
})

describe('after its last day', () => {
  test('a plan has ended, and its tasks with it', async () => {
    const { planId, taskId } = await startedTask(app.current, { by: region })
    await daysPass(app.current, planId, 31)
    expect((await must(region.call(planDetail, { planId }))).status).toBe(3)
    expect(await statesOf(planId, taskId)).toEqual({ plan: 3, task: 2, synced: true, ended: true })
  })

  test('it waits for a task into which somebody is writing, without keeping who asks waiting', async () => {
    const { planId, taskId } = await startedTask(app.current, { by: region })
    const writer = await app.current.data.requests.pool.connect()
    await writer.query('begin')
    await writer.query('select 1 from task where id = $1 for share', [taskId])
    await app.current.sql(
      `update plan set starts_on = starts_on - 40, ends_on = ends_on - 40 where id = ${planId}`,
    )
    await applyDueTransitions(app.current.db)
    expect(await statesOf(planId, taskId)).toMatchObject({ plan: 2, task: 1 })
    await writer.query('commit')
    writer.release()
    await applyDueTransitions(app.current.db)
    expect(await statesOf(planId, taskId)).toMatchObject({ plan: 3, task: 2 })
  })

  test('one that nobody looked at in time ends without lists', async () => {
    const { planId, taskId } = await coming()
    await daysPass(app.current, planId, 20)
    await applyDueTransitions(app.current.db)
    await applyDueTransitions(app.current.db)
    expect(await statesOf(planId, taskId)).toEqual({ plan: 3, task: 2, synced: false, ended: true })
  })
})

describe('the list', () => {
  test('carries sex and age, and follows the stages of the plan', async () => {
    const { taskId, students } = await startedTask(app.current, { by: region })
    const rows = await rowsOf(
      app.current,
      'select sex, age, state, version from screening_record where task_id = $1',
      [taskId],
    )
    const [, month, day] = dayFromNow().split('-').map(Number)
    const age = Number(dayFromNow().slice(0, 4)) - 2016 - ((month ?? 0) * 100 + (day ?? 0) < 512 ? 1 : 0)
    expect(rows).toEqual(students.map(() => ({ sex: 1, age, state: 0, version: 1 })))
    const none = await startedTask(app.current, {
      by: region,
      plan: { stages: [2, 3] },
      roster: { stages: [3], gradeNo: 1 },
    })
    expect(await recordsOf(app.current, none.taskId)).toHaveLength(4)
  })

  test('takes over who stands without a result at another school, and leaves who has one', async () => {
    const first = await startedTask(app.current, { by: region })
    const second = await newRoster(app.current, region)
    const [blank, done] = first.students
    await app.current.sql(`update screening_record set absence = 2 where student_id = ${blank?.studentId};
      update screening_record set state = 2, naked_right = 50 where student_id = ${done?.studentId}`)
    for (const student of [blank, done])
      await app.current.sql(`update student set org_id = ${second.schoolOrgId}, class_id = ${second.classIds[0]}
        where id = ${student?.studentId}`)
    const taskId = await newTask(region, first.planId, second.schoolOrgId)
    const here = (await recordsOf(app.current, taskId)).map(({ studentId }) => studentId)
    expect(here).toContain(blank?.studentId)
    expect(here).not.toContain(done?.studentId)
    const [moved] = await rowsOf(
      app.current,
      'select absence, class_id, version from screening_record where student_id = $1',
      [blank?.studentId],
    )
    expect(moved).toEqual({ absence: null, class_id: second.classIds[0], version: 2 })
    const figures = await rowsOf(
      app.current,
      `select place_id, expected, screened from figure where level = 5 and plan_id = $1 order by place_id`,
      [first.planId],
    )
    expect(figures).toEqual([
      { place_id: first.taskId, expected: 3, screened: 1 },
      { place_id: taskId, expected: 5, screened: 0 },
    ])
  })

  test('of a large school is left to the job', async () => {
    const { planId, taskId, schoolOrgId, classIds } = await coming()
    await app.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select ${schoolOrgId}, ${classIds[0]}, '多' || n, 1, '2016-01-01', 3 from generate_series(1, 3100) n`)
    await daysPass(app.current, planId, 1)
    await applyDueTransitions(app.current.db)
    expect(await statesOf(planId, taskId)).toMatchObject({ plan: 2, task: 0 })
    await app.current.worker.enqueue(app.current.db, 'screening.turn', {})
    await app.current.runJobs()
    expect(await statesOf(planId, taskId)).toMatchObject({ task: 1 })
    expect((await must(region.call(taskDetail, { taskId }))).progress.expected).toBe(3104)
  })
})

test('nobody is asked for a permission: a teacher who opens a list turns it too', async () => {
  const { planId, taskId, schoolOrgId } = await coming()
  const teacher = await signedIn(app.current, (await newUser(app.current, schoolOrgId, 45)).account)
  await daysPass(app.current, planId, 1)
  const page = await must(teacher.call(taskPageList, {}))
  expect(page.list).toMatchObject([{ taskId, status: 1, progress: { expected: 0 } }])
  expect(await newPlan(region)).toBeGreaterThan(planId)
})
