// A report of nothing but kindergartens: 视力低常 from the title to the notes, and no degrees.
import { beforeAll, describe, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { enterResults } from '../testing/figure-results.ts'
import { demoUser, must } from '../testing/people.ts'
import { expectReportRight } from '../testing/reports/report-tables.ts'
import { measureRefraction } from '../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const { classReport, gradeReport, provinceReport, regionReport, schoolReport } = reportEndpoints

const node = useApp()
const by = demoUser(node, 'province01')
let planId: number
let mixedId: number
let orgId: number
let eldest: { gradeNo: number; classId: number }

beforeAll(async () => {
  const random = makeRandom('kindergartens')
  planId = await insertFigurePlan(node.current, { name: '幼儿园筛查' })
  mixedId = await insertFigurePlan(node.current, { name: '全学段筛查' })
  await insertList(node.current, await insertFigureTask(node.current, planId, '330106-school-0'))
  for (const key of ['330106-school-0', '330106-school-1'])
    await insertList(node.current, await insertFigureTask(node.current, mixedId, key))
  for (const id of [planId, mixedId]) await enterResults(node.current, id, random)
  await measureRefraction(node.current, 'true')
  // Of the eldest some are six: they are judged by degrees, which a kindergarten does not report.
  await node.current.sql(`update screening_record set poor_vision = true, poor_degree = 1 + id % 3, myopia = true,
    myopia_degree = 1 + id % 3 where plan_id = ${planId} and state = 2 and id % 2 = 0`)
  orgId = await orgIdOf(node.current, '330106-school-0')
  const rows = await rowsOf<typeof eldest>(
    node.current,
    `select c.grade_no as "gradeNo", c.class_id::int as "classId"
     from task_class c join screening_record r on r.task_id = c.task_id and r.class_id = c.class_id
     where c.plan_id = $1 and r.state = 2 order by c.grade_no desc, c.class_id limit 1`,
    [planId],
  )
  eldest = rows[0] as typeof eldest
})

const REPORTS: [string, () => Promise<Report>][] = [
  ['province', () => must(by.call(provinceReport, { planId }))],
  ['region', () => must(by.call(regionReport, { planId, areaId: '330106' }))],
  ['school', () => must(by.call(schoolReport, { planId, orgId }))],
  ['grade', () => must(by.call(gradeReport, { planId, orgId, prefix: 1, gradeNo: eldest.gradeNo }))],
  ['class', () => must(by.call(classReport, { planId, classId: eldest.classId }))],
]

const DEGREES = /^(轻度|中度|重度|低度|高度|未分度)(人数|占比|率)?$/
const titlesOf = ({ sections }: Report) =>
  sections.flatMap(({ tables, charts }) => [
    ...tables.flatMap(({ columns }) =>
      columns.map(({ group, title }) => (group?.includes('预警') ? '' : title)),
    ),
    ...charts.flatMap(({ series }) => series.map(({ name }) => name)),
  ])

describe.each(REPORTS)('of a %s', (_kind, ask) => {
  test('it says 视力低常 throughout, the notes included', async () => {
    const report = await ask()
    expectReportRight(report)
    const { sections, notes } = report
    expect(JSON.stringify(sections.filter(({ id }) => id !== 'roster'))).not.toContain('视力不良')
    expect(notes.join('\n')).not.toContain('视力不良')
    expect(notes.join('\n')).toContain('足矫人数 ÷ 视力低常人数')
    expect(notes.filter((note) => note.startsWith('幼儿园视力低常：'))).toHaveLength(1)
  })

  test('it has no degrees', async () => {
    const report = await ask()
    expect(titlesOf(report).filter((title) => DEGREES.test(title))).toEqual([])
    const text = report.sections.flatMap(({ paragraphs }) => paragraphs).join('\n')
    expect(text).not.toMatch(/轻度|中度|重度|低度近视/)
    const tables = report.sections.flatMap(({ tables }) => tables.map(({ id }) => id))
    expect(tables.filter((id) => id.startsWith('myopia-degree'))).toEqual([])
    expect(tables.some((id) => id.startsWith('refraction-'))).toBe(true)
  })
})

test('with other schools it has both words, and degrees', async () => {
  const report = await must(by.call(regionReport, { planId: mixedId, areaId: '330106' }))
  expect(report.notes.join('\n')).toContain('视力不良：任一眼裸眼视力<5.0')
  expect(JSON.stringify(report.sections)).toContain('视力不良')
  expect(titlesOf(report).some((title) => DEGREES.test(title))).toBe(true)
})
