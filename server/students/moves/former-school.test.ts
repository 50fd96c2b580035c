// A former school and its teachers see a child as it was on the day of leaving, whatever they ask for; the new school sees
// the whole history.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { FEATURES } from '#contract/features.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { textOf } from '../../testing/file-text.ts'
import { type By, must, newUser, schoolAdmin, signedIn } from '../../testing/people.ts'
import { permitEverything } from '../../testing/range/range-calls.ts'
import { SAMPLES } from '../../testing/range/range-samples.ts'
import { adminOf, HOME, keyOfOrg, makeWorld, oneNumber } from '../../testing/range/range-world.ts'
import type { World } from '../../testing/range/world.ts'
import { newGrade, newSchool } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { giveResult, newPlan, newTask, recordsOf } from '../../testing/screening.ts'

const node = useApp({ FACE_PHOTO: 'on' })
const { studentDetail, editStudent, applyTransfer, historyInfo, historyPageList } = studentEndpoints

/** What the new school has entered since: names, phone, number, a screening. */
const SINCE = ['改名甲', '改名家长', '139****2222', 'NEW2026', '新校筛查']
/** Where the child is: told to nobody but the sides of the transfer. */
const PLACE = '新校标'

let world: World
let former: By
let teacher: By
let present: By
let bureau: By

beforeAll(async () => {
  const app = node.current
  const made = await makeWorld(app, HOME, '江北标')
  const { studentId, classId, orgId } = made
  bureau = await signedIn(app, adminOf(keyOfOrg(HOME, '教育')))
  const admin = await newUser(app, orgId, 20)
  await permitEverything(app, admin.account)
  former = await signedIn(app, admin.account)
  const classTeacher = await newUser(app, orgId, 45)
  await permitEverything(app, classTeacher.account)
  await app.sql(`insert into user_class (user_id, class_id) values (${classTeacher.userId}, ${classId})`)
  teacher = await signedIn(app, classTeacher.account)
  await edit(former, studentId, { name: '江北标甲', parentName: '江北家长', parentPhone: '13700001111' })
  await giveResult(app, made.screeningRecordId)
  const { applicationId } = await moveAway(studentId)
  await screenedAgain(studentId)
  const recordId = await oneNumber(
    app,
    `select id from enrolment where student_id = ${studentId} and org_id = ${orgId}`,
  )
  world = { ...made, recordId, approvalId: applicationId }
})

type Fields = { name: string; parentName: string; parentPhone: string; studentNo?: string }
async function edit(by: By, studentId: number, fields: Fields) {
  const { version } = await must(by.call(studentDetail, { studentId }))
  await must(by.call(editStudent, { studentId, version, studentType: 1, ...fields }))
}

/** To a school of the same district, which enters what it knows. */
async function moveAway(studentId: number) {
  const app = node.current
  const newOrgId = await newSchool(app, bureau, { area: HOME, name: `${PLACE}小学`, stages: [2] })
  const { classIds } = await newGrade(bureau, newOrgId, 2, 3, 1)
  present = await schoolAdmin(app, newOrgId)
  const applied = await must(
    former.call(applyTransfer, { studentId, newOrgId, newClassId: classIds[0] ?? 0 }),
  )
  await must(bureau.call(approvalEndpoints.decide, { approvalIds: [applied.applicationId], passed: true }))
  const since = { name: '改名甲', parentName: '改名家长', parentPhone: '13911112222', studentNo: 'NEW2026' }
  await edit(present, studentId, since)
  return applied
}

async function screenedAgain(studentId: number) {
  const { orgId } = await must(present.call(studentDetail, { studentId }))
  const planId = await newPlan(bureau, { areaIds: [HOME.regionId], planName: '新校筛查' })
  const taskId = await newTask(bureau, planId, orgId)
  for (const { recordId } of await recordsOf(node.current, taskId)) await giveResult(node.current, recordId)
  // The day after the child came: what was measured on the day of leaving is still the former school's to know.
  await node.current.sql(`update screening_record set checked_on = checked_on + 1 where task_id = ${taskId}`)
}

const CALLS = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([key, definition]) => ({ name: `${feature}.${key}`, definition })),
)
const READING = CALLS.filter(({ name, definition }) => {
  return SAMPLES[name] && (definition.method === 'GET' || definition.download)
})
/** Both schools see a transfer that they are the sides of. */
const OF_TRANSFERS = ['approvals.approvalDetail']

const AREAS = ['areaId', 'provinceId', 'cityId', 'regionId']
const sampleOf = (name: string) =>
  Object.fromEntries(Object.entries(SAMPLES[name]?.(world) ?? {}).filter(([key]) => !AREAS.includes(key)))

async function answerText(by: By, definition: Endpoint, input: unknown): Promise<string> {
  const answer = await by.call(definition, input as never)
  const content = (answer.data as { content?: unknown } | null)?.content
  return Buffer.isBuffer(content) ? textOf(content) : JSON.stringify(answer)
}

describe.each([
  ['school', () => former],
  ['class teacher', () => teacher],
])('the former %s learns nothing new from', (_, by) => {
  test.each(READING)('$name', async ({ name, definition }) => {
    const text = await answerText(by(), definition, sampleOf(name))
    const told = [...SINCE, ...(OF_TRANSFERS.includes(name) ? [] : [PLACE])]
    expect(told.filter((word) => text.includes(word))).toEqual([])
  })
})

describe('what it knew is still there', () => {
  test('in the file, the list and a file to take away', async () => {
    const { recordId, orgId } = world
    const info = await must(former.call(historyInfo, { recordId }))
    expect(info).toMatchObject({ name: '江北标甲', parentName: '江北家长', parentPhone: '137****1111' })
    const { list } = await must(former.call(historyPageList, { orgId, name: '江北标甲' }))
    expect(list).toMatchObject([{ recordId, name: '江北标甲', studentNo: null }])
    expect((await must(former.call(historyPageList, { orgId, name: '改名' }))).total).toBe(0)
    const file = await answerText(former, exportEndpoints.exportHistory, { orgId, reason: '核对名单' })
    expect(file).toContain('江北标甲')
  })

  test('with the results until then and none since', async () => {
    const { studentId, planId, classId, taskId } = world
    const records = await must(former.call(eyesightEndpoints.screeningRecord, { studentId }))
    expect(records.map((record) => record.planId)).toEqual([planId])
    const history = await must(former.call(eyesightEndpoints.studentHistory, { studentId }))
    expect(history).toMatchObject({ studentName: '江北标甲', points: [{}] })
    const grid = await must(former.call(eyesightEndpoints.classGrid, { taskId, classId }))
    expect(grid.rows).toMatchObject([{ studentName: '江北标甲', left: true }])
    const report = await must(former.call(reportEndpoints.classReport, { planId, classId }))
    expect(JSON.stringify(report)).toContain('江北标甲')
  })
})

test('the new school has the child with the whole history', async () => {
  const { studentId } = world
  const child = await must(present.call(studentDetail, { studentId }))
  expect(child).toMatchObject({ name: '改名甲', parentPhone: '139****2222' })
  expect(child.enrolments).toHaveLength(2)
  const records = await must(present.call(eyesightEndpoints.screeningRecord, { studentId }))
  expect(records.map(({ planName }) => planName)).toContain('新校筛查')
  expect(records).toHaveLength(2)
})

test('back at the former school the child is its own again', async () => {
  const { studentId, otherClassId, orgId } = world
  const move = { studentId, newOrgId: orgId, newClassId: otherClassId }
  const { applicationId } = await must(present.call(applyTransfer, move))
  await must(bureau.call(approvalEndpoints.decide, { approvalIds: [applicationId], passed: true }))
  expect(await must(former.call(studentDetail, { studentId }))).toMatchObject({ name: '改名甲' })
  const left = await rowsOf(node.current, 'select org_id from left_student where student_id = $1', [
    studentId,
  ])
  expect(left).toHaveLength(1)
  expect(left).not.toContainEqual({ org_id: orgId })
})
