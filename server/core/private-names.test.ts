// Names of children and parents: in full inside a school, masked above it in everything that can be read, unless asked
// for with a reason that is on record.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { PrivateName } from '#contract/core/private-name.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { FEATURES } from '#contract/features.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { textOf } from '../testing/file-text.ts'
import { type By, must, newUser, permit, signedIn } from '../testing/people.ts'
import { permitEverything } from '../testing/range/range-calls.ts'
import { SAMPLES } from '../testing/range/range-samples.ts'
import { adminOf, HOME, keyOfOrg, makeWorld } from '../testing/range/range-world.ts'
import type { World } from '../testing/range/world.ts'
import { freeze } from '../testing/reports/frozen-reports.ts'
import { newGrade, newSchool } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const node = useApp({ FACE_PHOTO: 'on' })

const [CHILD, LEFT, PARENT] = ['江北标甲', '江北标乙', '江北家长']
const NAMES = [CHILD, LEFT, PARENT]
const nameReason = '核对名单信息'

let world: World
let account: string
let bureau: By
let school: By

beforeAll(async () => {
  const app = node.current
  const made = await makeWorld(app, HOME, '江北标')
  account = adminOf(keyOfOrg(HOME, '教育'))
  await permitEverything(app, account)
  bureau = await signedIn(app, account)
  school = await signedIn(app, (await newUser(app, made.orgId, 20)).account)
  const { studentId, orgId, classId, planId } = made
  const { version } = await must(bureau.call(studentEndpoints.studentDetail, { studentId }))
  const more = { studentId, version, name: '江**甲', studentType: 1, parentName: PARENT } as const
  await must(bureau.call(studentEndpoints.editStudent, more))
  const { reportNo } = await freeze(school, 'class', { planId, classId })
  const next = await newSchool(app, bureau, { area: HOME, stages: [2] })
  const { classIds } = await newGrade(bureau, next, 2, 1, 1)
  const move = { studentId, newOrgId: next, newClassId: classIds[0] ?? 0 }
  const { applicationId: approvalId } = await must(bureau.call(studentEndpoints.applyTransfer, move))
  world = { ...made, orgId, reportNo, approvalId }
})

const CALLS = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).map(([key, definition]) => ({ name: `${feature}.${key}`, definition })),
)

/** Asks for names by its nature, with a reason. */
const DISCLOSING = ['imports.template']
/** The caller's district is too small for them; they name no student. */
const OF_LARGER_AREAS = ['reports.provinceReport', 'reports.cityReport']
/** Only for those who carry out tasks, and sums alone: its own test reads it. */
const OF_EXECUTORS = ['overview.overviewOrganisation']
const READING = CALLS.filter(({ definition }) => definition.method === 'GET' || definition.download).filter(
  ({ name }) => SAMPLES[name] && ![...DISCLOSING, ...OF_LARGER_AREAS, ...OF_EXECUTORS].includes(name),
)

async function answerOf(by: By, definition: Endpoint, input: unknown): Promise<string> {
  const data: unknown = await must(by.call(definition, input as never))
  const content = (data as { content?: unknown } | null)?.content
  return Buffer.isBuffer(content) ? textOf(content) : JSON.stringify(data)
}
const namesIn = (text: string) => NAMES.filter((name) => text.includes(name))

describe('a bureau with every permission reads no name in', () => {
  test.each(READING)('$name', async ({ name, definition }) => {
    expect(namesIn(await answerOf(bureau, definition, SAMPLES[name]?.(world)))).toEqual([])
  })

  test.each(DocumentFormat.options)('the class report as $value', async ({ value: format }) => {
    const text = await answerOf(bureau, reportEndpoints.downloadReport, { ...download(), format })
    expect(text).toContain('江**甲')
    expect(namesIn(text)).toEqual([])
  })
})

const download = () => SAMPLES['reports.downloadReport']?.(world) ?? {}

/** Everywhere below a schema: the fields that are called like a name of a child or a parent and are none. */
function unguarded(schema: z.core.$ZodType, path: string, above: readonly z.core.$ZodType[] = []): string[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return unguarded(schema.unwrap(), path, above)
  // A tree is a part of itself.
  if (above.includes(schema)) return []
  const below = [...above, schema]
  if (schema instanceof z.ZodArray) return unguarded(schema.element, `${path}[]`, below)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unguarded(option, path, below))
  if (!(schema instanceof z.ZodObject))
    return /\.(student|stu|parent|child)Name$/.test(path) && schema !== PrivateName ? [path] : []
  return Object.entries(schema.shape).flatMap(([key, field]) => unguarded(field, `${path}.${key}`, below))
}

test('every field with a name of a child or a parent is one that is masked', () => {
  const found = CALLS.flatMap(({ name, definition }) => unguarded(definition.output, name))
  // The first is asked for with a reason; the others repeat what stands in the caller's own file.
  const meant = /^(students\.revealStudent|imports\.\w+\.transferFailList\[\])\./
  expect(found.filter((field) => !meant.test(field))).toEqual([])
})

describe('inside the school', () => {
  test('names are in full', async () => {
    const { studentId, planId, classId, taskId } = world
    const texts = [
      await answerOf(school, studentEndpoints.studentPageList, { classId }),
      await answerOf(school, studentEndpoints.studentDetail, { studentId }),
      await answerOf(school, eyesightEndpoints.classGrid, { taskId, classId }),
      await answerOf(school, reportEndpoints.classReport, { planId, classId }),
      await answerOf(school, reportEndpoints.frozenReport, { reportNo: world.reportNo }),
      await answerOf(school, exportEndpoints.exportStudents, { classId, reason: '核对' }),
    ]
    for (const text of texts) expect(text).toContain(CHILD)
  })

  test('a masked name that a form sends back changes nothing', async () => {
    const { name, parentName } = await must(
      school.call(studentEndpoints.studentDetail, { studentId: world.studentId }),
    )
    expect({ name, parentName }).toEqual({ name: CHILD, parentName: PARENT })
  })
})

describe('asked for with a reason', () => {
  const calls = () => {
    const { orgId, classId, planId, reportNo } = world
    const figure = { planId, orgId, classId, counter: 'expected' }
    return [
      [CHILD, studentEndpoints.studentPageList, { classId, nameReason }],
      [LEFT, studentEndpoints.historyPageList, { orgId, nameReason }],
      [LEFT, studentEndpoints.historyOfClass, { orgId, classId, nameReason }],
      [CHILD, eyesightEndpoints.figureStudents, { ...figure, nameReason }],
      [CHILD, reportEndpoints.classReport, { planId, classId, nameReason }],
      [CHILD, reportEndpoints.frozenReport, { reportNo, nameReason }],
      [CHILD, reportEndpoints.downloadReport, { ...download(), format: 'xlsx', nameReason }],
      [CHILD, reportEndpoints.downloadReport, { report: { reportNo }, format: 'xlsx', nameReason }],
      [CHILD, studentEndpoints.revealStudent, { studentId: world.studentId, reason: nameReason }],
      [CHILD, exportEndpoints.exportStudents, { classId, reason: nameReason }],
    ] as const
  }
  const shownOf = async (name: string) => {
    const rows = await rowsOf<{ count: number }>(
      node.current,
      `select count(*)::int as count from audit_log where action = 'student.names' and success
         and detail ->> 'reason' = $1 and object_id = (select id::text from student where name = $2)`,
      [nameReason, name],
    )
    return rows[0]?.count ?? 0
  }

  test('they are shown, and every child’s ledger says so', async () => {
    const before = [await shownOf(CHILD), await shownOf(LEFT)]
    for (const [name, definition, input] of calls())
      expect({
        path: definition.path,
        names: namesIn(await answerOf(bureau, definition, input)),
      }).toMatchObject({
        names: expect.arrayContaining([name]),
      })
    expect([await shownOf(CHILD), await shownOf(LEFT)]).toEqual([(before[0] ?? 0) + 6, (before[1] ?? 0) + 2])
    const viewers = await must(school.call(studentEndpoints.studentViewers, { studentId: world.studentId }))
    expect(viewers).toContainEqual(expect.objectContaining({ action: '查看姓名', reason: nameReason }))
  })

  test.each(['', '看看', '啊啊啊啊啊'])('“%s” is no reason', async (reason) => {
    const answer = await bureau.call(studentEndpoints.studentPageList, { nameReason: reason })
    expect(answer.success).toBe(false)
  })

  test('they count among the rows an account may take out in a day', async () => {
    const tight = await node.current.otherNode({ EXPORT_ROWS_PER_DAY: '0' })
    const by = tight.as(await tight.login(account))
    const { classId } = world
    expect((await by.call(studentEndpoints.studentPageList, { classId })).code).toBe(200)
    expect((await by.call(studentEndpoints.studentPageList, { classId, nameReason })).code).toBe(700)
  })

  test('not without the permission, and a file then has them masked', async () => {
    await permit(node.current, account, [permissionId('studentReveal')], false)
    for (const [, definition, input] of calls().slice(0, -1))
      expect({ path: definition.path, code: (await bureau.call(definition, input as never)).code }).toEqual({
        path: definition.path,
        code: 602,
      })
    const { classId } = world
    const text = await answerOf(bureau, exportEndpoints.exportStudents, { classId, reason: nameReason })
    expect(text).toContain('江**甲')
    expect(namesIn(text)).toEqual([])
    await permit(node.current, account, [permissionId('studentReveal')])
  })
})

test('who may not see students exports no names, and gets no list in a class report', async () => {
  const seeing = (['studentView', 'classDetail', 'classDetailTakingPart'] as const).map(permissionId)
  await permit(node.current, account, seeing, false)
  const { planId, orgId, classId } = world
  const asked = { planId, orgId, reason: nameReason }
  const sheets = [
    await answerOf(bureau, exportEndpoints.exportResults, asked),
    await answerOf(bureau, exportEndpoints.exportStudents, { classId, reason: nameReason }),
  ]
  for (const text of sheets) {
    expect(text).toContain('不含姓名')
    expect(text).not.toMatch(/江\*\*甲|江北标甲/)
  }
  const report = await must(bureau.call(reportEndpoints.classReport, { planId, classId, nameReason }))
  expect(report.sections.find(({ id }) => id === 'roster')?.tables).toEqual([])
  await permit(node.current, account, seeing)
})

test('an answer that is a tree is served', async () => {
  expect((await bureau.call(areaEndpoints.regionTree, {})).code).toBe(200)
})
