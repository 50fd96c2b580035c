// The end of a plan: once, however many nodes look at the clock; computed rows as reports have them at that moment.
import { beforeAll, expect, test } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { MetricName } from '#contract/assessment/metrics.ts'
import { METRIC_NAMES } from '#contract/assessment/metrics.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import {
  applicationOf,
  computedLeaf,
  evidenceLeaf,
  handIn,
  headOf,
  planOf,
  publishedPlan,
} from '../../testing/assessment/assessment-plans.ts'
import { makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, must, signedIn } from '../../testing/people.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { assessCandidates } = assessmentEndpoints

/** What the clock asks for every hour. */
async function hour(app = node.current) {
  await app.services.enqueue(app.db, 'assess.close', {})
  await app.runJobs()
}

const endYesterday = (assessId: number) =>
  node.current.sql(
    `update assess_plan set ends_on = current_date - 1, starts_on = current_date - 9 where id = ${assessId}`,
  )

let province: By
let city: By
let cityOrg: number
let planId: number
beforeAll(async () => {
  ;({ planId } = await makeFigureWorld(node.current, makeRandom('closing')))
  // The world writes records by themselves; saving a result also notes that the child was screened.
  await node.current.sql(`insert into student_screened select student_id, max(checked_on) from screening_record
    where checked_on is not null group by student_id on conflict do nothing`)
  province = await signedIn(node.current, 'province01')
  city = await signedIn(node.current, 'city01')
  cityOrg = await oneOf(node.current, "select org_id from app_user where account = 'city01'", [])
})

const points: Record<MetricName, number> = {
  completion: 20,
  validity: 10,
  retested: 10,
  onTime: 10,
  filed: 10,
  myopiaChange: 10,
  visited30: 5,
  visited90: 5,
}
const TREE = [
  headOf(
    's',
    METRIC_NAMES.map((metric) => computedLeaf(metric.toLowerCase(), points[metric], metric)),
  ),
  headOf('e', [evidenceLeaf('e1', 20)]),
]

async function start() {
  const candidates = await must(province.call(assessCandidates, { object: 1 }))
  const orgIds = candidates.map(({ orgId }) => orgId)
  expect(orgIds).toContain(cityOrg)
  const made = await publishedPlan(province, { object: 1, orgIds, indicators: TREE, screeningPlanId: planId })
  return { assessId: made.planId, applicationId: made.applicationOf.get(cityOrg) ?? 0 }
}

test('a computed row is the figure of the reports, for areas as for their schools', async () => {
  const { assessId, applicationId } = await start()
  const [area] = await rowsOf<{ cityId: string }>(
    node.current,
    'select city_id as "cityId" from org where id = $1',
    [cityOrg],
  )
  const areaId = area?.cityId ?? ''
  const { total } = await must(province.call(eyesightEndpoints.breakdown, { planId, areaId }))
  const rates = await must(province.call(eyesightEndpoints.indicatorTable, { planId, areaId }))
  await endYesterday(assessId)
  await hour()
  const { leaves, measuredFinal, planStatus } = await applicationOf(city, applicationId)
  expect({ measuredFinal, planStatus }).toEqual({ measuredFinal: true, planStatus: 2 })
  const of = (metric: MetricName) => leaves.find(({ measured }) => measured?.metric === metric)?.measured
  const parts = (metric: MetricName) => [of(metric)?.numerator, of(metric)?.denominator]
  expect(parts('completion')).toEqual([total.screened, total.pupils])
  expect(parts('validity')).toEqual([total.valid, total.screened])
  for (const [metric, indicator] of [
    ['visited30', 7],
    ['visited90', 8],
  ] as const) {
    const rate = rates.total.find((row) => row.indicator === indicator)
    expect(parts(metric)).toEqual([rate?.numerator, rate?.denominator])
  }
  const comparable = rates.totalComparable?.rates ?? rates.total
  const myopia = comparable.find(({ indicator }) => indicator === 0)
  expect(parts('myopiaChange')).toEqual([myopia?.numerator, myopia?.denominator])
  const { last, value, leftOut } = of('myopiaChange') ?? {}
  if (Math.min(last?.denominator ?? 0, myopia?.denominator ?? 0) < 30)
    expect({ value, leftOut }).toEqual({ value: null, leftOut: 'fewValid' })
  else expect(value).toBeCloseTo(myopia?.difference ?? Number.NaN, 9)
  const [known] = await rowsOf<{ students: number; filed: number; tasks: number; done: number }>(
    node.current,
    `select (select count(*)::int from student join class on class.id = student.class_id join org on org.id = class.org_id
        where org.city_id = $1 and class.stage < 6) as students,
      (select count(distinct student.id)::int from student join class on class.id = student.class_id
        join org on org.id = class.org_id join screening_record as r on r.student_id = student.id
        where org.city_id = $1 and class.stage < 6 and r.checked_on is not null) as filed,
      (select count(*)::int from task where plan_id = $2 and city_id = $1) as tasks,
      (select count(*)::int from retest join task on task.id = retest.task_id
        where task.plan_id = $2 and task.city_id = $1 and retest.entered_at is not null) as done`,
    [areaId, planId],
  )
  expect(parts('filed')).toEqual([known?.filed, known?.students])
  expect(of('onTime')?.denominator).toBe(known?.tasks)
  expect(of('retested')?.numerator).toBe(known?.done)
})

test('two nodes close a plan once, and who is typing is told and loses nothing', async () => {
  const { assessId, applicationId } = await start()
  await endYesterday(assessId)
  const late = await handIn(city, applicationId, { e1: 15 })
  expect(late).toMatchObject({ code: REFUSALS.notInThisState, message: expect.stringContaining('都已保存') })
  const other = await node.current.otherNode()
  await Promise.all([hour(), hour(other)])
  await Promise.all([hour(), hour(other)])
  const { events, version } = await planOf(province, assessId)
  expect(events.map(({ text }) => text)).toEqual([
    '读取系统指标，此后不再变化',
    '申报截止',
    expect.stringContaining('发布计划'),
    '新建计划',
  ])
  await hour()
  expect((await planOf(province, assessId)).version).toBe(version)
  const { list } = await must(city.call(messageEndpoints.inbox, {}))
  expect(list.filter(({ body }) => body.includes('本单位尚未提交') && body.includes('已截止'))).toHaveLength(
    2,
  )
  const { leaves, missed } = await applicationOf(city, applicationId)
  expect({ missed, score: leaves.find(({ leafKey }) => leafKey === 'e1')?.selfScore }).toEqual({
    missed: true,
    score: 15,
  })
})

test('units are reminded once before the end', async () => {
  const { assessId } = await start()
  await node.current.sql(`update assess_plan set ends_on = current_date + 2 where id = ${assessId}`)
  await hour()
  await hour()
  const { events } = await planOf(province, assessId)
  expect(events.filter(({ text }) => text.startsWith('提醒'))).toHaveLength(1)
})
