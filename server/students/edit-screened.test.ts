// A birth date or sex that was wrong: what was concluded from it is put right, with the figures.
import { expect, test } from 'vitest'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { must } from '../testing/people.ts'
import { recordOf, savedRow } from '../testing/readings.ts'
import { expectFiguresRight } from '../testing/recount.ts'
import { newIdCard } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'
import { taskAtWork } from '../testing/task-at-work.ts'

const node = useApp()
/** A birthday so many years ago. */
const bornBefore = (years: number) => {
  const [year = 0, ...rest] = dayFromNow(-60).split('-')
  return [Number(year) - years, ...rest].join('-')
}

async function kindergarten() {
  const task = await taskAtWork(node.current, {
    plan: { stages: [1] },
    roster: { stages: [1], gradeNo: 3, classes: 1, studentsPerClass: 2 },
  })
  const student = task.students[0]
  const edit = async (idCard: string) => {
    const [row] = await rowsOf<{ version: number }>(
      node.current,
      'select version from student where id = $1',
      [student?.studentId],
    )
    const input = { studentId: student?.studentId, name: student?.name, studentType: 1, idCard }
    return must(task.by.call(studentEndpoints.editStudent, { ...input, version: row?.version } as never))
  }
  return { ...task, edit }
}

test('records are judged by the new age and counted for the new sex; the reading and its version stay', async () => {
  const { admin, taskId, planId, at, edit } = await kindergarten()
  await edit(newIdCard(bornBefore(3), 1))
  const reading = { glasses: 1, nakedRight: 4.8, nakedLeft: 4.8, sphereRight: 2, sphereLeft: 2 } as const
  await savedRow(admin, taskId, at(0), { ...reading, cylinderRight: 0, cylinderLeft: 0 })
  expect(await recordOf(node.current, at(0))).toMatchObject({
    sex: 1,
    age: 3,
    poor_vision: false,
    version: 2,
  })
  await edit(newIdCard(bornBefore(6), 2))
  expect(await recordOf(node.current, at(0))).toMatchObject({
    sex: 2,
    age: 6,
    poor_vision: true,
    naked_right: 48,
    version: 2,
  })
  await expectFiguresRight(node.current, planId)
})

test('of who was not screened yet too; those of an archived plan stay as they were', async () => {
  const { planId, at, edit } = await kindergarten()
  await edit(newIdCard(bornBefore(5), 2))
  expect(await recordOf(node.current, at(0))).toMatchObject({ sex: 2, age: 5, state: 0 })
  await expectFiguresRight(node.current, planId)
  await node.current.sql(`update plan set status = 4 where id = ${planId}`)
  await edit(newIdCard(bornBefore(4), 1))
  expect(await recordOf(node.current, at(0))).toMatchObject({ sex: 2, age: 5 })
})
