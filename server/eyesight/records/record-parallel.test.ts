// Several at once, on several nodes: nothing is lost, nothing is overwritten, nothing comes after the end.
import { beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { type By, newUser } from '../../testing/people.ts'
import { changesTo, NORMAL, recordOf, saveRow, type Typed } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { newPlan, newTask, recordsOf } from '../../testing/screening.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'

const node = useApp()
let other: TestApp
beforeAll(async () => {
  other = await node.current.otherNode()
})

/** Two screeners of the same school, each at a node of their own. */
async function pair(classes = 1, studentsPerClass = 20) {
  const work = await taskAtWork(node.current, { roster: { classes, studentsPerClass } })
  const { account } = await newUser(node.current, work.schoolOrgId, 30)
  return { ...work, here: work.screener, there: other.as(await other.login(account)) as By }
}
const saveMany = (by: By, taskId: number, ids: number[], to: Typed) =>
  by.call(recordEndpoints.saveRecords, {
    taskId,
    rows: ids.map((recordId) => ({ recordId, changes: changesTo(to) })),
  })

test('different fields of the same students: both are there', async () => {
  const { here, there, taskId, records } = await pair()
  const ids = records.map(({ recordId }) => recordId)
  const answers = await Promise.all([
    saveMany(here, taskId, ids, { glasses: 1, nakedRight: 4.9, nakedLeft: 5 }),
    saveMany(there, taskId, ids.toReversed(), { sphereRight: 0.5, sphereLeft: 0.25 }),
    saveMany(here, taskId, ids, { cylinderRight: 0, cylinderLeft: 0 }),
    saveMany(there, taskId, ids.toReversed(), { remark: '配合' }),
  ])
  for (const answer of answers) expect(answer.data.every(({ saved }) => saved)).toBe(true)
  const rows = await rowsOf(
    node.current,
    `select naked_right, sphere_left, cylinder_right, remark, state, version from screening_record
     where task_id = $1`,
    [taskId],
  )
  expect(rows).toHaveLength(20)
  for (const row of rows) {
    expect(row).toEqual({
      naked_right: 49,
      sphere_left: 25,
      cylinder_right: 0,
      remark: '配合',
      state: 2,
      version: 5,
    })
  }
})

test('the same field of the same students: one value is saved, the other writer is refused', async () => {
  const { here, there, taskId, records } = await pair()
  const ids = records.map(({ recordId }) => recordId)
  const [mine, theirs] = await Promise.all([
    saveMany(here, taskId, ids, { nakedRight: 4.9 }),
    saveMany(there, taskId, ids.toReversed(), { nakedRight: 4.6 }),
  ])
  const saved = (answer: typeof mine) =>
    new Map(answer.data.map(({ recordId, saved }) => [recordId, saved] as const))
  const [byMe, byThem] = [saved(mine), saved(theirs)]
  for (const id of ids) {
    expect([byMe.get(id), byThem.get(id)].filter(Boolean)).toHaveLength(1)
    expect(await recordOf(node.current, id)).toMatchObject({
      naked_right: byMe.get(id) ? 49 : 46,
      version: 2,
    })
  }
  const lost = [...mine.data, ...theirs.data].filter(({ saved }) => !saved)
  for (const { clash } of lost) expect(clash?.fields[0]?.theirs).not.toBe(clash?.fields[0]?.yours)
})

test('two plans of one school at once: the student knows the later day', async () => {
  const first = await pair(1, 10)
  const { schoolOrgId, by } = first
  const planId = await newPlan(by)
  const taskId = await newTask(by, planId, schoolOrgId)
  await daysPass(node.current, planId, 5)
  const records = await recordsOf(node.current, taskId)
  await Promise.all([
    saveMany(
      first.here,
      first.taskId,
      first.records.map(({ recordId }) => recordId),
      { nakedRight: 5 },
    ),
    saveMany(first.there, taskId, records.map(({ recordId }) => recordId).reverse(), {
      nakedRight: 5,
      checkedOn: dayFromNow(-3),
    }),
  ])
  const days = await rowsOf(
    node.current,
    `select distinct l.last_on::text as day from student s left join student_screened l on l.student_id = s.id
      where s.org_id = $1`,
    [schoolOrgId],
  )
  expect(days).toEqual([{ day: dayFromNow() }])
})

test('closing a task while results come in: each came before the end and is stored, or is refused', async () => {
  const { by, here, there, taskId, records } = await pair(2, 15)
  const versionOf = async () =>
    (await rowsOf<{ version: number }>(node.current, 'select version from task where id = $1', [taskId]))[0]
      ?.version ?? 0
  const version = await versionOf()
  const saves = records.map(({ recordId }, index) =>
    saveRow(index % 2 ? here : there, taskId, recordId, NORMAL),
  )
  const [, ...answers] = await Promise.all([
    by.call(taskEndpoints.completeTask, { taskId, version }),
    ...saves,
  ])
  for (const [index, answer] of answers.entries()) {
    const record = await recordOf(node.current, records[index]?.recordId ?? 0)
    expect([200, REFUSALS.notInThisState]).toContain(answer.code)
    expect(record.state).toBe(answer.success ? 2 : 0)
  }
  const [task] = await rowsOf<{ status: number; completed_at: Date }>(
    node.current,
    'select status, completed_at from task where id = $1',
    [taskId],
  )
  expect(task?.status).toBe(2)
  const [late] = await rowsOf<{ n: number }>(
    node.current,
    `select count(*)::int as n from figure where level = 5 and place_id = $1
       and screened <> (select count(*) from screening_record where task_id = $1 and state <> 0)`,
    [taskId],
  )
  expect(late?.n).toBe(0)
})
