// Suppression of small cells for callers without permission to see the students behind a number.
import { beforeAll, expect, test } from 'vitest'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUser, must } from '../../testing/people.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'
import { orgIdOf } from '../../testing/rows.ts'

const node = useApp()
const { breakdown, explainFigure, indicatorTable, planOverview } = figureEndpoints

let world: FigureWorld
const region = demoUser(node, 'region01')
const blind = demoUser(node, 'city01')
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('breakdown'))
  await forbidStudents(node.current, 'city01')
})

test('a caller without permission to see students gets progress but no findings of a handful', async () => {
  const query = { planId: world.planId, orgId: await orgIdOf(node.current, '330106-school-3') }
  const seen = await must(region.call(breakdown, query))
  const hidden = await must(blind.call(breakdown, query))
  const small = seen.rows.findIndex(({ counts }) => counts.valid > 0 && counts.valid < 5 && counts.poor)
  expect(small).toBeGreaterThanOrEqual(0)
  expect(hidden.rows[small]).toMatchObject({
    hidden: true,
    counts: {
      expected: seen.rows[small]?.counts.expected,
      valid: seen.rows[small]?.counts.valid,
      poor: null,
      myopia: null,
      referral: null,
    },
  })
  // The whole school has enough valid students, and a handful in the other denominators.
  const { valid, cariesChecked } = seen.total
  expect([valid >= 5, cariesChecked > 0 && cariesChecked < 5]).toEqual([true, true])
  expect(hidden).toMatchObject({ total: { valid, caries: null }, totalHidden: true })
  // The whole minus the shown places is the sum of several places and of more than a handful.
  const unknown = seen.rows.filter(
    ({ counts }, nth) => counts.valid > 0 && hidden.rows[nth]?.counts.poor === null,
  )
  expect(unknown.length).toBeGreaterThan(1)
  expect(unknown.reduce((sum, { counts }) => sum + counts.valid, 0)).toBeGreaterThanOrEqual(5)
  expect(seen.rows.some((each) => each.hidden) || seen.totalHidden).toBe(false)
})

test('a place that is hidden among its neighbours stays hidden from inside, and when it is explained', async () => {
  const { planId } = world
  // Of two schools of a district one is a handful: the other could be derived from the district minus that one.
  const schools = await must(region.call(breakdown, { planId }))
  const [first] = schools.rows.filter(({ counts }) => counts.valid > 0)
  const orgId = first?.unit.key.orgId ?? 0
  await node.current.sql(`update screening_record set state = 0 where task_id in (select id from task
    where plan_id = ${planId} and school_org_id = ${orgId}) and id not in (select id from screening_record r
      where r.state = 2 and r.task_id in (select id from task where plan_id = ${planId} and school_org_id = ${orgId})
      order by id limit 3)`)
  const areaId = schools.unit.key.areaId
  const table = await must(blind.call(breakdown, { planId, areaId }))
  const suppressed = table.rows.filter(({ counts }) => counts.poor === null)
  expect(suppressed.length).toBeGreaterThan(1)
  expect(suppressed.map(({ unit }) => unit.key.orgId)).toContain(orgId)
  // The district is decided on among the districts.
  expect(table).toMatchObject({ total: { poor: expect.any(Number) } })
  for (const { unit } of suppressed) {
    const inside = await must(blind.call(breakdown, { planId, ...unit.key }))
    expect(inside).toMatchObject({ totalHidden: true, total: { poor: null } })
    expect(inside.rows.every(({ counts }) => counts.valid === 0 || counts.poor === null)).toBe(true)
    const why = await must(blind.call(explainFigure, { planId, ...unit.key, counter: 'poor' }))
    expect(why).toMatchObject({ hidden: true, numerator: null, rate: null })
    const { rates } = (await must(blind.call(indicatorTable, { planId, areaId }))).rows.find(
      (row) => row.unit.key.orgId === unit.key.orgId,
    ) ?? { rates: [] }
    expect(rates[6]).toMatchObject({ hidden: true, numerator: null })
  }
  const overview = await must(blind.call(planOverview, { planId }))
  for (const parts of [overview.byStage, overview.byExecutor]) {
    const unknown = parts.filter(({ counts }) => counts.poor === null && counts.valid > 0)
    expect(unknown.length).not.toBe(1)
  }
})

test('a school that has moved since, and is not found among its neighbours, is suppressed entirely', async () => {
  const { planId } = world
  const { rows } = await must(blind.call(breakdown, { planId, areaId: '330100' }))
  const { orgId } =
    rows.find(({ unit, counts }) => unit.level === 'school' && counts.valid > 0)?.unit.key ?? {}
  expect(await must(blind.call(breakdown, { planId, orgId }))).toMatchObject({
    total: { poor: expect.any(Number) },
  })
  await node.current.sql(`update org set region_id = '330108' where id = ${orgId}`)
  try {
    const moved = await must(blind.call(breakdown, { planId, orgId }))
    expect(moved).toMatchObject({ totalHidden: true, total: { poor: null, referral: null } })
    expect(moved.rows.every(({ counts }) => counts.valid === 0 || counts.poor === null)).toBe(true)
  } finally {
    await node.current.sql(`update org set region_id = null where id = ${orgId}`)
  }
})
