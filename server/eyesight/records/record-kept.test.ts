// What was ever said about a student stays, and what can be said about the day of it.
import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { must } from '../../testing/people.ts'
import { changesTo, recordOf, savedRow } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'

const node = useApp()

/** A value that was entered and taken back. */
async function emptied() {
  const task = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 2 } })
  await savedRow(task.admin, task.taskId, task.at(0), { nakedRight: 5 })
  await savedRow(task.admin, task.taskId, task.at(0), { nakedRight: null }, { nakedRight: 5 })
  expect(await recordOf(node.current, task.at(0))).toMatchObject({ state: 0, naked_right: null })
  return { ...task, studentId: task.students[0]?.studentId ?? 0 }
}
const changesOf = (recordId: number) =>
  rowsOf(node.current, 'select id from record_change where record_id = $1', [recordId])

test('neither the student nor the task of a record that had a result can be deleted', async () => {
  const { by, taskId, studentId, students, at } = await emptied()
  expect(await by.call(studentEndpoints.deleteStudents, { studentIds: [studentId] })).toMatchObject({
    code: REFUSALS.notInThisState,
    message: `${maskName(students[0]?.name ?? '')}：已有筛查结果，删除会丢失数据，请办理转出`,
  })
  expect(await by.call(taskEndpoints.deleteTasks, { taskIds: [taskId] })).toMatchObject({
    code: REFUSALS.notInThisState,
    message: expect.stringContaining('任务已有筛查结果，不能删除'),
  })
  expect(await changesOf(at(0))).toHaveLength(2)
  const other = students[1]?.studentId ?? 0
  await must(by.call(studentEndpoints.deleteStudents, { studentIds: [other] }))
})

test('nor does a sync take it off the list of who left', async () => {
  const { by, taskId, studentId, at } = await emptied()
  await must(
    by.call(studentEndpoints.leaveStudents, { studentIds: [studentId], historyType: 10, reason: '搬家' }),
  )
  await must(by.call(taskEndpoints.syncTasks, { taskIds: [taskId] }))
  expect(await changesOf(at(0))).toHaveLength(2)
})

test('a day of screening after the end of the plan is refused; where the plan was extended, after that', async () => {
  const { admin, planId, at } = await taskAtWork(node.current, { roster: { classes: 1 } })
  await daysPass(node.current, planId, 33)
  const apply = (recordId: number, day: number) =>
    admin.call(recordEndpoints.applyCorrection, {
      recordId,
      changes: changesTo({ nakedRight: 5, checkedOn: dayFromNow(day) }),
      reason: '补录',
    })
  expect(await apply(at(0), -2)).toMatchObject({
    code: 700,
    message: `检查日期应在计划期间内，不能晚于 ${dayFromNow(-3)}`,
  })
  await must(apply(at(0), -3))
  await node.current.sql(`update plan set ends_on = ends_on + 1 where id = ${planId}`)
  await must(apply(at(1), -2))
})

test('looking at changes, second examinations and conflicts is on record', async () => {
  const { admin, adminId, planId, taskId, studentId, at } = await emptied()
  const last = async () => {
    const rows = await rowsOf(
      node.current,
      'select action, object_type, object_id, detail from audit_log where user_id = $1 order by id desc limit 1',
      [adminId],
    )
    return rows[0]
  }
  await must(admin.call(recordEndpoints.recordChanges, { recordId: at(0) }))
  expect(await last()).toEqual({
    action: 'record.view',
    object_type: 'student',
    object_id: String(studentId),
    detail: { recordId: at(0) },
  })
  await must(admin.call(recordEndpoints.retestList, { taskId }))
  expect(await last()).toMatchObject({
    action: 'record.view',
    object_type: 'task',
    object_id: String(taskId),
    detail: { retest: true },
  })
  await must(admin.call(recordEndpoints.conflictPageList, { planId }))
  expect(await last()).toMatchObject({
    action: 'record.list',
    object_type: 'plan',
    object_id: String(planId),
    detail: { students: 0 },
  })
})
