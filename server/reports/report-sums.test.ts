// Whatever was counted: in every table of every report the rows add up and the percents are those of the counts.
import { beforeAll, describe, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { enterResults } from '../testing/figure-results.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUser, must } from '../testing/people.ts'
import { recountRecords } from '../testing/recount.ts'
import { expectReportRight, expectWholes, rowNamed, tableNamed } from '../testing/reports/report-tables.ts'
import { measureRefraction } from '../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const node = useApp()
let world: FigureWorld
const by = demoUser(node, 'province01')
let ids: { primary: number; nine: number; kindergarten: number; classId: number }

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('reports'))
  // Most were measured for myopia.
  await measureRefraction(node.current, 'id % 5 <> 0')
  await node.current.sql('update warning set status = 1 + id % 4, due_on = due_on - 60 * (id % 3)::int')
  const primary = await orgIdOf(node.current, '330106-school-1')
  const [row] = await rowsOf<{ class_id: number }>(
    node.current,
    `select class_id from task_class where plan_id = $1 and school_org_id = $2 and grade_no = 3 order by class_no`,
    [world.planId, primary],
  )
  ids = {
    primary,
    nine: await orgIdOf(node.current, '330106-school-3'),
    kindergarten: await orgIdOf(node.current, '330106-school-0'),
    classId: row?.class_id ?? 0,
  }
})

type Row = Parameters<NonNullable<Parameters<typeof recountRecords>[2]>>[0]
async function counted(wanted: (row: Row) => boolean) {
  const of = (sex: 0 | 1 | 2) =>
    recountRecords(node.current, world.planId, (row) => wanted(row) && (sex === 0 || row.sex === sex))
  return { 0: await of(0), 1: await of(1), 2: await of(2) }
}

const { provinceReport, cityReport, regionReport, schoolReport, gradeReport, classReport } = reportEndpoints
const planId = () => world.planId
const CASES: [string, () => Promise<Report>, (row: Row) => boolean][] = [
  ['province', () => must(by.call(provinceReport, { planId: planId() })), () => true],
  [
    'city',
    () => must(by.call(cityReport, { planId: planId(), areaId: '330100' })),
    (row) => row.city_id === '330100',
  ],
  [
    'region',
    () => must(by.call(regionReport, { planId: planId(), areaId: '330106' })),
    (row) => row.region_id === '330106',
  ],
  [
    'school',
    () => must(by.call(schoolReport, { planId: planId(), orgId: ids.primary })),
    (row) => row.school_org_id === ids.primary,
  ],
  [
    'school of two stages',
    () => must(by.call(schoolReport, { planId: planId(), orgId: ids.nine })),
    (row) => row.school_org_id === ids.nine,
  ],
  [
    'kindergarten',
    () => must(by.call(schoolReport, { planId: planId(), orgId: ids.kindergarten })),
    (row) => row.school_org_id === ids.kindergarten,
  ],
  [
    'grade',
    () => must(by.call(gradeReport, { planId: planId(), orgId: ids.primary, prefix: 2, gradeNo: 3 })),
    (row) => row.school_org_id === ids.primary && row.grade_no === 3,
  ],
  [
    'class',
    () => must(by.call(classReport, { planId: planId(), classId: ids.classId })),
    (row) => row.class_id === ids.classId,
  ],
]

/** Warnings of children one by one: by level all of them, those in each state and the overdue ones. */
async function countedWarnings(wanted: (row: Row) => boolean) {
  const rows = await rowsOf<Row & { level: number; status: number; overdue: boolean }>(
    node.current,
    `select w.*, c.stage, c.grade_no, w.status < 3 and w.due_on < (now() at time zone 'Asia/Shanghai')::date as overdue
     from warning as w join task_class as c on c.task_id = w.task_id and c.class_id = w.class_id
     where w.plan_id = $1 and w.scope = 1 and w.ended is null`,
    [world.planId],
  )
  return [[3], [2], [1], [1, 2, 3]].map((levels) => {
    const own = rows.filter((row) => wanted(row) && levels.includes(row.level))
    const states = [1, 2, 3, 4].map((status) => own.filter((row) => row.status === status).length)
    return [own.length, ...states, own.filter(({ overdue }) => overdue).length]
  })
}

describe.each(CASES)('the report of a %s', (_name, ask, wanted) => {
  test('adds up, and is what a count of the records one by one gives', async () => {
    const report = await ask()
    expectReportRight(report)
    const all = await counted(wanted)
    expect(all[0].valid).toBeGreaterThan(0)
    expectWholes(report, all)
    const handled = tableNamed(report, 'follow-up-level').rows.map(({ values }) => [
      ...values.slice(0, 5),
      values[6],
    ])
    expect(handled).toEqual(await countedWarnings(wanted))
    expect(report.comparison).toBe('同比')
  })
})

test('so they do whatever the results are', async () => {
  const random = makeRandom('reports again')
  for (let round = 0; round < 3; round++) {
    await enterResults(node.current, world.planId, random)
    await enterResults(node.current, world.lastPlanId, random)
    await measureRefraction(node.current, `id % ${round + 2} = 0`)
    for (const [, ask, wanted] of CASES) {
      const report = await ask()
      expectReportRight(report)
      expectWholes(report, await counted(wanted))
    }
  }
})

test('the mean vision is that of all eyes measured', async () => {
  const report = await must(by.call(regionReport, { planId: world.planId, areaId: '330106' }))
  const all = (await counted((row) => row.region_id === '330106'))[0]
  const total = rowNamed(tableNamed(report, 'vision-stage'), '合计')
  expect(total['mean:nakedRight']).toBe(all.nakedRightSum / all.nakedRightEyes / 10)
  expect(total['mean:nakedLeft']).toBe(all.nakedLeftSum / all.nakedLeftEyes / 10)
})
