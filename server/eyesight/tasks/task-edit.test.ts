// Tasks on their way: changed, given to others, begun early, completed, opened again, deleted.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { demoUser, must, schoolAdmin, signedIn } from '../../testing/people.ts'
import { newGrade } from '../../testing/roster.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { giveResult, newPlan, newRoster, newTask, recordsOf, startedTask } from '../../testing/screening.ts'
import { runTransaction, untilLocksAreAwaited } from '../../testing/transaction.ts'

const app = useApp()
const { editTasks, deleteTasks, startTask, completeTask, reopenTask, taskDetail, taskPageList } =
  taskEndpoints
const region = demoUser(app, 'region01')
const hospital = demoUser(app, 'hospital01')
let hospitalId: number
beforeAll(async () => {
  hospitalId = await orgIdOf(app.current, '330106-hospital')
})

const detail = (taskId: number, by = region) => must(by.call(taskDetail, { taskId }))
async function edit(taskIds: number[], change: Omit<InputOf<typeof editTasks>, 'tasks'>, by = region) {
  const tasks = []
  for (const taskId of taskIds) tasks.push({ taskId, version: (await detail(taskId)).version })
  return by.call(editTasks, { tasks, ...change })
}
const version = async (taskId: number) => ({ taskId, version: (await detail(taskId)).version })
const start = async (taskId: number, by = region) => by.call(startTask, await version(taskId))
const run = async (endpoint: typeof completeTask, taskId: number, by = region) =>
  by.call(endpoint, await version(taskId))
const waitingTask = (fields: object = {}) =>
  startedTask(app.current, {
    by: region,
    task: { startsOn: dayFromNow(3), endsOn: dayFromNow(9), ...fields },
  })

describe('changing', () => {
  test('gives many tasks another executor and other dates at once', async () => {
    const planId = await newPlan(region)
    const taskIds: number[] = []
    for (let n = 0; n < 3; n++) {
      const { schoolOrgId } = await newRoster(app.current, region, { classes: 1, studentsPerClass: 1 })
      taskIds.push(await newTask(region, planId, schoolOrgId, { startsOn: dayFromNow(2) }))
    }
    const change = {
      executor: { by: 'org', orgId: hospitalId },
      startsOn: dayFromNow(4),
      endsOn: dayFromNow(8),
    } as const
    expect((await edit(taskIds, change)).data).toEqual({ changed: 3 })
    for (const taskId of taskIds)
      expect(await detail(taskId)).toMatchObject({
        executorOrgId: hospitalId,
        startsOn: dayFromNow(4),
        endsOn: dayFromNow(8),
        version: 2,
      })
    // A first day that is moved up to today begins today.
    await must(edit(taskIds.slice(0, 1), { startsOn: dayFromNow() }))
    expect((await detail(taskIds[0] ?? 0)).status).toBe(1)
    expect((await edit(taskIds, { startsOn: dayFromNow(3) })).message).toBe('任务已开始，不能修改开始日期')
    expect((await detail(taskIds[1] ?? 0)).startsOn).toBe(dayFromNow(4))
  })

  test('takes access away from who had it, at once, and tells everybody', async () => {
    const { taskId, schoolOrgId, planId } = await startedTask(app.current, {
      by: region,
      task: { executor: { by: 'org', orgId: hospitalId } },
    })
    expect((await hospital.call(taskDetail, { taskId })).success).toBe(true)
    await app.current.sql('delete from message')
    await must(edit([taskId], { executor: { by: 'school' } }))
    expect((await hospital.call(taskDetail, { taskId })).code).toBe(650)
    expect((await hospital.call(planEndpoints.planDetail, { planId })).code).toBe(650)
    expect(
      (await must(hospital.call(taskPageList, { keyword: '测试筛查计划' }))).list.map((t) => t.taskId),
    ).not.toContain(taskId)
    const [letter] = (await must(hospital.call(messageEndpoints.inbox, {}))).list
    expect(letter).toMatchObject({ title: '筛查任务调整' })
    expect((await detail(taskId)).executorOrgId).toBe(schoolOrgId)
  })

  test('keeps dates inside the plan and in order', async () => {
    const { taskId } = await waitingTask()
    for (const [change, message] of [
      [{ startsOn: dayFromNow(-1) }, '任务日期应在计划期间内'],
      [{ endsOn: dayFromNow(31) }, '任务日期应在计划期间内'],
      [{ endsOn: dayFromNow(2) }, '的结束日期早于开始日期'],
      [{ endsOn: dayFromNow(-1) }, '结束日期不能早于今天'],
      [{ startsOn: dayFromNow(6), endsOn: dayFromNow(5) }, '结束日期不能早于开始日期'],
      [{ executor: { by: 'bound' } }, '没有绑定的筛查机构'],
    ] as const)
      expect((await edit([taskId], change)).message).toContain(message)
    expect(await detail(taskId)).toMatchObject({ version: 1, startsOn: dayFromNow(3), endsOn: dayFromNow(9) })
  })

  test('selects another part of the school only before the start, and of one task', async () => {
    const { taskId, planId, schoolOrgId, classIds } = await waitingTask()
    const four = await newGrade(region, schoolOrgId, 2, 4, 1)
    expect(
      (await edit([taskId], { selection: { gradeIds: [four.gradeId], classIds: classIds.slice(0, 1) } }))
        .success,
    ).toBe(true)
    expect(await detail(taskId)).toMatchObject({
      selectionText: '四年级、1个班级',
      progress: { expected: 2 },
    })
    const second = await newTask(region, planId, schoolOrgId, { selection: { classIds: classIds.slice(1) } })
    expect((await edit([taskId], { selection: null })).message).toBe('2班已在该计划的其他任务中')
    expect((await edit([second], { selection: null })).message).toBe('任务已开始，不能修改筛查范围')
    expect((await edit([taskId, second], { selection: null })).message).toContain('只能选择一个任务')
  })

  test('is for the government in range; one foreign task refuses all; somebody else was faster', async () => {
    const { taskId, schoolOrgId } = await waitingTask()
    const admin = await schoolAdmin(app.current, schoolOrgId)
    for (const by of [admin, hospital, await signedIn(app.current, 'teacher01')])
      expect((await edit([taskId], { endsOn: dayFromNow(7) }, by)).code).toBe(602)
    const province = await signedIn(app.current, 'province01')
    const plan = await newPlan(province, { areaIds: ['330203'] })
    const foreign = await newTask(province, plan, await orgIdOf(app.current, '330203-school-1'))
    const tasks = [
      { taskId, version: 1 },
      { taskId: foreign, version: 1 },
    ]
    expect((await region.call(editTasks, { tasks, endsOn: dayFromNow(7) })).code).toBe(650)
    expect(
      (await region.call(editTasks, { tasks: [{ taskId, version: 9 }], endsOn: dayFromNow(7) })).message,
    ).toBe('数据已被他人修改，请刷新后重试')
    // Both have seen the same version, however late the second one is.
    const seen = { tasks: [{ taskId, version: 1 }] }
    const answers = await Promise.all([
      region.call(editTasks, { ...seen, endsOn: dayFromNow(7) }),
      region.call(editTasks, { ...seen, endsOn: dayFromNow(8) }),
    ])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  })
})

describe('beginning early', () => {
  test('takes the list now, by the school, the carrying organisation or the government', async () => {
    for (const who of ['region', 'school', 'hospital'] as const) {
      const { taskId, schoolOrgId } = await waitingTask({ executor: { by: 'org', orgId: hospitalId } })
      const by =
        who === 'region'
          ? region
          : who === 'hospital'
            ? hospital
            : await schoolAdmin(app.current, schoolOrgId)
      expect((await detail(taskId, by)).can.start).toBe(true)
      expect((await start(taskId, by)).data).toEqual({ version: 2, begun: true })
      expect(await detail(taskId)).toMatchObject({
        status: 1,
        startsOn: dayFromNow(),
        progress: { expected: 4 },
      })
      expect((await start(taskId, by)).message).toBe('任务已经开始')
    }
  })

  test('is left to the worker where the list is long', async () => {
    const { taskId, schoolOrgId } = await waitingTask()
    await app.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select org_id, id, '多' || n, 1, '2016-01-01', 3
      from (select * from class where org_id = ${schoolOrgId} order by id limit 1) as class, generate_series(1, 3100) n`)
    expect((await start(taskId)).data).toEqual({ version: 2, begun: false })
    expect(await detail(taskId)).toMatchObject({ status: 0, startsOn: dayFromNow() })
    await app.current.runJobs()
    expect(await detail(taskId)).toMatchObject({ status: 1, progress: { expected: 3104 } })
  })

  test('waits for the plan', async () => {
    const { taskId } = await startedTask(app.current, {
      by: region,
      plan: { startsOn: dayFromNow(2) },
      task: { startsOn: dayFromNow(2) },
    })
    expect((await detail(taskId)).can).toMatchObject({ start: false, edit: true, delete: true })
    expect((await start(taskId)).message).toBe('计划尚未开始')
  })

  test('is done once by two at once', async () => {
    const { taskId, students } = await waitingTask()
    const answers = await Promise.all([start(taskId), start(taskId)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await recordsOf(app.current, taskId)).toHaveLength(students.length)
  })
})

describe('completing', () => {
  test('ends the task and can be taken back while the plan is under way', async () => {
    const { taskId, planId, schoolOrgId } = await startedTask(app.current, { by: region })
    const admin = await schoolAdmin(app.current, schoolOrgId)
    expect((await run(completeTask, taskId, admin)).data).toEqual({ version: 2 })
    const done = await detail(taskId)
    expect(done).toMatchObject({ status: 2, completedAt: expect.any(String), pendingSync: null })
    expect(done.can).toEqual({
      ...{ edit: false, delete: true, start: false, complete: false, reopen: true, sync: false },
      ...{ enter: false, retest: false },
    })
    expect((await run(completeTask, taskId)).message).toBe('任务已经完成')
    expect((await run(reopenTask, taskId, admin)).code).toBe(602)
    await app.current.sql(
      `update task set starts_on = starts_on - 9, ends_on = current_date - 2 where id = ${taskId}`,
    )
    expect((await run(reopenTask, taskId)).data).toEqual({ version: 3 })
    expect(await detail(taskId)).toMatchObject({ status: 1, completedAt: null, endsOn: dayFromNow(30) })
    expect((await run(reopenTask, taskId)).message).toBe('任务正在进行中')
    await must(run(completeTask, taskId))
    await must(region.call(planEndpoints.endPlan, { planId, version: 2 }))
    expect((await run(reopenTask, taskId)).message).toBe('计划已结束')
  })

  test('waits for who is just entering readings', async () => {
    const { taskId } = await startedTask(app.current, { by: region })
    let completing: ReturnType<typeof run> | undefined
    await runTransaction(app.current, async (writer) => {
      await writer.query('select 1 from task where id = $1 for share', [taskId])
      completing = run(completeTask, taskId)
      await untilLocksAreAwaited(app.current)
    })
    expect((await completing)?.success).toBe(true)
  })
})

describe('deleting', () => {
  test('takes the list and its figures along, and leaves nothing', async () => {
    const { taskId, planId } = await startedTask(app.current, { by: region })
    expect((await region.call(deleteTasks, { taskIds: [taskId] })).data).toEqual({ changed: 1 })
    for (const [table, column] of [
      ['task', 'id'],
      ['task_class', 'task_id'],
      ['screening_record', 'task_id'],
    ])
      expect(await rowsOf(app.current, `select 1 from ${table} where ${column} = $1`, [taskId])).toEqual([])
    const [sum] = await rowsOf(app.current, 'select sum(expected)::int as n from figure where plan_id = $1', [
      planId,
    ])
    expect(sum?.n).toBe(0)
  })

  test('keeps what has a result, and with it all that were named', async () => {
    const [one, two] = [
      await startedTask(app.current, { by: region }),
      await startedTask(app.current, { by: region }),
    ]
    await giveResult(app.current, two.records[0]?.recordId ?? 0)
    expect((await detail(two.taskId)).can.delete).toBe(false)
    const answer = await region.call(deleteTasks, { taskIds: [one.taskId, two.taskId] })
    expect(answer).toMatchObject({
      code: REFUSALS.notInThisState,
      message: expect.stringContaining('任务已有筛查结果，不能删除'),
    })
    expect(await recordsOf(app.current, one.taskId)).toHaveLength(4)
    // A reading that the plan does not count is a reading too.
    await app.current.sql(`update screening_record set state = 0, naked_right = null, naked_left = null, glasses = null,
      height = 1300 where id = ${two.records[0]?.recordId}`)
    expect((await region.call(deleteTasks, { taskIds: [two.taskId] })).success).toBe(false)
    expect((await region.call(deleteTasks, { taskIds: [one.taskId, 999_999] })).code).toBe(650)
    expect((await hospital.call(deleteTasks, { taskIds: [one.taskId] })).code).toBe(602)
  })
})
