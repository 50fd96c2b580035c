// From what is shown of a child, in an answer, in a file or in the database itself, the id number cannot be worked out.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { PERMISSION_NAMES, permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { textOf } from '../../testing/file-text.ts'
import { uploadRows } from '../../testing/imports/upload.ts'
import { disclosures, idCardEndingInX } from '../../testing/number-privacy.ts'
import { type By, must } from '../../testing/people.ts'
import { SAMPLES } from '../../testing/range/range-samples.ts'
import { adminOf, HOME, keyOfOrg, makeWorld } from '../../testing/range/range-world.ts'
import type { World } from '../../testing/range/world.ts'
import { freeze } from '../../testing/reports/frozen-reports.ts'
import { newGrade, newSchool } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp({ FACE_PHOTO: 'on' })

/** Reading calls that are there for the number itself: each asks for a permission of its own and is on record. */
const REVEALING = ['imports.importRowCells', 'imports.errorWorkbook', 'imports.template']

/** The caller's district is too small for them; they name no student. */
const OF_LARGER_AREAS = ['reports.provinceReport', 'reports.cityReport']
/** Only for those who carry out tasks, and sums alone: its own test reads it. */
const OF_EXECUTORS = ['overview.overviewOrganisation']

const numbers: string[] = []
const newNumber = (area?: string): string => {
  const number = idCardEndingInX(area)
  numbers.push(number)
  return number
}

let world: World
let caller: By

beforeAll(async () => {
  const app = node.current
  const made = await makeWorld(app, HOME, '江北标', () => newNumber())
  const account = adminOf(keyOfOrg(HOME, '教育'))
  const ids = PERMISSION_NAMES.map(permissionId).join(',')
  await app.sql(`insert into user_permission_override (user_id, permission_id, granted)
    select u.id, p.id, true from app_user u, permission p where u.account = '${account}' and p.id in (${ids})
    on conflict (user_id, permission_id) do update set granted = true`)
  const token = await app.login(account)
  caller = app.as(token)
  await addChildren(made)
  const rows = [newNumber(), newNumber()].map((idCard) => ({ name: '导入甲', idCard, nativePlace: idCard }))
  const [endNumber, dayNumber] = [newNumber(), newNumber()]
  const ownNumbers = [
    { name: '导入乙', idCard: endNumber, studentNo: endNumber.slice(-6) },
    { name: '导入丙', idCard: dayNumber.replace(/^.{14}/, '$& '), studentNo: dayNumber.slice(12) },
  ]
  // Where a screening is under way nothing is imported.
  const orgId = await newSchool(app, caller, { area: HOME, stages: [2] })
  const { classIds } = await newGrade(caller, orgId, 2, 1, 1)
  const importId = await uploadRows({ app, token, orgId }, [...rows, ...ownNumbers], { preview: true })
  await app.runJobs()
  const { reportNo } = await freeze(caller, 'class', { planId: made.planId, classId: made.classId })
  const move = { studentId: made.studentId, newOrgId: orgId, newClassId: classIds[0] ?? 0 }
  const { applicationId: approvalId } = await must(caller.call(studentEndpoints.applyTransfer, move))
  world = { ...made, importId, reportNo, approvalId }
})

/** One of each kind of number that can hold an id number or a part of it. */
async function addChildren({ classId, studentId }: World): Promise<void> {
  const { studentDetail, editStudent, addStudent } = studentEndpoints
  const { version, name } = await must(caller.call(studentDetail, { studentId }))
  const studentNo = `G${numbers[0]}`
  await must(caller.call(editStudent, { studentId, version, name, studentType: 1, studentNo }))
  const boy = { classId, sex: 1, birthDate: '2016-05-12' } as const
  const [wholeEnd, dayAndNumber] = [newNumber(), newNumber()]
  const children = [
    { name: '号码甲', studentType: 1, idCard: wholeEnd, studentNo: wholeEnd.slice(6) },
    { name: '号码乙', studentType: 1, idCard: dayAndNumber, studentNo: `A${dayAndNumber.slice(12, 17)}` },
    { name: '号码丙', studentType: 2, passportNo: newNumber('810000') },
    { name: '号码丁', studentType: 3, studentNo: `J${newNumber()}` },
  ] as const
  for (const child of children) await must(caller.call(addStudent, { ...boy, ...child }))
}

const CALLS = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([key, definition]) => ({ name: `${feature}.${key}`, definition })),
)
const READING = CALLS.filter(({ definition }) => definition.method === 'GET' || definition.download).filter(
  ({ name }) => SAMPLES[name] && ![...REVEALING, ...OF_LARGER_AREAS, ...OF_EXECUTORS].includes(name),
)

// The types of samples are checked where they are written; here any call is made.
const sampleOf = (name: string) => SAMPLES[name]?.(world) as never

async function answerOf(definition: Endpoint, input: never): Promise<string> {
  const data: unknown = await must(caller.call(definition, input))
  const content = (data as { content?: unknown } | null)?.content
  return Buffer.isBuffer(content) ? textOf(content) : JSON.stringify(data)
}

describe('what a caller with every permission reads', () => {
  test.each(READING)('$name', async ({ name, definition }) => {
    expect(disclosures(await answerOf(definition, sampleOf(name)), numbers)).toEqual([])
  })

  test.each(DocumentFormat.options)('the class report as $value', async ({ value: format }) => {
    const sample = { ...(SAMPLES['reports.downloadReport']?.(world) ?? {}), format }
    const text = await answerOf(reportEndpoints.downloadReport, sample as never)
    expect(text).toMatch(/G330100\*{12}/)
    expect(disclosures(text, numbers)).toEqual([])
  })
})

test('a call that is there for the number shows it', async () => {
  const reveal = await answerOf(studentEndpoints.revealStudent, sampleOf('students.revealStudent'))
  expect(disclosures(reveal, numbers)).not.toEqual([])
})

test('whoever has the database without its key', async () => {
  const tables = await rowsOf<{ name: string }>(
    node.current,
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of tables) {
    const rows = await rowsOf<{ text: string }>(node.current, `select t::text as text from ${name} as t`)
    for (const { text } of rows)
      expect({ name, found: disclosures(text, numbers) }).toEqual({ name, found: [] })
  }
})
