// Forms about one child: what is known and was measured, of the own range, names masked above the school.
import { beforeAll, expect, test } from 'vitest'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { pagesOf } from '#contract/print/paper-forms.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { must, newUser, signedIn } from '../testing/people.ts'
import { MYOPIC, savedRow } from '../testing/readings.ts'
import { makeResults, override, type ResultWorld } from '../testing/result-world.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { newPlan, newTask, recordsOf } from '../testing/screening.ts'
import { pdfPages } from '../testing/sheets/pdf-text.ts'

const app = useApp()
const { paperSheets, paperFile } = paperEndpoints
let world: ResultWorld
let studentIds: number[]
beforeAll(async () => {
  world = await makeResults(app.current)
  const rows = await rowsOf<{ id: string }>(
    app.current,
    `select id from student where org_id = ${world.orgId} order by id`,
  )
  studentIds = rows.map(({ id }) => Number(id))
})
const fields = ({ head }: PaperSheet) =>
  Object.fromEntries(head.flat().map(({ label, value }) => [label, value]))

test('the file has who it is, every screening and both curves', async () => {
  const { planId, admin } = world
  const found = await must(admin.call(paperSheets, { form: 'student-report', planId }))
  expect(found.map(({ person }) => person)).toEqual(['测一', '测二', '测三', '测四', '测五'])
  const [first, , , absent] = found as PaperSheet[]
  if (!first || !absent) throw new Error('no sheet')
  expect(fields(first)).toMatchObject({ 性别: '男', 民族: '汉族', 年级班级: '三年级1班', 首次戴镜年龄: null })
  expect(first.rows).toHaveLength(1)
  expect(first.rows[0]?.cells.slice(2, 5)).toEqual(['未戴镜', '4.7', '5.1'])
  expect(first.curves).toMatchObject([{ nakedRight: 4.7, nakedLeft: 5.1, seRight: -1.625, seLeft: 0.25 }])
  expect(first.foot.flat()[0]?.value).toContain('预警级别二级，建议就诊。')
  expect([absent.rows[0]?.cells[0], absent.curves]).toEqual(['未筛查', []])
})

test('and every visit that counts, with the length of the eyes', async () => {
  const insert = `insert into visit (student_id, visited_on, source, hospital_name, cycloplegic, sphere_right, corrected_right,
    axial_right, axial_left, diagnosis, treatments, next_on, withdrawn_at) values`
  await app.current.sql(`${insert}
    (${studentIds[0]}, '2026-10-20', 1, '市眼科医院', true, -225, 50, 2437, 2390, '右眼近视', '{1,3}', '2027-01-20', null),
    (${studentIds[0]}, '2026-10-21', 1, '登记错的医院', null, null, null, null, null, null, '{}', null, now())`)
  const asked = { form: 'student-report', studentIds: studentIds.slice(0, 2) } as const
  const [first, second] = await must(world.admin.call(paperSheets, asked))
  expect(first?.visits).toEqual([
    [
      ...['2026-10-20', '市眼科医院', '散瞳', '-2.25', '', '', '', '', '', '5.0', ''],
      ...['24.37', '23.90', '右眼近视；框架眼镜、低浓度阿托品', '2027-01-20'],
    ],
  ])
  expect(second?.visits).toEqual([])
  const { content } = await must(world.admin.call(paperFile, asked))
  const words = pdfPages(Buffer.from(content as Uint8Array))[0]?.texts.map(({ text }) => text)
  expect(words).toEqual(expect.arrayContaining(['就诊记录', '24.37', '23.90']))
})

test('chosen children without a plan, above the school with masked names, in the file as on the page', async () => {
  const asked = { form: 'student-report', studentIds: studentIds.slice(0, 2) } as const
  const shown = await must(world.region.call(paperSheets, asked))
  expect(shown.map(({ person }) => person)).toEqual(['测*', '测*'])
  const { content } = await must(world.region.call(paperFile, asked))
  const pages = pdfPages(Buffer.from(content as Uint8Array))
  expect(pages).toHaveLength(shown.flatMap((sheet) => pagesOf('student-report', sheet)).length)
  const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('')
  expect(words).toContain('测*')
  expect(words).not.toContain('测一')
})

test('a class teacher has the files of the own class only', async () => {
  const { account, userId } = await newUser(app.current, world.orgId, 45)
  await app.current.sql(`insert into user_class values (${userId}, ${world.classIds[1]})`)
  const teacher = await signedIn(app.current, account)
  const found = await must(teacher.call(paperSheets, { form: 'student-report' }))
  expect(found.map(({ person }) => person)).toEqual(['测四', '测五'])
  const foreign = await teacher.call(paperSheets, { form: 'student-report', studentIds })
  expect([foreign.code, foreign.data]).toEqual([650, null])
  await override(app.current, userId, ['studentView'], false)
  expect((await teacher.call(paperSheets, { form: 'student-report' })).code).toBe(602)
})

test('the form of small children is for kindergartens, with what was measured at that age', async () => {
  const { region } = world
  const orgId = await newSchool(app.current, region, { name: '检查表幼儿园', stages: [1] })
  const { classIds } = await newGrade(region, orgId, 1, 3, 1)
  const [classId = 0] = classIds
  const born = (months: number) => dayFromNow(-Math.round(months * 30.44))
  await newStudent(region, classId, { name: '五岁半', idCard: newIdCard(born(66), 1) })
  await newStudent(region, classId, { name: '没查过', idCard: newIdCard(born(64), 1) })
  const planId = await newPlan(region, { planName: '幼儿计划', stages: [1] })
  const taskId = await newTask(region, planId, orgId)
  const records = await recordsOf(app.current, taskId)
  const admin = await signedIn(app.current, (await newUser(app.current, orgId, 20)).account)
  await savedRow(admin, taskId, records[0]?.recordId ?? 0, { ...MYOPIC, correctedRight: undefined })
  const [five, none] = await must(admin.call(paperSheets, { form: 'child', classId }))
  expect([five?.person, none?.person]).toEqual(['五岁半', '没查过'])
  expect(five?.rows.map(({ cells }) => [cells[0], cells[2], cells[3]])).toEqual([
    ['5岁', '右4.7\n左5.1', '右S-1.50\nC-0.25\nA180\n左S+0.25\nC0.00'],
  ])
  expect(none?.rows).toEqual([])
  expect(await must(world.admin.call(paperSheets, { form: 'child' }))).toEqual([])
  expect((await must(region.call(paperSheets, { form: 'child', planId }))).length).toBe(2)
})

test('a hospital has the children of a plan in the class that the plan lists them in', async () => {
  const { region } = world
  const executor = { by: 'org' as const, orgId: await orgIdOf(app.current, '330106-hospital') }
  const orgId = await newSchool(app.current, region, { name: '换班幼儿园', stages: [1] })
  const { classIds } = await newGrade(region, orgId, 1, 3, 2)
  const [before = 0, after = 0] = classIds
  const born = dayFromNow(-Math.round(66 * 30.44))
  const { studentId } = await newStudent(region, before, { name: '换班了', idCard: newIdCard(born, 1) })
  const first = await newPlan(region, { planName: '换班前', stages: [1] })
  const taskId = await newTask(region, first, orgId, { executor })
  const hospital = await signedIn(app.current, 'hospital01')
  const [record] = await recordsOf(app.current, taskId)
  await savedRow(hospital, taskId, record?.recordId ?? 0, { ...MYOPIC, correctedRight: undefined })
  await must(region.call(studentEndpoints.moveStudents, { studentIds: [studentId], newClassId: after }))
  const planId = await newPlan(region, { planName: '换班后', stages: [1] })
  await newTask(region, planId, orgId, { executor })
  for (const form of ['child', 'student-report'] as const) {
    const [sheet, ...none] = await must(hospital.call(paperSheets, { form, planId }))
    expect([sheet?.person, sheet?.bookmark, none]).toEqual(['换班了', '换班幼儿园 大班2班', []])
  }
})
