// Classes, grades and schools that stand on lists of screenings: what can go, and what stays with its results.
import { expect, test } from 'vitest'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must } from '../testing/people.ts'
import { rowsOf } from '../testing/rows.ts'
import { giveResult, startedTask } from '../testing/screening.ts'

const app = useApp()
const { deleteClass, deleteGrade, deleteOrgs, addClass } = schoolEndpoints
const region = demoUser(app, 'region01')
const complete = (taskId: number) => must(region.call(taskEndpoints.completeTask, { taskId, version: 1 }))

test('a class that was listed and never had a student goes off the list', async () => {
  const { taskId, gradeId, classIds } = await startedTask(app.current, {
    by: region,
    roster: { studentsPerClass: 0 },
  })
  const [classId = 0] = classIds
  expect((await region.call(deleteClass, { classId })).message).toContain('进行中，暂不能操作')
  await complete(taskId)
  expect((await region.call(deleteClass, { classId })).success).toBe(true)
  expect(await rowsOf(app.current, 'select 1 from class where id = $1', [classId])).toEqual([])
  const task = await must(region.call(taskEndpoints.taskDetail, { taskId }))
  expect(task.classes.map((row) => row.classId)).toEqual(classIds.slice(1))
  await must(region.call(deleteClass, { classId: classIds[1] ?? 0 }))
  expect((await region.call(deleteGrade, { gradeId })).success).toBe(true)
})

test('a class with results is closed and stays in them; its grade stays too', async () => {
  const { taskId, gradeId, classIds, students, records } = await startedTask(app.current, { by: region })
  const [classId = 0] = classIds
  await giveResult(app.current, records[0]?.recordId ?? 0)
  await complete(taskId)
  const ofClass = students.filter((student) => student.classId === classId).map(({ studentId }) => studentId)
  await must(
    region.call(studentEndpoints.leaveStudents, { studentIds: ofClass, historyType: 10, reason: '搬家' }),
  )
  expect((await region.call(deleteClass, { classId })).success).toBe(true)
  const [row] = await rowsOf(app.current, 'select closed_on from class where id = $1', [classId])
  expect(row?.closed_on).toEqual(expect.any(String))
  const task = await must(region.call(taskEndpoints.taskDetail, { taskId }))
  expect(task.classes[0]).toMatchObject({ classId, progress: { expected: 2, screened: 1 } })
  expect((await region.call(deleteGrade, { gradeId })).success).toBe(false)
})

test('a class whose students were all deleted leaves no trace on the list', async () => {
  const { taskId, classIds, students, gradeId } = await startedTask(app.current, {
    by: region,
    roster: { classes: 1 },
  })
  await must(
    region.call(studentEndpoints.deleteStudents, { studentIds: students.map(({ studentId }) => studentId) }),
  )
  await complete(taskId)
  expect((await region.call(deleteClass, { classId: classIds[0] ?? 0 })).success).toBe(true)
  expect(await rowsOf(app.current, 'select 1 from task_class where task_id = $1', [taskId])).toEqual([])
  expect((await region.call(addClass, { gradeId, classNames: ['1班'] })).success).toBe(true)
})

test('a school with a task stays until the task is deleted', async () => {
  const { taskId, schoolOrgId } = await startedTask(app.current, {
    by: region,
    roster: { studentsPerClass: 0 },
  })
  const remove = () => region.call(deleteOrgs, { orgIds: [schoolOrgId] })
  expect((await remove()).message).toContain('有进行中的任务')
  await complete(taskId)
  expect((await remove()).message).toContain('有筛查任务记录，不能删除')
  await must(region.call(taskEndpoints.deleteTasks, { taskIds: [taskId] }))
  expect((await remove()).data).toEqual({ deleted: 1 })
})
