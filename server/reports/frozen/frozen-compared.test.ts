// Comparisons and custom reports can be frozen too; a reader who may see only one of the units may not read them.
import { beforeAll, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { frozenEndpoints } from '#contract/reports/frozen/frozen-endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUser, must, signedIn } from '../../testing/people.ts'
import { changesOf, figuresOf, freeze, openFrozen } from '../../testing/reports/frozen-reports.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'

const node = useApp()
let world: FigureWorld
const city = demoUser(node, 'city01')
const region = demoUser(node, 'region01')
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('frozen contrast'))
  await measureRefraction(node.current)
})

test('of plans: the unit that was left out is the own one, for every later reader', async () => {
  const planIds = `${world.planId},${world.lastPlanId}`
  const live = await must(region.call(reportEndpoints.contrastReport, { planIds }))
  const { reportNo } = await freeze(region, 'contrast', { planIds })
  expect(reportNo).toBe('DB-330106-2025-000001')
  const opened = await openFrozen(region, reportNo)
  expect(figuresOf(opened)).toEqual(figuresOf(live))
  // Enough to ask for the same again.
  expect(opened.frozen?.query).toEqual({ planIds: [world.planId, world.lastPlanId], areaId: '330106' })
  // Another reader's own unit is the city; made again it is the district's all the same.
  expect(figuresOf(await openFrozen(city, reportNo))).toEqual(figuresOf(live))
  expect(await changesOf(city, reportNo)).toMatchObject({ comparable: true, total: 0 })
})

test('of units: counts as the area that holds them all', async () => {
  const query = { planId: world.planId, unitIds: 'a330106,a330109' }
  const { reportNo } = await freeze(city, 'contrast', query)
  expect(reportNo).toBe('DB-330100-2025-000001')
  expect((await openFrozen(city, reportNo)).unit.key).toEqual({ areaId: '330100' })
  expect((await region.call(frozenEndpoints.frozenReport, { reportNo })).code).toBe(650)
  const { list } = await must(region.call(frozenEndpoints.frozenList, { kind: 'contrast' }))
  expect(list.map((row) => row.reportNo)).not.toContain(reportNo)
})

test('a custom one keeps the plan and the unit that were left to chance', async () => {
  const design = {
    name: '各校近视',
    dimension: 'school',
    indicators: ['valid', 'myopia/rated'],
    chart: 'none',
  }
  const live = await must(region.call(reportEndpoints.designPreview, design as never))
  const { reportNo } = await freeze(region, 'design', design)
  expect(reportNo).toBe('ZD-330106-2025-000001')
  const opened = await openFrozen(city, reportNo)
  expect(opened.unit).toEqual(live.unit)
  expect(opened.frozen?.query).toMatchObject({ ...design, planId: live.plan.planId, areaId: '330106' })
  expect(opened.sections.map(({ tables }) => tables)).toEqual(live.sections.map(({ tables }) => tables))
  expect(await changesOf(city, reportNo)).toMatchObject({ comparable: true, total: 0 })
  const school = await signedIn(node.current, 'school01')
  expect((await school.call(frozenEndpoints.frozenReport, { reportNo })).code).toBe(650)
})

test('one of the newest autumn can be compared with today: its plan is known by then', async () => {
  const design = { dimension: 'stage', indicators: ['valid'], chart: 'none', season: 2 }
  const { reportNo } = await freeze(region, 'design', design)
  expect(await changesOf(region, reportNo)).toMatchObject({ comparable: true, total: 0 })
})

test('is saved as a file like any other report', async () => {
  const query = { planId: world.planId, unitIds: 'a330106,a330109' }
  for (const format of ['docx', 'xlsx', 'pdf'] as const) {
    const file = await must(
      city.call(reportEndpoints.downloadReport, { report: { kind: 'contrast', query }, format }),
    )
    expect(file.fileName).toMatch(new RegExp(`对比报告_.+\\.${format}$`))
  }
  const foreign = { planId: world.planId, unitIds: 'a330106,a330203' }
  const refused = await city.call(reportEndpoints.downloadReport, {
    report: { kind: 'contrast', query: foreign },
    format: 'pdf',
  })
  expect(refused.code).toBe(616)
})
