// Reports that compare plans, reports of empty plans, and the number of statements read.
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { enterResults } from '../testing/figure-results.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUser, must } from '../testing/people.ts'
import { recountRecords } from '../testing/recount.ts'
import {
  cellsOf,
  expectReportRight,
  rowNamed,
  tableNamed,
  tablesOf,
} from '../testing/reports/report-tables.ts'
import { measureRefraction } from '../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { changeText } from './sentences/rate-words.ts'

const node = useApp()
const random = makeRandom('plans of reports')
let world: FigureWorld
const province = demoUser(node, 'province01')
const region = demoUser(node, 'region01')
beforeAll(async () => {
  world = await makeFigureWorld(node.current, random)
  await measureRefraction(node.current)
})

const { provinceReport, cityReport, regionReport, schoolReport, gradeReport, classReport } = reportEndpoints
/** Schools with valid results in two plans. */
async function schoolsInBoth(...planIds: number[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    node.current,
    `select t.school_org_id as id from screening_record r join task t on t.id = r.task_id
     where r.plan_id = any ($1) and r.state = 2 group by 1 having count(distinct r.plan_id) = 2`,
    [planIds],
  )
  return rows.map(({ id }) => Number(id))
}

describe('compared with the previous plan', () => {
  test('both add up, and places whose schools differ say so', async () => {
    const report = await must(province.call(provinceReport, { planId: world.planId }))
    const now = await recountRecords(node.current, world.planId)
    const last = await recountRecords(node.current, world.lastPlanId)
    const both = await schoolsInBoth(world.planId, world.lastPlanId)
    const common = (row: { school_org_id: number }) => both.includes(Number(row.school_org_id))
    const nowCommon = await recountRecords(node.current, world.planId, common)
    const lastCommon = await recountRecords(node.current, world.lastPlanId, common)
    expect(nowCommon.valid).toBeLessThan(now.valid)
    const counted = (one: typeof now, other: typeof now) => ({
      valid: one.valid,
      rated: one.rated,
      myopia: one.myopia,
      poor: one.poor,
      'last.valid': other.valid,
      'last.rated': other.rated,
      'last.myopia': other.myopia,
    })
    for (const id of ['comparison-stage', 'comparison-unit']) {
      const table = tableNamed(report, id)
      expect(rowNamed(table, '全部（口径不一致）')).toMatchObject(counted(now, last))
      expect(rowNamed(table, `合计（两次都参加的${both.length}所学校）`)).toMatchObject(
        counted(nowCommon, lastCommon),
      )
    }
    const change = (one: typeof now, other: typeof now) =>
      (one.myopia * 100) / one.rated - (other.myopia * 100) / other.rated
    const text = report.sections.find(({ id }) => id === 'comparison')?.paragraphs ?? []
    expect(text[0]).toContain(`两次都参加的${both.length}所学校中，近视率由`)
    expect(text[0]).toContain(changeText(change(nowCommon, lastCommon)))
    expect(text[1]).toMatch(/^按全部参加单位计算（口径不一致，不宜作为成效依据）：近视率由/)
    expect(text[1]).toContain(changeText(change(now, last)))
    const [, effects = ''] = /近视率变化\S+?个百分点，其中(\S+?)；视力不良率/.exec(text[2] ?? '') ?? []
    const points = [...effects.matchAll(/[+-]?\d+\.\d\d/g)].map(([number]) => Number(number))
    expect(points).toHaveLength(3)
    expect(points.reduce((sum, each) => sum + each, 0)).toBeCloseTo(change(now, last), 1)
    expect((points[0] ?? 0) + (points[1] ?? 0)).toBeCloseTo(change(nowCommon, lastCommon), 1)
  })

  test('where no school has results in both, all are shown, and said to be incomparable', async () => {
    const lastPlanId = await insertFigurePlan(node.current, { name: '一所学校', schoolYear: 2023 })
    await insertList(node.current, await insertFigureTask(node.current, lastPlanId, '330106-school-1'))
    await enterResults(node.current, lastPlanId, random)
    const planId = await insertFigurePlan(node.current, { name: '别的学校', lastPlanId })
    await insertList(node.current, await insertFigureTask(node.current, planId, '330106-school-2'))
    const waiting = await must(region.call(regionReport, { planId }))
    expect(waiting.sections.find(({ id }) => id === 'comparison')?.isEmpty, 'before any result').toBe(true)
    await enterResults(node.current, planId, random)
    const report = await must(region.call(regionReport, { planId }))
    expect(tableNamed(report, 'comparison-stage').rows.at(-1)).toMatchObject({
      name: '合计',
      note: '口径不一致',
    })
  })

  test('who was there last time only is no part of what is compared', async () => {
    const planId = await insertFigurePlan(node.current, { name: '缩小的计划', lastPlanId: world.planId })
    await insertList(node.current, await insertFigureTask(node.current, planId, '330106-school-1'))
    await enterResults(node.current, planId, random)
    const report = await must(region.call(regionReport, { planId }))
    expectReportRight(report)
    const table = tableNamed(report, 'comparison-unit')
    expect(table.rows.map(({ name }) => name)).not.toContain('本次未参加的单位')
    const before = await recountRecords(node.current, world.planId, (row) => row.region_id === '330106')
    const own = await recountRecords(
      node.current,
      world.planId,
      (row) => row.task_id === world.tasks['330106-school-1'],
    )
    expect(rowNamed(table, '合计（两次都参加的1所学校）')).toMatchObject({ 'last.valid': own.valid })
    expect(rowNamed(table, '全部（口径不一致）')).toMatchObject({ 'last.valid': before.valid })
  })

  test('another season is 环比, other rules are noted', async () => {
    const spring = await insertFigurePlan(node.current, { name: '春季', season: 1, lastPlanId: world.planId })
    await insertList(node.current, await insertFigureTask(node.current, spring, '330106-school-1'))
    await enterResults(node.current, spring, random)
    await node.current.sql(
      `update plan set profile = jsonb_set(profile, '{myopiaOp}', '"<="') where id = ${spring}`,
    )
    const report = await must(region.call(regionReport, { planId: spring }))
    expect(report.comparison).toBe('环比')
    const section = report.sections.find(({ id }) => id === 'comparison')
    expect(section?.title).toBe('与上次计划环比')
    expect(section?.paragraphs.join('')).toContain('判定标准或检查项目不同')
    expect(report.notes.join('')).toContain('等效球镜≤-0.50D（同一眼）')
  })

  test('is left out on request', async () => {
    const report = await must(province.call(provinceReport, { planId: world.planId, lastPlanId: 0 }))
    expect(report).toMatchObject({ lastPlan: null, comparison: null })
    expect(tablesOf(report).filter(({ id }) => id.startsWith('comparison'))).toEqual([])
  })

  test('another plan may be named', async () => {
    const report = await must(
      region.call(regionReport, { planId: world.lastPlanId, lastPlanId: world.planId }),
    )
    expect(report.lastPlan?.planId).toBe(world.planId)
  })
})

test('the trend has the plans of the kind before, those judged otherwise marked', async () => {
  const survey = await insertFigurePlan(node.current, { name: '普查', schoolYear: 2023 })
  const oldest = await insertFigurePlan(node.current, { name: '最早', schoolYear: 2023 })
  for (const planId of [survey, oldest]) {
    await insertList(node.current, await insertFigureTask(node.current, planId, '330106-school-1'))
    await enterResults(node.current, planId, random)
  }
  await node.current.sql(`update plan set kind = 2 where id = ${survey};
    update plan set starts_on = '2023-09-01', profile = jsonb_set(profile, '{degrees}', '2') where id = ${oldest};
    update plan set starts_on = '2024-09-01' where id = ${world.lastPlanId}`)
  const report = await must(region.call(regionReport, { planId: world.planId }))
  const { rows } = tableNamed(report, 'trend-plan')
  expect(rows.map(({ name, note }) => [name, note])).toEqual([
    ['最早（2023-2024学年秋季）', '口径不一致、标准不同'],
    ['上年秋季筛查（2024-2025学年秋季）', '口径不一致'],
    ['本年秋季筛查（2025-2026学年秋季）', null],
  ])
  const [first] = rows
  const counted = await recountRecords(node.current, oldest)
  const cells = cellsOf(tableNamed(report, 'trend-plan'), first as never)
  expect(cells).toMatchObject({ schools: 1, expected: counted.expected, poor: counted.poor })
  expect(report.sections.at(-1)?.paragraphs[0]).toMatch(
    /^近3次秋季计划中，首末两次都参加的1所学校的近视率由.+；按全部参加单位计算（口径不一致），近视率由/,
  )
  const stages = tableNamed(report, 'trend-stage')
  expect(stages.rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  expect(stages.columns.map(({ group }) => group)).toEqual(
    ['小学', '初中'].flatMap((name) => [name, name, name]),
  )
  const primary = await recountRecords(node.current, oldest, (row) => row.stage === 2)
  expect(cellsOf(stages, stages.rows[0] as never)).toMatchObject({
    rated_2: primary.rated,
    myopia_2: primary.myopia,
    'myopia_2/rated_2': (primary.myopia * 100) / primary.rated,
    rated_3: 0,
    'myopia_3/rated_3': null,
  })
  const chart = report.sections.at(-1)?.charts.find(({ id }) => id === 'trend-stage-chart')
  expect(chart?.series.map(({ name }) => name)).toEqual(['小学', '初中'])
})

test('a plan without anything gives no figure and no fault', async () => {
  const planId = await insertFigurePlan(node.current, { name: '空计划' })
  const primary = await orgIdOf(node.current, '330106-school-1')
  await insertFigureTask(node.current, planId, '330106-school-1')
  const [row] = await rowsOf<{ class_id: number }>(
    node.current,
    'select class_id from task_class where plan_id = $1 and grade_no = 3 limit 1',
    [planId],
  )
  const reports = [
    await must(province.call(provinceReport, { planId })),
    await must(province.call(cityReport, { planId, areaId: '330200' })),
    await must(province.call(schoolReport, { planId, orgId: primary })),
    await must(province.call(gradeReport, { planId, orgId: primary, prefix: 2, gradeNo: 3 })),
    await must(province.call(classReport, { planId, classId: row?.class_id ?? 0 })),
  ]
  for (const report of reports) {
    expectReportRight(report)
    for (const table of tablesOf(report).filter(({ id }) => !id.startsWith('trend-'))) {
      for (const each of table.rows) {
        for (const [nth, { format }] of table.columns.entries()) {
          if (format === 'percent' || format === 'vision' || format === 'points') {
            expect(each.values[nth], `${table.id} ${each.name}`).toBeNull()
          }
        }
      }
    }
    expect(report.sections[0]?.paragraphs.join('')).toContain('尚无应筛学生')
  }
})

/** What begins and ends a moment, on one connection or two. */
const OF_THE_MOMENT = /^\s*(begin|start transaction|set transaction|commit|select pg_export_snapshot)/i
const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : (asked as { text: string }).text

test('a report is read by few statements, whatever its size', async () => {
  const primary = await orgIdOf(node.current, '330106-school-1')
  const counts: Record<string, number> = {}
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const count = async (name: string, answer: () => Promise<unknown>) => {
    await answer()
    query.mockClear()
    await answer()
    counts[name] = query.mock.calls.filter(([asked]) => !OF_THE_MOMENT.test(textOf(asked))).length
  }
  const { planId } = world
  await count('session', () => province.call(gradeReport, { planId: 0, prefix: 2, gradeNo: 3 }))
  await count('province', () => must(province.call(provinceReport, { planId })))
  await count('region', () => must(province.call(regionReport, { planId, areaId: '330106' })))
  await count('school', () => must(province.call(schoolReport, { planId, orgId: primary })))
  query.mockRestore()
  // In addition to the statements of every request (session of the caller).
  const own = (name: string) => (counts[name] ?? 0) - (counts.session ?? 0)
  const few = { province: 13, region: 14, school: 12 }
  for (const [name, most] of Object.entries(few))
    expect(own(name), JSON.stringify(counts)).toBeLessThanOrEqual(most)
})
