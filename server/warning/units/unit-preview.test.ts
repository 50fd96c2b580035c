// What a draft of rules would warn of, and when units are judged.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { SHIPPED_RULES } from '#contract/warning/rules.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { must, signedIn } from '../../testing/people.ts'
import { oneOf } from '../../testing/rows.ts'
import { setSecondStepRules } from '../../testing/second-step.ts'
import { countAt, type Rest } from '../../testing/warnings/unit-counts.ts'

const node = useApp()
const [HERE, THERE] = ['330106-school-1', '330109-school-1']
let planId = 0
let lastPlanId = 0
beforeAll(async () => {
  const app = node.current
  lastPlanId = await insertFigurePlan(app, { name: '上年', schoolYear: 2024, status: 3 })
  planId = await insertFigurePlan(app, { name: '本年', lastPlanId })
  await app.sql(`update plan set ends_on = '2025-01-01', starts_on = '2024-09-01' where id = ${lastPlanId};
    update plan set ends_on = (now() at time zone 'Asia/Shanghai')::date + 30 where id = ${planId}`)
  for (const school of [HERE, THERE])
    for (const plan of [lastPlanId, planId]) await insertList(app, await insertFigureTask(app, plan, school))
})
beforeEach(() =>
  node.current.sql(`delete from warning; delete from figure; delete from warning_rule_set where area_id <> '';
    delete from job where kind = 'warning.review'`),
)

const count = (...given: Rest<typeof countAt>) => countAt(node.current, ...given)
async function review(): Promise<void> {
  await node.current.services.enqueue(node.current.db, 'warning.review', {})
  await node.current.runJobs()
}

test('a draft says how many units it would warn of, and changes nothing', async () => {
  await count(lastPlanId, HERE)
  await count(planId, HERE, { poor: 410 })
  await review()
  const district = await signedIn(node.current, 'region01')
  const preview = async (threshold: number) => {
    const rules = SHIPPED_RULES.filter(({ key }) => key === 'poor-vision-rise-2-school')
    const draft = rules.map((rule) => ({ ...rule, notify: [...rule.notify], threshold }))
    const found = await must(district.call(warningEndpoints.previewWarningSetting, { rules: draft }))
    const each = Object.fromEntries(found.rules.map(({ key, units }) => [key, units]))
    return [each['poor-vision-rise-1-school'], each['poor-vision-rise-2-school'], found.units, found.unitsNow]
  }
  expect(await preview(3)).toEqual([1, 0, 2, 2])
  expect(await preview(1)).toEqual([1, 1, 2, 2])
  await count(planId, HERE, { poor: 406 })
  expect(await preview(0.5)).toEqual([0, 1, 1, 2])
  expect(
    await oneOf(node.current, 'select count(*)::int from warning where scope > 1 and ended is null'),
  ).toBe(3)
})

test('saving does what a draft said, also where a district has stricter rules', async () => {
  await setSecondStepRules(node.current, [])
  const [district, province] = [
    await signedIn(node.current, 'region01'),
    await signedIn(node.current, 'province01'),
  ]
  const rules = (threshold: number) =>
    SHIPPED_RULES.filter(({ key }) => key === 'poor-vision-rise-1-school').map((rule) => ({
      ...rule,
      notify: [...rule.notify],
      threshold,
    }))
  await must(district.call(warningEndpoints.saveWarningSetting, { version: 0, rules: rules(0.5) }))
  for (const school of [HERE, THERE]) await count(lastPlanId, school)
  await count(planId, HERE, { poor: 405 })
  await count(planId, THERE, { poor: 415 })
  const said = await must(province.call(warningEndpoints.previewWarningSetting, { rules: rules(2) }))
  // The school of the stricter district, the other district, and the city of both.
  expect([said.rules.find(({ key }) => key === 'poor-vision-rise-1-school')?.units, said.units]).toEqual([
    1, 3,
  ])
  await must(province.call(warningEndpoints.saveWarningSetting, { version: 0, rules: rules(2) }))
  await node.current.runJobs()
  expect(
    await oneOf(node.current, 'select count(*)::int from warning where scope > 1 and ended is null'),
  ).toBe(3)
})

test('at the end of a plan its units are judged at once, and by one job; so they are when it is opened again', async () => {
  const open = await insertFigurePlan(node.current, { name: '到期', open: true })
  const orders = () =>
    oneOf(node.current, `select count(*)::int from job where kind = 'warning.review' and state = 'queued'`)
  const warned = () =>
    oneOf(
      node.current,
      `select count(*)::int from warning where plan_id = $1 and scope = 3 and ended is null and 'completion' = any (indicators)`,
      [open],
    )
  const yesterday = `(now() at time zone 'Asia/Shanghai')::date - 1`
  await node.current.sql(`update plan set ends_on = ${yesterday} where id = ${open}`)
  expect(await orders()).toBe(0)
  const other = await node.current.otherNode()
  await Promise.all([applyDueTransitions(node.current.db), applyDueTransitions(other.db)])
  expect(await orders()).toBe(1)
  await node.current.runJobs()
  expect(await warned()).toBeGreaterThan(0)
  await node.current.sql(
    `update plan set status = 2, ended_at = null, ends_on = ${yesterday} + 31 where id = ${open}`,
  )
  expect(await orders()).toBe(1)
  await node.current.runJobs()
  expect(await warned()).toBe(0)
})
