// Plans and units side by side: each of them is what its own report says.
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report, ReportValue } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUser, must, signedIn } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { cellsOf, expectReportRight, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const random = makeRandom('contrast')
let world: FigureWorld
let third: number
const by = demoUser(node, 'province01')
let ids: { primary: number; other: number; nine: number; kindergarten: number; classes: number[] }

beforeAll(async () => {
  world = await makeFigureWorld(node.current, random)
  third = await insertFigurePlan(node.current, { name: '春季筛查', season: 1 })
  await insertList(node.current, await insertFigureTask(node.current, third, '330106-school-1'))
  await enterResults(node.current, third, random)
  await node.current.sql(`update screening_record set se_right = -1250, se_left = 125 where id % 5 <> 0 and state <> 0;
    update plan set profile = jsonb_set(profile, '{degrees}', '2') where id = ${third}`)
  const primary = await orgIdOf(node.current, '330106-school-1')
  const rows = await rowsOf<{ class_id: number }>(
    node.current,
    `select class_id from task_class where plan_id = $1 and school_org_id = $2 and grade_no = 3 order by class_no`,
    [world.planId, primary],
  )
  ids = {
    primary,
    other: await orgIdOf(node.current, '330109-school-1'),
    nine: await orgIdOf(node.current, '330106-school-3'),
    kindergarten: await orgIdOf(node.current, '330106-school-0'),
    classes: rows.map(({ class_id }) => class_id),
  }
})

const { contrastReport, provinceReport, cityReport, regionReport, schoolReport, gradeReport, classReport } =
  reportEndpoints
const contrast = (query: Record<string, unknown>, who = by) => who.call(contrastReport, query as never)
const text = (report: Report, id: string) =>
  report.sections.find((section) => section.id === id)?.paragraphs.join('') ?? ''
const notesOf = (report: Report, id = 'contrast-main') =>
  tableNamed(report, id).rows.map(({ name, note }) => [name, note])

/** Every cell of a row that the other table has under the same key is the same there. */
function expectSame(cells: Record<string, ReportValue>, fixed: Record<string, ReportValue>, prefix = '') {
  const shared = Object.keys(fixed).filter((key) => `${prefix}${key}` in cells)
  expect(shared.length).toBeGreaterThan(2)
  expect(Object.fromEntries(shared.map((key) => [key, cells[`${prefix}${key}`]]))).toEqual(
    Object.fromEntries(shared.map((key) => [key, fixed[key]])),
  )
}

/** By the tables' tails: stage of areas, grade of schools, class of grades, sex of classes. */
function expectRowsOf(
  report: Report,
  nth: number,
  fixed: Report,
  breakdown: 'stage' | 'grade' | 'class' | 'sex',
) {
  const whole = (id: string) => {
    const table = tableNamed(fixed, `${id}-${breakdown}`)
    return cellsOf(table, table.rows.at(-1) as never)
  }
  const row = (id: string) => {
    const table = tableNamed(report, id)
    return cellsOf(table, table.rows[nth] as never)
  }
  for (const id of ['myopia', 'vision', 'warning']) expectSame(row('contrast-main'), whole(id))
  if (breakdown !== 'sex') expectSame(row('contrast-sex'), whole('myopia-by-sex'))
  expectSame(row('contrast-correction'), whole('correction'))
  expectSame(row('contrast-warning'), whole('warning'))
  if (breakdown !== 'stage') return
  const stages = tableNamed(fixed, 'myopia-stage')
  for (const { name } of stages.rows) {
    expectSame(
      rowNamed(tableNamed(report, 'contrast-stage-myopia'), name),
      rowNamed(stages, name),
      `t${nth + 1}.`,
    )
  }
}

describe('units of one plan', () => {
  test('areas: every column is that of the own report, and they add up', async () => {
    const { planId } = world
    const report = await must(contrast({ planId, unitIds: 'a330106,a330109,a330203' }))
    expectReportRight(report)
    expect(report).toMatchObject({ kind: 'contrast', lastPlan: null, plan: { planId } })
    expect(report.title).toMatch(/2025-2026学年秋季儿童青少年视力筛查对比报告$/)
    // With several stages findings have a highest and a lowest by stage alone.
    const highest = report.sections.flatMap(({ id, paragraphs }) =>
      id === 'stages' ? [] : paragraphs.filter((sentence) => /最高的是/.test(sentence)),
    )
    expect(highest).toEqual([expect.stringContaining('完成率最高的是')])
    for (const [nth, areaId] of ['330106', '330109', '330203'].entries()) {
      expectRowsOf(report, nth, await must(by.call(regionReport, { planId, areaId })), 'stage')
    }
    const all = await recountRecords(node.current, planId, (row) =>
      ['330106', '330109', '330203'].includes(row.region_id ?? ''),
    )
    expect(rowNamed(tableNamed(report, 'contrast-main'), '合计')).toMatchObject({
      expected: all.expected,
      valid: all.valid,
      myopia: all.myopia,
    })
  })

  test('cities with schools of their own; provinces are not comparable with cities', async () => {
    const { planId } = world
    const report = await must(contrast({ planId, unitIds: 'a330100,a330200' }))
    expectReportRight(report)
    expectRowsOf(report, 0, await must(by.call(cityReport, { planId, areaId: '330100' })), 'stage')
    const mixed = await contrast({ planId, unitIds: 'a330100,a330106' })
    expect([mixed.code, mixed.message]).toEqual([700, '请选择同一级别的单位'])
  })

  test('schools, and what of other stages cannot be compared', async () => {
    const { planId } = world
    const { primary, other, kindergarten } = ids
    const same = await must(contrast({ planId, unitIds: `s${primary},s${other}` }))
    expectReportRight(same)
    expect(notesOf(same).map(([, note]) => note)).toEqual([null, null, null])
    for (const [nth, orgId] of [primary, other].entries()) {
      expectRowsOf(same, nth, await must(by.call(schoolReport, { planId, orgId })), 'grade')
    }
    const differing = await must(contrast({ planId, unitIds: `s${primary},s${kindergarten},s${other}` }))
    expectReportRight(differing)
    expect(notesOf(differing).map(([, note]) => note)).toEqual([null, '学段不同', null, null])
    expect(text(differing, 'overview')).toContain('总体比率不能直接比较')
    expect(differing.notes.join('')).toContain('“学段不同”')
  })

  test('grades of two schools and of one', async () => {
    const { planId } = world
    const { primary, other } = ids
    const report = await must(contrast({ planId, unitIds: `g${primary}-2-3,g${other}-2-3` }))
    expectReportRight(report)
    const fixed = await must(by.call(gradeReport, { planId, orgId: other, prefix: 2, gradeNo: 3 }))
    expectRowsOf(report, 1, fixed, 'class')
    expect(notesOf(report)[0]?.[0]).toMatch(/学校?.*三年级$/)
    const years = await must(contrast({ planId, unitIds: `g${primary}-2-3,g${primary}-2-4` }))
    expect(notesOf(years)).toEqual([
      ['三年级', null],
      ['四年级', '年级不同'],
      ['合计', null],
    ])
    expect((await contrast({ planId, unitIds: `g${primary}-2-3,g${primary}-3-1` })).code).toBe(650)
  })

  test('classes', async () => {
    const { planId } = world
    const [one, two] = ids.classes
    const report = await must(contrast({ planId, unitIds: `c${one},c${two}` }))
    expectReportRight(report)
    expectRowsOf(report, 1, await must(by.call(classReport, { planId, classId: two ?? 0 })), 'sex')
    expect((await contrast({ planId, unitIds: `c${one},c999999` })).code).toBe(650)
  })
})

describe('plans of one unit', () => {
  const reports: [
    string,
    () => Record<string, unknown>,
    (planId: number) => Promise<Report>,
    'stage' | 'grade' | 'class' | 'sex',
  ][] = [
    ['province', () => ({}), (planId) => must(by.call(provinceReport, { planId })), 'stage'],
    [
      'region',
      () => ({ areaId: '330106' }),
      (planId) => must(by.call(regionReport, { planId, areaId: '330106' })),
      'stage',
    ],
    [
      'school',
      () => ({ orgId: ids.primary }),
      (planId) => must(by.call(schoolReport, { planId, orgId: ids.primary })),
      'grade',
    ],
    [
      'grade',
      () => ({ orgId: ids.primary, prefix: 2, gradeNo: 3 }),
      (planId) => must(by.call(gradeReport, { planId, orgId: ids.primary, prefix: 2, gradeNo: 3 })),
      'class',
    ],
    [
      'class',
      () => ({ classId: ids.classes[0] }),
      (planId) => must(by.call(classReport, { planId, classId: ids.classes[0] ?? 0 })),
      'sex',
    ],
  ]
  test.each(reports)(
    'of a %s: every row is that of the own report',
    async (_name, unit, fixed, breakdown) => {
      const plans = [world.planId, world.lastPlanId, third]
      const report = await must(contrast({ planIds: plans.join(','), ...unit() }))
      expectReportRight(report)
      expect(report.title).toContain('3次计划')
      for (const [nth, planId] of plans.entries()) expectRowsOf(report, nth, await fixed(planId), breakdown)
      expect(tableNamed(report, 'contrast-main').rows).toHaveLength(3)
    },
  )

  test('say where schools, rules and seasons differ', async () => {
    const { planId, lastPlanId } = world
    const report = await must(contrast({ planIds: `${planId},${lastPlanId},${third}` }))
    expect(notesOf(report)).toEqual([
      ['本年秋季筛查', null],
      ['上年秋季筛查', '口径不一致'],
      ['春季筛查', '口径不一致、标准不同'],
    ])
    const overview = text(report, 'overview')
    const [now, last, spring] = ['2025-2026学年秋季', '2024-2025学年秋季', '2025-2026学年春季']
    expect(overview).toContain(
      `“本年秋季筛查”（${now}）、“上年秋季筛查”（${last}）、“春季筛查”（${spring}），以${now}为基准`,
    )
    expect(overview).toContain(`${now}与${last}为同比，与${spring}为环比`)
    expect(overview).toContain(
      `${last}、${spring}与${now}的参加单位不完全相同（口径不一致；有有效结果的学校：${now}8所、${last}3所、${spring}1所）`,
    )
    expect(overview).toContain(`${spring}与${now}的判定标准或检查项目不同（标准不同）`)
    expect(Object.fromEntries(notesOf(report, 'contrast-stage-myopia'))).toMatchObject({
      幼儿园: '口径不一致',
    })
    const alike = await must(contrast({ planIds: `${planId},${lastPlanId}`, areaId: '330203' }))
    expect(notesOf(alike).map(([, note]) => note)).toEqual([null, null])
    expect(text(alike, 'overview')).not.toContain('口径不一致')
    expect(alike).toMatchObject({ comparison: '同比', lastPlan: { planId: lastPlanId } })
    const single = await must(contrast({ planIds: `${planId},${third}`, orgId: ids.nine }))
    expect(notesOf(single)[1]).toEqual(['春季筛查', '口径不一致、标准不同'])
    expect(text(single, 'overview')).toContain('2025-2026学年春季没有有效的检查结果，不参加比较')
  })

  test('the first against the others, in 百分点', async () => {
    const { planId, lastPlanId } = world
    const report = await must(contrast({ planIds: `${planId},${lastPlanId}` }))
    const main = tableNamed(report, 'contrast-main').rows.map((row) =>
      cellsOf(tableNamed(report, 'contrast-main'), row),
    )
    const [now, last] = main.map((cells) => Number(cells['myopia/rated']))
    const gap = rowNamed(tableNamed(report, 'contrast-gap'), '上年秋季筛查')['gap:myopia/rated']
    expect(gap).toBe((now ?? 0) - (last ?? 0))
    const points = Math.abs((now ?? 0) - (last ?? 0)).toFixed(2)
    expect(text(report, 'overview')).toContain(`2024-2025学年秋季${points}个百分点`)
  })
})

test('second examinations are counted with what they belong to', async () => {
  const { planId, tasks } = world
  await node.current.sql(`insert into retest (record_id, plan_id, task_id, school_org_id, entered_at, items, errors)
    select r.id, r.plan_id, r.task_id, ${ids.primary}, now(), 4, 1 from screening_record r
    where r.task_id = ${tasks['330106-school-1']} and r.class_id = ${ids.classes[0]} and r.state = 2 limit 3`)
  const retested = (report: Report) => {
    const table = tableNamed(report, 'contrast-main')
    return table.rows.map((row) => cellsOf(table, row).retested)
  }
  const units = `s${ids.primary},s${ids.other}`
  expect(retested(await must(contrast({ planId, unitIds: units })))).toEqual([3, 0, 3])
  expect(retested(await must(contrast({ planId, unitIds: 'a330106,a330109' })))).toEqual([3, 0, 3])
  const [one, two] = ids.classes
  const classes = await must(contrast({ planId, unitIds: `c${two},c${one}` }))
  expect(retested(classes)).toEqual([0, 3, 3])
  const cells = cellsOf(
    tableNamed(classes, 'contrast-main'),
    tableNamed(classes, 'contrast-main').rows[1] as never,
  )
  expect(cells).toMatchObject({ retestItems: 12, retestErrors: 3, 'retestErrors/retestItems': 25 })
  expectReportRight(classes)
})

test('nothing counted gives no figure and no fault', async () => {
  const empty = await insertFigurePlan(node.current, { name: '空计划' })
  const none = await insertFigurePlan(node.current, { name: '空计划' })
  await insertFigureTask(node.current, empty, '330106-school-1')
  const report = await must(contrast({ planIds: `${empty},${none}` }))
  expectReportRight(report)
  expect(text(report, 'overview')).toContain('均没有有效的检查结果')
  // Two plans of the same name get distinct names.
  expect(new Set(notesOf(report).map(([name]) => name)).size).toBe(2)
  expectReportRight(await must(contrast({ planId: empty, unitIds: `s${ids.primary},s${ids.other}` })))
})

test('a dozen statements at most, whatever is compared', async () => {
  const { planId, lastPlanId } = world
  await forbidStudents(node.current, 'city01')
  const blind = await signedIn(node.current, 'city01')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const count = async (asked: Record<string, unknown>, who = by) => {
    await contrast(asked, who)
    query.mockClear()
    await contrast(asked, who)
    return query.mock.calls.length
  }
  const session = await count({ planIds: '0,1' })
  const [one, two] = ids.classes
  const counts = {
    plans: await count({ planIds: `${planId},${lastPlanId},${third}`, areaId: '330106' }),
    areas: await count({ planId, unitIds: 'a330106,a330109,a330203' }),
    schools: await count({
      planId,
      unitIds: `s${ids.primary},s${ids.other},s${ids.nine},s${ids.kindergarten}`,
    }),
    classes: await count({ planId, unitIds: `c${one},c${two}` }),
    blindPlans: await count({ planIds: `${planId},${lastPlanId}`, classId: one }, blind),
    blindClasses: await count({ planId, unitIds: `c${one},c${two}` }, blind),
  }
  query.mockRestore()
  for (const [name, total] of Object.entries(counts)) {
    expect(total - session, `${name} of ${JSON.stringify(counts)}`).toBeLessThanOrEqual(14)
  }
})
