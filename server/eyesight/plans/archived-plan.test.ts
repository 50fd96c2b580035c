// An organisation that carried out tasks of a plan sees their results for a while after it was archived, not for ever.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, must } from '../../testing/people.ts'
import { taskOfHospital } from '../../testing/task-at-work.ts'

const node = useApp()

let made: Awaited<ReturnType<typeof taskOfHospital>>
beforeAll(async () => {
  made = await taskOfHospital(node.current)
})

async function archivedFor(days: number): Promise<void> {
  const { planId } = made
  await node.current.sql(`update task set status = 2 where plan_id = ${planId};
    update plan set status = 4, archived_at = now() - interval '${days} days' where id = ${planId}`)
}

function calls(): [Endpoint, object][] {
  const { planId, taskId, schoolOrgId: orgId, records } = made
  const { classId, studentId } = records[0] ?? {}
  return [
    [planEndpoints.planDetail, { planId }],
    [taskEndpoints.taskDetail, { taskId }],
    [recordEndpoints.classGrid, { taskId, classId }],
    [recordEndpoints.studentHistory, { studentId }],
    [figureEndpoints.breakdown, { planId, orgId }],
    [figureEndpoints.figureStudents, { planId, orgId, counter: 'expected' }],
    [exportEndpoints.exportResults, { planId, reason: '核对结果' }],
  ]
}
const codesFor = (by: By) =>
  Promise.all(calls().map(async ([endpoint, input]) => (await by.call(endpoint, input as never)).code))
const listed = async (by: By) => [
  (await must(by.call(planEndpoints.planPageList, { pageSize: 50 }))).list.some(
    (row) => row.planId === made.planId,
  ),
  (await must(by.call(taskEndpoints.taskPageList, { pageSize: 50 }))).list.some(
    (row) => row.taskId === made.taskId,
  ),
]

describe('after a plan was archived', () => {
  test('who carried out a task still sees it for ninety days', async () => {
    await archivedFor(89)
    expect(await codesFor(made.hospital)).toEqual(calls().map(() => 200))
    expect(await listed(made.hospital)).toEqual([true, true])
  })

  test('and no longer: not in lists, figures, files or by its number', async () => {
    await archivedFor(91)
    for (const code of await codesFor(made.hospital)) expect([616, 650]).toContain(code)
    expect(await listed(made.hospital)).toEqual([false, false])
  })

  test('the school sees its own for good', async () => {
    await archivedFor(4_000)
    const codes = await codesFor(made.admin)
    expect(codes).toEqual(calls().map(() => 200))
    expect(await listed(made.admin)).toEqual([true, true])
  })

  test('the number of days is a setting', async () => {
    await archivedFor(91)
    const longer = await node.current.otherNode({ EXECUTOR_DAYS_AFTER_ARCHIVE: '365' })
    const by = longer.as(await longer.login('hospital01'))
    expect((await by.call(taskEndpoints.taskDetail, { taskId: made.taskId })).code).toBe(200)
  })
})
