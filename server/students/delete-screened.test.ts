// A student who was screened stays; one who is only on a list is deleted, and comes off it.
import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, schoolAdmin } from '../testing/people.ts'
import { NORMAL, saveRow } from '../testing/readings.ts'
import { rowsOf } from '../testing/rows.ts'
import { giveResult, newPlan, newTask, recordsOf, startedTask } from '../testing/screening.ts'

const app = useApp()
const { deleteStudents, validChange } = studentEndpoints
const region = demoUser(app, 'region01')
const remove = (studentIds: number[]) => region.call(deleteStudents, { studentIds })

test('somebody on the list of a task without a result is deleted from it, and from its figures', async () => {
  const { taskId, students, records } = await startedTask(app.current, { by: region })
  await app.current.sql(`update screening_record set absence = 1 where id = ${records[0]?.recordId}`)
  expect(await must(remove([students[0]?.studentId ?? 0]))).toEqual({ changed: 1 })
  expect(await recordsOf(app.current, taskId)).toHaveLength(3)
  const task = await must(region.call(taskEndpoints.taskDetail, { taskId }))
  expect(task).toMatchObject({ progress: { expected: 3 }, pendingSync: { added: 0, removed: 0 } })
})

test('somebody with a result stays, in whatever plan it was, and keeps the others named', async () => {
  const { taskId, students, records, schoolOrgId } = await startedTask(app.current, { by: region })
  const [screened, other] = students.map(({ studentId }) => studentId)
  await giveResult(app.current, records[0]?.recordId ?? 0)
  await must(region.call(taskEndpoints.completeTask, { taskId, version: 1 }))
  await newTask(region, await newPlan(region), schoolOrgId)
  const reason = '已有筛查结果，删除会丢失数据，请办理转出'
  const name = maskName(students[0]?.name ?? '')
  expect(await remove([other ?? 0, screened ?? 0])).toMatchObject({
    code: REFUSALS.notInThisState,
    message: `${name}：${reason}`,
  })
  const studentIds = [screened ?? 0, other ?? 0]
  expect(await must(region.call(validChange, { studentIds, change: 'delete' }))).toEqual({
    valid: false,
    blocked: [{ studentId: screened, name, reason }],
  })
  expect((await must(region.call(validChange, { studentIds, change: 'leave' }))).valid).toBe(true)
  expect(await must(remove([other ?? 0]))).toEqual({ changed: 1 })
})

test('of whom a result was taken away nothing is left behind', async () => {
  const { students } = await startedTask(app.current, { by: region })
  const [gone = 0, stays = 0] = students.map(({ studentId }) => studentId)
  await app.current.sql(
    `insert into student_screened (student_id, last_on) values (${gone}, null), (${stays}, null)`,
  )
  expect(await must(remove([gone]))).toEqual({ changed: 1 })
  const left = await rowsOf(
    app.current,
    'select student_id from student_screened where student_id = any ($1)',
    [[gone, stays]],
  )
  expect(left.map(({ student_id }) => Number(student_id))).toEqual([stays])
})

test('a record that goes takes its changes along, and only these', async () => {
  const { records } = await startedTask(app.current, { by: region })
  const [gone = 0, stays = 0] = records.map(({ recordId }) => recordId)
  await app.current.sql(
    `insert into record_change (record_id, version, changes, source) values (${gone}, 2, '{}', 1), (${stays}, 2, '{}', 1);
    delete from screening_record where id = ${gone}`,
  )
  const changes = 'select record_id from record_change where record_id = any ($1)'
  const left = await rowsOf(app.current, changes, [[gone, stays]])
  expect(left.map(({ record_id }) => Number(record_id))).toEqual([stays])
})

/** Somebody else's transaction; `whenWaitedFor` goes on once another one waits for it. */
async function meanwhile() {
  const client = await app.current.data.work.pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = async () =>
    (
      await rowsOf(app.current, 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
        rows[0]?.pid,
      ])
    ).length
  return {
    query: (statement: string, id: number) => client.query(statement, [id]),
    whenWaitedFor: () => expect.poll(waiting, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0),
    async commit() {
      await client.query('commit')
      client.release()
    },
  }
}

test('a reading that is entered at the same time is not lost, and nobody waits in a circle', async () => {
  const { taskId, students, records } = await startedTask(app.current, { by: region })
  const [recordId, studentId] = [records[0]?.recordId ?? 0, students[0]?.studentId ?? 0]
  const writer = await meanwhile()
  await writer.query('select 1 from task where id = $1 for share', taskId)
  await writer.query('update screening_record set state = 2, naked_left = 48 where id = $1', recordId)
  const removing = remove([studentId])
  await writer.whenWaitedFor()
  await writer.query('select 1 from student where id = $1 for no key update', studentId)
  await writer.commit()
  expect((await removing).message).toContain('已有筛查结果')
  const rows = await rowsOf(app.current, 'select naked_left from screening_record where id = $1', [recordId])
  expect(rows).toEqual([{ naked_left: 48 }])
})

test('a list that is made at the same time is waited for', async () => {
  const { taskId, schoolOrgId, students, records } = await startedTask(app.current, { by: region })
  const [recordId, studentId] = [records[0]?.recordId ?? 0, students[0]?.studentId ?? 0]
  const sync = await meanwhile()
  await sync.query('select 1 from school where org_id = $1 for share', schoolOrgId)
  await sync.query('select 1 from task where id = $1 for no key update', taskId)
  await sync.query('select 1 from student where id = $1 for key share', studentId)
  const removing = remove([studentId])
  await sync.whenWaitedFor()
  await sync.query('select 1 from screening_record where id = $1 for update', recordId)
  await sync.commit()
  expect(await must(removing)).toEqual({ changed: 1 })
})

test('deleted, entered and synced at once: each gets a plain answer', async () => {
  const { taskId, schoolOrgId, students, records } = await startedTask(app.current, {
    by: region,
    roster: { classes: 2, studentsPerClass: 6 },
  })
  const screener = await schoolAdmin(app.current, schoolOrgId)
  const recordOf = new Map(records.map(({ studentId, recordId }) => [studentId, recordId]))
  for (const { studentId } of students) {
    const recordId = recordOf.get(studentId) ?? 0
    const [saved, removed, synced] = await Promise.all([
      saveRow(screener, taskId, recordId, NORMAL),
      remove([studentId]),
      region.call(taskEndpoints.syncTasks, { taskIds: [taskId] }),
    ])
    expect([saved.code, removed.code].sort()).toEqual(
      saved.success ? [200, REFUSALS.notInThisState] : [200, 650],
    )
    if (saved.success) expect(removed.message).toContain('已有筛查结果')
    expect(synced.code).toBe(200)
    const left = await rowsOf(app.current, 'select state from screening_record where id = $1', [recordId])
    expect(left).toEqual(saved.success ? [{ state: 2 }] : [])
  }
})

test('a promotion after which a task has taken its lists is not undone', async () => {
  const { taskId, schoolOrgId: orgId } = await startedTask(app.current, { by: region })
  await must(region.call(taskEndpoints.completeTask, { taskId, version: 1 }))
  const { advanceId } = await must(region.call(studentEndpoints.advance, { orgId }))
  // What was listed before says nothing about the grades of now.
  const later = await newTask(region, await newPlan(region), orgId)
  await must(region.call(taskEndpoints.completeTask, { taskId: later, version: 1 }))
  expect((await region.call(studentEndpoints.undoAdvance, { orgId, advanceId })).message).toBe(
    '升级后已有筛查任务，不能撤销',
  )
  await must(region.call(taskEndpoints.deleteTasks, { taskIds: [later] }))
  expect((await region.call(studentEndpoints.undoAdvance, { orgId, advanceId })).success).toBe(true)
  const classes = await rowsOf(app.current, 'select grade_no from task_class where task_id = $1', [taskId])
  expect(classes).toEqual([{ grade_no: 3 }, { grade_no: 3 }])
})
