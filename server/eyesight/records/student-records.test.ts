// One student through all screenings, for whom it is a student of theirs.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { giveAge, MYOPIC, NORMAL, savedRow } from '../../testing/readings.ts'
import { newGrade, newSchool } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { newPlan, newTask, recordsOf } from '../../testing/screening.ts'
import { taskAtWork, taskOfHospital } from '../../testing/task-at-work.ts'
import { progressionOf } from './student-records.ts'

const node = useApp()
const { screeningRecord, studentHistory } = recordEndpoints
const recordsFor = (by: By, studentId: number, planId?: number) =>
  by.call(screeningRecord, { studentId, planId })
const historyFor = (by: By, studentId: number) => by.call(studentHistory, { studentId })

/** Screened a year ago by the school and now by the hospital. */
async function twice() {
  const first = await taskAtWork(node.current, { roster: { classes: 2, studentsPerClass: 1 } })
  const { by, schoolOrgId, admin } = first
  const studentId = first.students[0]?.studentId ?? 0
  await giveAge(node.current, studentId, 10)
  await savedRow(admin, first.taskId, first.at(0), { ...NORMAL, sphereRight: -0.5, sphereLeft: 0 })
  await node.current.sql(`update task set status = 2 where id = ${first.taskId};
    update plan set status = 3, starts_on = starts_on - 365, ends_on = ends_on - 365 where id = ${first.planId};
    update screening_record set checked_on = checked_on - 365 where id = ${first.at(0)}`)
  const [hospital] = await rowsOf<{ org_id: number }>(
    node.current,
    `select org_id from app_user where account = 'hospital01'`,
  )
  const planId = await newPlan(by)
  const executor = { by: 'org', orgId: hospital?.org_id ?? 0 } as const
  const taskId = await newTask(by, planId, schoolOrgId, { executor })
  const [record] = (await recordsOf(node.current, taskId)).filter((each) => each.studentId === studentId)
  const fields = { ...MYOPIC, sphereRight: -1.25, sphereLeft: -0.5 }
  await savedRow(admin, taskId, record?.recordId ?? 0, fields)
  return { ...first, studentId, second: { planId, taskId, recordId: record?.recordId ?? 0 } }
}

let known: Awaited<ReturnType<typeof twice>>
beforeAll(async () => {
  known = await twice()
})

test('every screening, the latest first, with where and by whom', async () => {
  const { admin, studentId, planId, second } = known
  const rows = await must(recordsFor(admin, studentId))
  expect(rows.map((row) => row.planId)).toEqual([second.planId, planId])
  expect(rows[0]).toMatchObject({
    recordId: second.recordId,
    gradeName: '三年级',
    className: '1班',
    executorName: '西湖人民医院',
    season: 2,
    age: 10,
    fields: { nakedRight: 4.7, checkedOn: dayFromNow() },
    conclusion: { state: 2, myopia: true, seRight: -1.375 },
    source: 1,
  })
  expect(await must(recordsFor(admin, studentId, planId))).toHaveLength(1)
  const [entry] = await rowsOf(
    node.current,
    `select object_type, object_id from audit_log where action = 'record.view' order by id desc limit 1`,
  )
  expect(entry).toEqual({ object_type: 'student', object_id: String(studentId) })
})

test('the curve from the oldest on, and the change per year of the worse eye', async () => {
  const history = await must(historyFor(known.admin, known.studentId))
  expect(history.studentName).toBe(known.students[0]?.name)
  expect(history.points.map(({ checkedOn }) => checkedOn)).toEqual([dayFromNow(-365), dayFromNow()])
  expect(history.points[1]).toMatchObject({ nakedRight: 4.7, seRight: -1.375, seLeft: -0.5, glasses: 1 })
  expect((history.points[1]?.age ?? 0) - (history.points[0]?.age ?? 0)).toBeCloseTo(1, 1)
  expect(history.progressionPerYear).toBe(-0.75)
})

test.each([
  ['none', [], null],
  ['one', [{ checkedOn: '2026-01-01', seRight: -500, seLeft: 0, glasses: 1 }], null],
  [
    'half a year, by the eye that is worse now',
    [
      { checkedOn: '2026-01-01', seRight: -500, seLeft: 0, glasses: 1 },
      { checkedOn: '2026-07-02', seRight: -500, seLeft: -750, glasses: 1 },
    ],
    -1.5,
  ],
  [
    'the same day',
    [
      { checkedOn: '2026-01-01', seRight: 0, seLeft: 0, glasses: 1 },
      { checkedOn: '2026-01-01', seRight: -500, seLeft: 0, glasses: 1 },
    ],
    null,
  ],
  [
    'no refraction now',
    [
      { checkedOn: '2025-01-01', seRight: 0, seLeft: 0, glasses: 1 },
      { checkedOn: '2026-01-01', seRight: null, seLeft: null, glasses: 1 },
    ],
    null,
  ],
  [
    'too few days to tell',
    [
      { checkedOn: '2026-01-01', seRight: 0, seLeft: 0, glasses: 1 },
      { checkedOn: '2026-03-31', seRight: -500, seLeft: 0, glasses: 1 },
    ],
    null,
  ],
  [
    'just enough days',
    [
      { checkedOn: '2026-01-01', seRight: 0, seLeft: 0, glasses: 1 },
      { checkedOn: '2026-04-01', seRight: -90, seLeft: 0, glasses: 1 },
    ],
    -0.36,
  ],
  [
    'what was measured under ortho-K, which is left out',
    [
      { checkedOn: '2024-01-01', seRight: -500, seLeft: 0, glasses: 1 },
      { checkedOn: '2024-12-31', seRight: -1000, seLeft: 0, glasses: 2 },
      { checkedOn: '2025-12-31', seRight: 0, seLeft: 0, glasses: 4 },
    ],
    -0.5,
  ],
])('progression over %s', (_name, points, expected) => {
  expect(progressionOf(points)).toBe(expected)
})

describe('for whom', () => {
  test('the district and the class teacher; not another teacher, school or district', async () => {
    const { studentId, schoolOrgId, classIds } = known
    const teacher = await newUser(node.current, schoolOrgId, 45)
    const other = await newUser(node.current, schoolOrgId, 45)
    await node.current.sql(`insert into user_class values (${teacher.userId}, ${classIds[0]}),
      (${other.userId}, ${classIds[1]})`)
    for (const account of ['region01', 'city01', 'province01', teacher.account]) {
      const by = await signedIn(node.current, account)
      expect((await must(recordsFor(by, studentId))).length).toBe(2)
    }
    for (const account of [other.account, 'school01', 'social01']) {
      const by = await signedIn(node.current, account)
      expect((await recordsFor(by, studentId)).code).toBe(650)
      expect((await historyFor(by, studentId)).code).toBe(650)
    }
    expect((await recordsFor(await signedIn(node.current, 'region01'), 99_999_999)).code).toBe(650)
  })

  test('a hospital its own task alone, and nothing once that is not its own', async () => {
    const { studentId, second } = known
    const hospital = await signedIn(node.current, 'hscreen01')
    const rows = await must(recordsFor(hospital, studentId))
    expect(rows.map(({ recordId }) => recordId)).toEqual([second.recordId])
    const history = await must(historyFor(hospital, studentId))
    expect(history.points).toHaveLength(1)
    expect(history.progressionPerYear).toBeNull()
    const made = await taskOfHospital(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    const own = made.students[0]?.studentId ?? 0
    expect(await must(recordsFor(made.hospital, own))).toEqual([])
    await node.current.sql(`update task set org_id = school_org_id where id = ${made.taskId}`)
    expect((await recordsFor(made.hospital, own)).code).toBe(650)
  })

  test('a school that a student left what it knew by then; the next school everything, without its name', async () => {
    const left = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    const { by, admin, planId, taskId, at } = left
    const studentId = left.students[0]?.studentId ?? 0
    await savedRow(admin, taskId, at(0), NORMAL)
    await daysPass(node.current, planId, 60)
    await node.current.sql(`update task set status = 2 where id = ${taskId};
      update plan set status = 3 where id = ${planId};
      update screening_record set checked_on = checked_on - 50 where id = ${at(0)};
      update enrolment set from_on = from_on - 400 where student_id = ${studentId}`)
    const nextOrgId = await newSchool(node.current, by)
    const { classIds } = await newGrade(by, nextOrgId, 2, 3)
    const next = await signedIn(node.current, (await newUser(node.current, nextOrgId, 20)).account)
    const { applicationId } = await must(
      admin.call(studentEndpoints.applyTransfer, {
        studentId,
        newOrgId: nextOrgId,
        newClassId: classIds[0] ?? 0,
        reason: '搬家',
      }),
    )
    await must(by.call(approvalEndpoints.decide, { approvalIds: [applicationId], passed: true }))
    await node.current.sql(`update enrolment set to_on = to_on - 10 where student_id = ${studentId} and to_on is not null;
      update enrolment set from_on = from_on - 10 where student_id = ${studentId} and to_on is null`)
    const newPlanId = await newPlan(by)
    const newTaskId = await newTask(by, newPlanId, nextOrgId)
    const [record] = await recordsOf(node.current, newTaskId)
    await savedRow(next, newTaskId, record?.recordId ?? 0, MYOPIC)
    const before = await must(recordsFor(admin, studentId))
    expect(before.map((row) => row.planId)).toEqual([planId])
    const after = await must(recordsFor(next, studentId))
    expect(after.map((row) => row.schoolName)).toEqual([expect.stringContaining('测试学校'), '其他学校'])
    expect(after[1]).toMatchObject({ className: '', executorName: '其他机构' })
    expect(after[1]?.planName).toMatch(/^\d{4}-\d{4}学年秋季筛查$/)
    expect((await must(historyFor(next, studentId))).points).toHaveLength(2)
    const above = await must(recordsFor(by, studentId))
    expect(above.map((row) => row.executorName)).not.toContain('其他机构')
  })
})
