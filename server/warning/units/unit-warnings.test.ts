// Warnings of schools and areas at the limits of their rules, and through their life.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SHIPPED_RULES } from '#contract/warning/rules.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'
import { countAt, knowChildren, type Rest, retestSome } from '../../testing/warnings/unit-counts.ts'
import { saveRules } from '../setting-queries.ts'

const node = useApp()
const [HERE, THERE] = ['330106-school-1', '330109-school-1']
let planId = 0
let lastPlanId = 0
beforeAll(async () => {
  const app = node.current
  lastPlanId = await insertFigurePlan(app, { name: '上年', schoolYear: 2024, status: 3 })
  planId = await insertFigurePlan(app, { name: '本年', lastPlanId })
  await app.sql(`update plan set ends_on = '2025-01-01', starts_on = '2024-09-01' where id = ${lastPlanId}`)
  for (const school of [HERE, THERE])
    for (const plan of [lastPlanId, planId]) await insertList(app, await insertFigureTask(app, plan, school))
})
beforeEach(async () => {
  await endsIn(30)
  await node.current.sql(`delete from warning; delete from class_at_risk; delete from retest;
    delete from job where kind = 'warning.review'; delete from figure;
    delete from warning_rule_set where area_id <> ''`)
})

const endsIn = (days: number) =>
  node.current.sql(
    `update plan set ends_on = (now() at time zone 'Asia/Shanghai')::date + ${days} where id = ${planId}`,
  )
async function review(): Promise<void> {
  await node.current.services.enqueue(node.current.db, 'warning.review', {})
  await node.current.runJobs()
}

const count = (...given: Rest<typeof countAt>) => countAt(node.current, ...given)
const retest = (done: number, errors: number) => retestSome(node.current, planId, done, errors)

/** The level of the warnings that count, by scope. */
async function levels(): Promise<Record<number, number>> {
  const rows = await rowsOf<{ scope: number; level: number }>(
    node.current,
    `select scope, max(level) as level from warning where scope > 1 and ended is null and plan_id = $1
     group by scope order by scope`,
    [planId],
  )
  return Object.fromEntries(rows.map(({ scope, level }) => [scope, level]))
}

describe('a rise of the rate of poor vision', () => {
  test.each([
    [0.9, {}],
    [1.0, { 3: 1, 4: 1, 5: 1 }],
    [2.9, { 3: 1, 4: 1, 5: 1 }],
    [3.0, { 3: 2, 4: 2, 5: 2 }],
    [4.9, { 3: 2, 4: 2, 5: 2 }],
    [5.0, { 3: 3, 4: 3, 5: 3 }],
    [-5.0, {}],
  ])('by %s percentage points', async (points, expected) => {
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 400 + points * 10 })
    await review()
    expect(await levels()).toEqual(expected)
  })

  test('of a city is that of the schools with results in both plans together', async () => {
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 418 })
    await count(planId, THERE, { poor: 900 })
    await review()
    expect(await levels()).toEqual({ 3: 1, 4: 1, 5: 1 })
    await count(lastPlanId, THERE, { poor: 900 })
    await review()
    expect(await levels()).toEqual({ 3: 1, 4: 1 })
  })

  test('is not judged by fewer than thirty results, this year or last', async () => {
    await count(lastPlanId, HERE, { valid: 30, poor: 10 })
    await count(planId, HERE, { valid: 29, poor: 20 })
    await review()
    expect(await levels()).toEqual({})
    await count(planId, HERE, { valid: 30, poor: 20 })
    await review()
    expect(await levels()).toEqual({ 3: 3, 4: 3, 5: 3 })
    await count(lastPlanId, HERE, { valid: 29, poor: 10 })
    await review()
    expect(await levels()).toEqual({})
  })

  test('needs a plan of the same season a school year before', async () => {
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 500 })
    for (const [season, year] of [
      [1, 2024],
      [2, 2023],
    ]) {
      await node.current.sql(
        `update plan set season = ${season}, school_year = ${year} where id = ${lastPlanId}`,
      )
      await review()
      expect(await levels()).toEqual({})
    }
    await node.current.sql(`update plan set season = 2, school_year = 2024 where id = ${lastPlanId}`)
  })

  test('in an area with stricter rules; the city above has its own', async () => {
    const rules = SHIPPED_RULES.filter(({ indicator }) => indicator === 'poorVisionRise')
    await node.current.db.transaction().execute((tx) =>
      saveRules(
        tx,
        '330106',
        rules.map((rule) => ({ ...rule, threshold: rule.threshold / 2 })),
      ),
    )
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 405 })
    await review()
    expect(await levels()).toEqual({ 3: 1, 4: 1 })
  })

  test('of one stage, where a rule names it', async () => {
    const rules = SHIPPED_RULES.filter(({ key }) => key === 'poor-vision-rise-1-school')
    await node.current.db.transaction().execute((tx) =>
      saveRules(
        tx,
        '330106',
        rules.map((rule) => ({ ...rule, stage: 3 })),
      ),
    )
    for (const plan of [lastPlanId, planId]) await count(plan, HERE, {}, 3)
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 500 })
    await review()
    expect(await levels()).toEqual({ 5: 3 })
    await count(planId, HERE, { poor: 410 }, 3)
    await review()
    expect((await levels())[3]).toBe(1)
  })

  test('leaves colleges out of what is about all stages', async () => {
    for (const plan of [lastPlanId, planId]) await count(plan, HERE)
    await count(lastPlanId, HERE, {}, 6)
    await count(planId, HERE, { poor: 900 }, 6)
    await review()
    expect(await levels()).toEqual({})
  })
})

describe('the yearly target of areas', () => {
  const myopic = (plan: number, myopia: number, rated = 1000) => count(plan, HERE, { rated, myopia })
  const reasons = async (areaScope: number) =>
    (
      await rowsOf<{ indicators: string[]; level: number }>(
        node.current,
        'select indicators, level from warning where scope = $1 and ended is null',
        [areaScope],
      )
    ).map(({ indicators, level }) => [level, ...indicators].join(' '))

  test.each([
    [495, []],
    [496, ['1 myopiaDrop']],
    [500, ['1 myopiaDrop']],
    [501, ['2 myopiaRise']],
  ])('myopia from 500 to %i of a thousand', async (now, expected) => {
    await myopic(lastPlanId, 500)
    await myopic(planId, now)
    await review()
    expect([await reasons(4), await reasons(5), await reasons(3)]).toEqual([expected, expected, []])
  })

  test('risen two years running', async () => {
    const earlierPlanId = await insertFigurePlan(node.current, { name: '前年', schoolYear: 2023, status: 3 })
    await node.current.sql(`update plan set ends_on = '2024-01-01', starts_on = '2023-09-01' where id = ${earlierPlanId};
      update plan set last_plan_id = ${earlierPlanId} where id = ${lastPlanId}`)
    await myopic(lastPlanId, 500)
    await myopic(planId, 501)
    for (const [earlier = 0, expected] of [
      [499, ['3 myopiaRise myopiaRisesAgain']],
      [500, ['2 myopiaRise']],
      [501, ['2 myopiaRise']],
    ] as const) {
      await myopic(earlierPlanId, earlier)
      await review()
      expect(await reasons(4)).toEqual(expected)
    }
    await node.current.sql(`update plan set last_plan_id = null where id = ${lastPlanId}`)
  })

  test('is not judged where plans call other eyes myopic, nor by fewer than thirty', async () => {
    await myopic(lastPlanId, 10, 30)
    await myopic(planId, 20, 29)
    await review()
    expect(await reasons(4)).toEqual([])
    await myopic(planId, 20, 30)
    await review()
    expect(await reasons(4)).toEqual(['2 myopiaRise'])
    const setOperator = (operator: string) =>
      node.current.sql(
        `update plan set profile = profile || '{"myopiaOp": "${operator}"}' where id = ${lastPlanId}`,
      )
    await setOperator('<=')
    await review()
    expect(await reasons(4)).toEqual([])
    await setOperator('<')
  })
})

test('more ortho-K lenses are a warning only where the rate of poor vision fell', async () => {
  await count(lastPlanId, HERE)
  await count(planId, HERE, { ortho_k: 10 })
  await review()
  expect(await levels()).toEqual({})
  await count(planId, HERE, { ortho_k: 10, poor: 399 })
  await review()
  expect(await levels()).toEqual({ 3: 1, 4: 1, 5: 1 })
  await count(planId, HERE, { ortho_k: 9, poor: 399 })
  await review()
  expect(await levels()).toEqual({})
})

describe('the work of a plan', () => {
  const indicators = async () =>
    (
      await rowsOf<{ indicators: string[] }>(
        node.current,
        'select indicators from warning where scope = 3 and ended is null',
      )
    ).flatMap((row) => row.indicators)

  test.each([
    ['completion', { screened: 949, valid: 949 }, 50, 0, ['completion']],
    ['completion', { screened: 950, valid: 950 }, 50, 0, []],
    ['completion of a school where nobody was examined', { screened: 0, valid: 0 }, 0, 0, ['completion']],
    ['validity', { valid: 949 }, 50, 0, ['validity']],
    ['validity', { valid: 950 }, 50, 0, []],
    ['second examinations', {}, 49, 0, ['retested']],
    ['second examinations', {}, 50, 0, []],
    ['errors', {}, 50, 10, []],
    ['errors', {}, 50, 11, ['retestErrors']],
  ])('%s %o with %i of them and %i errors', async (_, counted, done, errors, expected) => {
    await count(planId, HERE, counted)
    await retest(done, errors)
    await endsIn(4)
    await review()
    expect(await indicators()).toEqual(expected.filter((name) => name === 'retestErrors'))
    await endsIn(3)
    await review()
    expect(await indicators()).toEqual(expected)
  })

  test.each([
    [29, [false, false, false]],
    [30, [true, true, true]],
  ])('is not judged by fewer than thirty: %i', async (n, expected) => {
    await endsIn(3)
    const less = n - 3
    const found: boolean[] = []
    for (const [name, screened, valid] of [
      ['completion', less, less],
      ['validity', n, less],
      ['retested', n, n],
    ] as const) {
      await count(planId, HERE, { expected: n, screened, valid, poor: 0 })
      await review()
      found.push((await indicators()).includes(name))
    }
    expect(found).toEqual(expected)
  })

  test('referrals without a visit count thirty days after its end', async () => {
    await count(planId, HERE, { referral: 100 })
    await retest(50, 0)
    await count(planId, HERE, { referral: 100, visited: 49 })
    await endsIn(-29)
    await review()
    expect(await indicators()).toEqual([])
    await endsIn(-30)
    await review()
    expect(await indicators()).toEqual(['unvisited'])
    await count(planId, HERE, { referral: 100, visited: 50 })
    await review()
    expect(await indicators()).toEqual([])
  })
})

describe('new cases of myopia among the children of a class and a school', () => {
  test.each([
    [50, 1, {}],
    [49, 1, { 2: 1 }],
    [40, 2, { 2: 1 }],
    [39, 2, { 2: 1, 3: 2 }],
    [29, 29, { 2: 1 }],
    [30, 30, { 2: 1, 3: 2 }],
    [9, 9, {}],
    [10, 10, { 2: 1 }],
  ])('%i at risk, %i myopic', async (atRisk, incident, expected) => {
    await knowChildren(node.current, planId, HERE, { atRisk, incident })
    await review()
    expect(await levels()).toEqual(expected)
  })
})

describe('its life', () => {
  const row = async () => {
    const [first] = await rowsOf<{
      id: number
      level: number
      status: number
      ended: number
      version: number
    }>(
      node.current,
      'select id, level, status, ended, version, due_on - raised_on as days from warning where scope = 3',
    )
    return first
  }

  test('ends with its reason, comes back with its history, opens again where it rises', async () => {
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 410 })
    await review()
    const first = await row()
    expect(first).toMatchObject({ level: 1, status: 1, ended: null, version: 1, days: 30 })
    await review()
    expect(await row()).toEqual(first)
    await count(planId, HERE, { poor: 400 })
    await review()
    expect(await row()).toMatchObject({ level: 1, ended: 1, version: 2 })
    await count(planId, HERE, { poor: 410 })
    await review()
    await node.current.sql('update warning set status = 4, close_reason = 3')
    await count(planId, HERE, { poor: 411 })
    await review()
    expect(await row()).toMatchObject({ level: 1, status: 4, ended: null })
    await count(planId, HERE, { poor: 430 })
    await review()
    expect(await row()).toMatchObject({ level: 2, status: 1, ended: null })
    const events = await rowsOf<{ kind: string }>(
      node.current,
      'select kind from warning_event where warning_id = $1 order by id',
      [first?.id],
    )
    expect(events.map(({ kind }) => kind)).toEqual(['raised', 'ended', 'returned', 'level', 'reopened'])
    const tallied = `select sum(warnings)::int from warning_tally where scope > 1 and level = 2 and status = 1 and plan_id = ${planId}`
    expect(await oneOf(node.current, tallied)).toBe(3)
  })

  test('an evaluation that breaks off leaves nothing, and two at once do it once', async () => {
    await count(lastPlanId, HERE)
    await count(planId, HERE, { poor: 450 })
    await node.current.sql(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger broken after insert on warning for each statement execute function broken()`)
    await expect(review()).rejects.toThrow('broken')
    expect(await levels()).toEqual({})
    await node.current.sql('drop function broken cascade; delete from job')
    const other = await node.current.otherNode()
    for (let jobs = 0; jobs < 2; jobs++)
      await node.current.services.enqueue(node.current.db, 'warning.review', {})
    await Promise.all([node.current.runJobs(), other.runJobs()])
    expect(await levels()).toEqual({ 3: 3, 4: 3, 5: 3 })
    expect(await oneOf(node.current, 'select max(version) from warning where scope > 1')).toBe(1)
  })
})
