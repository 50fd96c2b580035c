// Whatever was measured in two plans a year apart, the warnings of units are those that a recount finds.
import { beforeAll, expect, test } from 'vitest'
import { SHIPPED_RULES, type WarningRule } from '#contract/warning/rules.ts'
import { makeRandom, type Random } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { randomResult, SET_RESULT } from '../../testing/figure-results.ts'
import { insertDirectSchool } from '../../testing/figure-world.ts'
import { rowsOf } from '../../testing/rows.ts'
import { expectUnitWarningsRight } from '../../testing/warnings/recount-unit-warnings.ts'
import { saveRules } from '../setting-queries.ts'

const node = useApp()
const SCHOOLS = [
  '330106-school-0',
  '330106-school-1',
  '330106-school-3',
  '330109-school-1',
  '330203-school-1',
]
const COLLEGE = '测试大专'
let planId = 0
let lastPlanId = 0
/** Its results are newer than those of the plan that is judged. */
let nextPlanId = 0
beforeAll(async () => {
  const app = node.current
  await insertDirectSchool(app, COLLEGE, '330100', 6)
  lastPlanId = await insertFigurePlan(app, { name: '上年', schoolYear: 2024, status: 3 })
  planId = await insertFigurePlan(app, { name: '本年', lastPlanId, open: true })
  for (const school of [...SCHOOLS.slice(1), COLLEGE])
    await insertList(app, await insertFigureTask(app, lastPlanId, school))
  for (const school of [...SCHOOLS, COLLEGE])
    await insertList(app, await insertFigureTask(app, planId, school))
  nextPlanId = await insertFigurePlan(app, { name: '其后', status: 3 })
  await insertList(app, await insertFigureTask(app, nextPlanId, SCHOOLS[1] ?? ''))
  await app.sql(
    `update plan set ends_on = '2025-01-01', starts_on = '2024-09-01' where id in (${lastPlanId}, ${nextPlanId})`,
  )
  // The schools of the tests are small.
  await app.sql(
    `update warning_rule set min_valid = case scope when 2 then 2 else 5 end where area_id = '' and scope > 1`,
  )
  await app.db.transaction().execute(async (tx) => {
    await saveRules(tx, '330109', STRICTER)
    await saveRules(tx, '330200', BY_STAGE)
  })
})

/** One district is stricter, with fewer results; a city looks at single stages. */
const units = SHIPPED_RULES.filter(({ scope }) => scope !== 1)
const STRICTER: WarningRule[] = units.map((rule) => ({ ...rule, minValid: 2, level: 3 }))
const BY_STAGE: WarningRule[] = [2, 3].flatMap((stage) =>
  units.map((rule) => ({
    ...rule,
    key: `${rule.key}-${stage}`,
    stage: stage as WarningRule['stage'],
    minValid: 3,
  })),
)

/** Results of some children of both plans, with other chances at each school; second examinations of some. */
async function changeResults(random: Random): Promise<void> {
  const records = await rowsOf<{ id: number; task_id: number; plan_id: number }>(
    node.current,
    'select id, task_id, plan_id from screening_record order by id',
  )
  const chances = new Map(
    records.map(({ task_id }) => [
      task_id,
      { poor: 0.3 + random.int(20) / 100, orthoK: random.int(40) / 100, seen: 0.2 + random.int(50) / 100 },
    ]),
  )
  const dayOf: Record<number, string> = {
    [lastPlanId]: '2024-10-0',
    [planId]: '2025-10-0',
    [nextPlanId]: '2025-11-0',
  }
  const results = records
    .filter(() => random.chance(0.7))
    .map(({ id, task_id, plan_id }) => {
      const { poor, orthoK, seen } = chances.get(task_id) ?? { poor: 0, orthoK: 0, seen: 0 }
      const result = randomResult(random)
      const day = dayOf[plan_id] ?? ''
      return {
        id,
        ...result,
        checked_on: result.checked_on && `${day}${1 + random.int(9)}`,
        poor_vision: random.chance(poor),
        glasses: random.chance(orthoK) ? 4 : 1,
        myopia: random.chance(plan_id === planId ? 0.08 : 0.05),
        visit_days: random.chance(seen) ? random.int(100) : null,
        se_right: random.chance(0.95) ? -500 : null,
        se_left: -500,
      }
    })
  await rowsOf(
    node.current,
    `update screening_record as r set ${SET_RESULT}, se_right = v.se_right, se_left = v.se_left
     from jsonb_populate_recordset(null::screening_record, $1::jsonb) as v where r.id = v.id`,
    [JSON.stringify(results)],
  )
  const again = records.filter(() => random.chance(0.06)).map(({ id }) => id)
  await rowsOf(node.current, 'delete from retest')
  await rowsOf(
    node.current,
    `insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at)
     select r.id, r.plan_id, r.task_id, t.school_org_id, 4, case when r.id % 5 = 0 then 1 else 0 end,
       case when r.id % 4 > 0 then now() end
     from screening_record r join task t on t.id = r.task_id where r.id = any ($1)`,
    [again],
  )
}

async function review(): Promise<void> {
  await node.current.services.enqueue(node.current.db, 'warning.review', {})
  await node.current.runJobs()
}

test('after random histories, far from the end of the plan, near it, and after it', {
  timeout: 300_000,
}, async () => {
  const random = makeRandom('unit warnings')
  const seen = new Set<string>()
  for (const days of [30, 4, 3, -1, -29, -30, -59, -31, 0, 10, -40]) {
    await changeResults(random)
    await node.current.sql(`update plan set status = ${days < 0 ? 3 : 2},
      ends_on = (now() at time zone 'Asia/Shanghai')::date + ${days} where id = ${planId}`)
    await review()
    expect(await expectUnitWarningsRight(node.current)).toBeGreaterThan(2)
    const reasons = await rowsOf<{ key: string }>(
      node.current,
      `select distinct scope || indicator as key from warning, unnest(indicators) as indicator where scope > 1`,
    )
    for (const { key } of reasons) seen.add(key)
    const versions = 'select id, version, changed_at from warning order by id'
    const before = await rowsOf(node.current, versions)
    await review()
    expect(await rowsOf(node.current, versions)).toEqual(before)
  }
  expect([...seen].sort()).toEqual(
    units
      .filter(({ indicator }) => indicator !== 'myopiaRisesAgain')
      .map(({ scope, indicator }) => `${scope}${indicator}`)
      .filter((key, at, all) => all.indexOf(key) === at)
      .sort(),
  )
})
