import { expect, test } from 'vitest'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { Counting, WarningEnd } from '#contract/warning/warning-schemas.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { accountOf, type By, must, newUser, signedIn } from '../testing/people.ts'
import { MYOPIC, NORMAL, savedRow } from '../testing/readings.ts'
import { makeForeignResults, makeResults } from '../testing/result-world.ts'
import { newPlan, newTask, recordsOf } from '../testing/screening.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const { warningPage, warningDetail } = warningEndpoints
const { letterStudents } = letterEndpoints
const app = useApp()

test('the school that a child has left sees of a warning what was known until then', async () => {
  const world = await makeResults(app.current)
  const foreign = await makeForeignResults(app.current)
  const [row] = (await must(world.admin.call(warningPage, { planId: world.planId }))).list
  if (!row) throw new Error('no warning')
  const { warningId, studentId } = row
  const sight = async () => {
    const { readings, events } = await must(world.admin.call(warningDetail, { warningId }))
    return [readings.length, events.filter(({ kind }) => kind === 'visit').length]
  }
  const visited = (day: string) =>
    app.current.sql(`insert into visit (student_id, record_id, visited_on, source, hospital_name, diagnosis)
      values (${studentId}, ${world.idOf(0)}, ${day}, ${VisitSource.code.school}, '县医院', '近视')`)
  const dayOf = (rows: { studentId: number | null; visitedOn: string | null }[]) =>
    rows.find((row) => row.studentId === studentId)?.visitedOn
  const listed = async (by: By) =>
    dayOf((await must(by.call(warningPage, { planId: world.planId, counting: Counting.code.all }))).list)
  const inLetters = async () =>
    dayOf(
      await must(world.admin.call(letterStudents, { taskId: world.taskId, classId: world.classIds[0] ?? 0 })),
    )
  const days = async () => [await listed(world.admin), await inLetters()]
  await visited('current_date')
  expect(await sight()).toEqual([2, 1])
  expect(await days()).toEqual([dayFromNow(), dayFromNow()])
  await app.current.sql(`update enrolment set to_on = current_date, grade_id = class.grade_id, history_type = 10
    from class where class.id = enrolment.class_id and student_id = ${studentId}`)
  await app.current.sql(
    `update student set org_id = ${foreign.orgId}, class_id = ${foreign.classId} where id = ${studentId}`,
  )
  await app.current.sql(`insert into enrolment (student_id, org_id, class_id, from_on)
    values (${studentId}, ${foreign.orgId}, ${foreign.classId}, current_date)`)
  await visited('current_date + 1')
  const by = await signedIn(app.current, (await newUser(app.current, foreign.orgId, 20)).account)
  const bureau = await signedIn(app.current, accountOf('330205-教育'))
  const planId = await newPlan(bureau, { areaIds: ['330205'], planName: '外区又一次' })
  const taskId = await newTask(bureau, planId, foreign.orgId)
  const record = (await recordsOf(app.current, taskId)).find((one) => one.studentId === studentId)
  await savedRow(by, taskId, record?.recordId ?? 0, MYOPIC)
  await app.current.sql(
    `update screening_record set checked_on = current_date + 1 where id = ${record?.recordId}`,
  )
  expect(await sight()).toEqual([2, 1])
  expect(await days()).toEqual([dayFromNow(), dayFromNow()])
  // How the screening at the new school turned out is not said.
  const ends = async (by: By) => {
    const { ended, events } = await must(by.call(warningDetail, { warningId }))
    return [ended, events.findLast(({ kind }) => kind === 'ended')?.title]
  }
  await setSecondStepRules(app.current, [])
  const province = await signedIn(app.current, 'province01')
  expect(await ends(province)).toEqual([WarningEnd.code.continued, '预警解除：由后续筛查接续'])
  await savedRow(by, taskId, record?.recordId ?? 0, NORMAL, MYOPIC)
  expect(await ends(province)).toEqual([WarningEnd.code.fine, '预警解除：后续筛查正常'])
  expect(await ends(world.admin)).toEqual([WarningEnd.code.continued, '预警解除：由后续筛查接续'])
  // With that one withdrawn there is only the visit after it left: lists do not show it either.
  await app.current.sql('update visit set withdrawn_at = now() where visited_on = current_date')
  expect(await listed(province)).toBe(dayFromNow(1))
  expect(await days()).toEqual([null, null])
})
