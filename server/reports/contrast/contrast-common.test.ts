// Two plans where not the same took part: what can be compared comes first, the crude change after it and named as such.
import { beforeAll, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { type FigureWorld, insertDirectSchool, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUser, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { cellsOf, expectReportRight, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'
import { orgIdOf } from '../../testing/rows.ts'

const node = useApp()
let world: FigureWorld
let spring = 0
const by = demoUser(node, 'province01')
const contrast = (query: Record<string, unknown>, who = by) =>
  must(who.call(reportEndpoints.contrastReport, query as never))
const paragraphs = (report: Report, id: string) =>
  report.sections.find((section) => section.id === id)?.paragraphs ?? []
const tableIds = (report: Report) => report.sections.flatMap(({ tables }) => tables.map(({ id }) => id))

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('common'))
  spring = await insertFigurePlan(node.current, { name: '春季筛查', season: 1 })
  await insertList(node.current, await insertFigureTask(node.current, spring, '330106-school-1'))
  await enterResults(node.current, spring, makeRandom('spring'))
})

async function schoolsInBoth(...planIds: number[]) {
  const found = await Promise.all(
    planIds.map(async (planId) => {
      const orgIds = new Set<number>()
      await recountRecords(node.current, planId, ({ state, school_org_id: orgId }) => {
        if (state === 2) orgIds.add(orgId)
        return false
      })
      return orgIds
    }),
  )
  const [first = new Set<number>(), ...others] = found
  return [...first].filter((orgId) => others.every((other) => other.has(orgId)))
}

test('an area: the schools of both plans, in sentences, tables and by stage', async () => {
  const { planId, lastPlanId } = world
  const orgIds = await schoolsInBoth(planId, lastPlanId)
  const common = `两次都参加的${orgIds.length}所学校`
  expect(orgIds.length).toBeGreaterThan(1)
  const report = await contrast({ planIds: `${planId},${lastPlanId}` })
  expectReportRight(report)
  const of = ({ school_org_id: orgId }: StoredRecord) => orgIds.includes(orgId)
  const now = await recountRecords(node.current, planId, of)
  const last = await recountRecords(node.current, lastPlanId, of)
  const table = tableNamed(report, 'contrast-common')
  const [one, other] = table.rows.map((row) => cellsOf(table, row))
  for (const [cells, counts] of [
    [one, now],
    [other, last],
  ] as const) {
    expect(cells).toMatchObject({
      valid: counts.valid,
      rated: counts.rated,
      myopia: counts.myopia,
      'myopia/rated': (counts.myopia * 100) / counts.rated,
      poor: counts.poor,
      referral: counts.referral,
    })
  }
  const [after, before] = [now, last].map(({ myopia, rated }) => (myopia * 100) / rated) as [number, number]
  const change = Math.abs(after - before).toFixed(2)
  const overview = paragraphs(report, 'overview')
  // Of the two only the later one is not over.
  const running = expect.stringMatching(/^2025-2026学年秋季正在进行，以下数据截至.+，完成率\d+\.\d\d%/)
  expect(report.cautions).toEqual([running, expect.stringContaining('请引用两次都参加的单位的变化')])
  expect(overview[1]).toEqual(running)
  expect(tableNamed(report, 'contrast-gap').notes.join('')).toContain('未四舍五入')
  const comparable = overview.findIndex((text) => text.startsWith(`${common}中，`))
  expect(overview[comparable]).toContain(
    `近视率${after.toFixed(2)}%，${after > before ? '高' : '低'}于2024-2025学年秋季${change}个百分点；视力不良率`,
  )
  const crude = overview.findIndex((text) => text.startsWith('按全部参加单位计算（口径不一致'))
  expect(crude).toBe(comparable + 1)
  // Not said of the crude change a second time without its name.
  expect(overview.filter((text) => text.includes('近视率')).length).toBe(2)

  const gaps = tableNamed(report, 'contrast-gap')
  expect(gaps.rows.map(({ name, note }) => [name, note])).toEqual([
    [`2024-2025学年秋季（${common}）`, null],
    ['上年秋季筛查', '口径不一致'],
  ])
  expect(rowNamed(gaps, `2024-2025学年秋季（${common}）`)).toMatchObject({
    'gap:myopia/rated': after - before,
    'gap:screened/expected': null,
  })

  const primary = await recountRecords(node.current, planId, (row) => of(row) && row.stage === 2)
  expect(rowNamed(tableNamed(report, 'contrast-common-stage-myopia'), '小学')).toMatchObject({
    't1.rated': primary.rated,
    't1.myopia': primary.myopia,
  })
  const stages = paragraphs(report, 'stages')
  expect(stages[0]).toMatch(/^两次都参加的\d所学校中，.*近视率与2024-2025学年秋季相比：/)
  expect(stages[2]).toMatch(/^按全部参加单位计算（口径不一致/)
  expect(paragraphs(report, 'correction')[0]).toMatch(/^两次都参加的\d所学校中，.*戴镜率/)
})

test('the same schools in both: nothing is said twice', async () => {
  const before = await insertFigurePlan(node.current, { name: '上年春季', schoolYear: 2024, season: 1 })
  await insertList(node.current, await insertFigureTask(node.current, before, '330106-school-1'))
  await enterResults(node.current, before, makeRandom('spring before'))
  expect(await schoolsInBoth(spring, before)).toHaveLength(1)
  const report = await contrast({ planIds: `${spring},${before}` })
  expect(tableIds(report).filter((id) => id.includes('common'))).toEqual([])
  expect(paragraphs(report, 'overview').join('')).not.toContain('按全部参加单位')
  expect(report.cautions?.join('')).not.toContain('口径不一致')
  expect(tableNamed(report, 'contrast-gap').rows).toHaveLength(1)
})

test('of three plans each of the others at the schools it shares with the first', async () => {
  const { planId, lastPlanId } = world
  const report = await contrast({ planIds: `${planId},${lastPlanId},${spring}` })
  expectReportRight(report)
  const inBoth = await schoolsInBoth(planId, lastPlanId)
  const said = paragraphs(report, 'overview').join('')
  expect(said).toContain(`2025-2026学年秋季与2024-2025学年秋季两次都参加的${inBoth.length}所学校中，`)
  expect(said).toContain('2025-2026学年秋季与2025-2026学年春季两次都参加的1所学校中，')
  const ofSpring = await recountRecords(node.current, spring)
  const table = tableNamed(report, 'contrast-common')
  expect(table.rows).toHaveLength(4)
  expect(cellsOf(table, table.rows[3] as never)).toMatchObject({
    valid: ofSpring.valid,
    myopia: ofSpring.myopia,
  })
})

test('a school: the grades with results in both', async () => {
  const { planId, lastPlanId } = world
  const orgId = await orgIdOf(node.current, '330106-school-1')
  const asked = { planIds: `${planId},${lastPlanId}`, orgId }
  expect(tableIds(await contrast(asked))).not.toContain('contrast-common')
  await node.current.sql(`update screening_record r set state = 0 from task_class t where r.task_id = t.task_id
    and r.class_id = t.class_id and t.plan_id = ${lastPlanId} and t.school_org_id = ${orgId} and t.grade_no = 1`)
  const report = await contrast(asked)
  expectReportRight(report)
  const table = tableNamed(report, 'contrast-common')
  const now = await recountRecords(
    node.current,
    planId,
    (row) => row.school_org_id === orgId && row.grade_no !== 1,
  )
  expect(cellsOf(table, table.rows[0] as never)).toMatchObject({ valid: now.valid, myopia: now.myopia })
  expect(paragraphs(report, 'overview').join('')).toContain('两次都有结果的年级中，')
})

test('a handful at a school of one plan is not given away to who may not see students', async () => {
  const areaId = '330100'
  const gone = '杭州市已撤并学校'
  await insertDirectSchool(node.current, gone, areaId)
  const last = await insertFigurePlan(node.current, { name: '上年', schoolYear: 2024, status: 3 })
  const now = await insertFigurePlan(node.current, { name: '本年', lastPlanId: last })
  const goneTask = await insertFigureTask(node.current, last, gone)
  const tasks = [
    goneTask,
    await insertFigureTask(node.current, last, '330106-school-1'),
    await insertFigureTask(node.current, now, '330106-school-1'),
  ]
  for (const taskId of tasks) await insertList(node.current, taskId)
  const examine = (where: string) =>
    node.current.sql(`update screening_record set state = 2, checked_on = '2025-10-08', naked_right = 49,
      naked_left = 49, se_right = -100, se_left = -100 where plan_id in (${now}, ${last}) and ${where}`)
  await examine(`task_id <> ${goneTask}`)
  await examine(`id in (select id from screening_record where task_id = ${goneTask} order by id limit 3)`)
  await forbidStudents(node.current, 'city01')
  const asked = { planIds: `${now},${last}`, areaId }
  const blind = demoUser(node, 'city01')
  expect(tableIds(await contrast(asked, blind))).not.toContain('contrast-common')
  expect(tableIds(await contrast(asked))).toContain('contrast-common')
})
