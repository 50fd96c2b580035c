// Whatever happens to results, in whatever order and by however many, the warnings are those that the results ask for.
import { beforeAll, expect, test } from 'vitest'
import { makeRandom, type Random } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { NO_RESULT, type Result, SET_RESULT } from '../testing/figure-results.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { runTransaction, untilLocksAreAwaited } from '../testing/transaction.ts'
import { expectWarningsRight } from '../testing/warnings/recount-warnings.ts'

const node = useApp()
const planIds: number[] = []
beforeAll(async () => {
  for (const name of ['第一次', '第二次', '第三次']) {
    const planId = await insertFigurePlan(node.current, { name })
    planIds.push(planId)
    for (const school of ['330106-school-0', '330106-school-1'])
      await insertList(node.current, await insertFigureTask(node.current, planId, school))
  }
})

const COLUMNS = ['corrected_right', 'corrected_left', 'se_right', 'se_left']
const SET_ALL = `${SET_RESULT}, ${COLUMNS.map((column) => `${column} = v.${column}`).join(', ')}`
/** Half a year apart, about a year apart, on the same day, and just inside and outside of the limits. */
const DAYS = [
  '2025-03-31',
  '2025-10-16',
  '2025-10-30',
  '2026-03-30',
  '2026-03-31',
  '2026-05-22',
  '2026-10-16',
]

/** Before any of the results: it is looked at, and nobody was seen because of a result. */
const PAST_VISIT = `insert into visit (student_id, visited_on, source, hospital_name) values ($1, '2025-01-10', 3, '县医院')`

function randomReading(random: Random): Result {
  if (random.chance(0.25))
    return { ...NO_RESULT, ...Object.fromEntries(COLUMNS.map((column) => [column, null])) }
  const vision = () => (random.chance(0.05) ? null : 42 + random.int(9))
  const se = () => (random.chance(0.05) ? null : 500 - 125 * random.int(16))
  const [seRight, seLeft] = [se(), se()]
  const myopia = random.chance(0.5)
  return {
    ...NO_RESULT,
    state: random.chance(0.9) ? 2 : 3,
    glasses: random.pick([1, 1, 1, 2, 4]),
    naked_right: vision(),
    naked_left: vision(),
    corrected_right: vision(),
    corrected_left: vision(),
    se_right: seRight,
    se_left: seLeft,
    checked_on: random.pick(DAYS),
    myopia,
    myopia_degree: myopia ? random.int(4) : 0,
    anisometropia: random.chance(0.1),
    referral: random.chance(0.3),
    warning_level: random.pick([null, null, 0, 1, 2, 3]),
  }
}

test('results of one child in two plans at the same moment: the second sees the first', async () => {
  const [child = 0, known = 0] = (
    await rowsOf<{ student_id: number }>(
      node.current,
      'select distinct student_id from screening_record where plan_id = $1 order by student_id desc limit 2',
      [planIds[0]],
    )
  ).map(({ student_id }) => student_id)
  const POOR = `update screening_record set state = 2, glasses = 1, naked_right = 50, naked_left = 50, se_right = $3, se_left = 0,
    checked_on = $4, warning_level = 0 where student_id = $1 and plan_id = $2`
  await rowsOf(node.current, POOR, [known, planIds[2], 500, '2025-03-31'])
  for (const studentId of [child, known]) {
    let second: Promise<void> | undefined
    await runTransaction(node.current, async (client) => {
      await client.query(POOR, [studentId, planIds[0], 0, '2025-10-16'])
      await client.query('set constraints all immediate')
      second = runTransaction(node.current, (other) =>
        other.query(POOR, [studentId, planIds[1], -1000, '2026-10-16']),
      )
      await untilLocksAreAwaited(node.current)
    })
    await second
    const [warning] = await rowsOf(
      node.current,
      'select level, indicators from warning where student_id = $1 and plan_id = $2 and ended is null',
      [studentId, planIds[1]],
    )
    expect(warning).toEqual({ level: 3, indicators: ['progression'] })
  }
  await expectWarningsRight(node.current)
  // At risk of becoming myopic in its school, unless it came from another one since.
  const atRisk = () =>
    rowsOf(node.current, 'select incident from child_at_risk where student_id = $1 and plan_id = $2', [
      child,
      planIds[1],
    ])
  expect(await atRisk()).toHaveLength(1)
  await rowsOf(
    node.current,
    `update screening_record as r set task_id = c.task_id, class_id = c.class_id from task_class as c
     where c.plan_id = r.plan_id and c.class_id = (select min(class_id) from task_class where plan_id = $1)
       and r.plan_id = $1 and r.student_id = $2`,
    [planIds[0], child],
  )
  expect(await atRisk()).toEqual([])
})

test('hundreds of changes by two, some of them undone, end in the right warnings', async () => {
  const random = makeRandom('warnings')
  const records = await rowsOf<{ id: number; student_id: number }>(
    node.current,
    'select id, student_id from screening_record where plan_id = any ($1) order by student_id, id',
    [planIds],
  )
  // Few enough that each is changed often; the results of a child are changed by both.
  const students = [...new Set(records.map(({ student_id }) => student_id))].slice(0, 60)
  const own = records.filter(({ student_id }) => students.includes(student_id))
  const shares = [0, 1].map((rest) => own.filter((_, index) => index % 2 === rest).map(({ id }) => id))
  let steps = 0
  const work = async (ids: number[]) => {
    for (let turn = 0; turn < 40; turn++) {
      if (random.chance(0.3))
        await rowsOf(node.current, PAST_VISIT, [students.at(random.int(students.length))])
      await runTransaction(
        node.current,
        async (client) => {
          for (let n = random.int(3); n >= 0; n--, steps++) {
            const some = ids.filter(() => random.chance(0.2))
            const partly = random.chance(0.2)
            if (partly) await client.query('savepoint s')
            await client.query(
              `update screening_record as r set ${SET_ALL}
               from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
              [JSON.stringify(some.map((id) => ({ id, ...randomReading(random) })))],
            )
            if (partly && random.chance(0.5)) await client.query('rollback to s')
          }
        },
        random.chance(0.2) ? 'rollback' : 'commit',
      )
    }
  }
  /** Meanwhile everybody is looked at again: after other rules, and from the results on. */
  const review = async () => {
    for (const area of ['330000', '', '330106', '']) {
      await rowsOf(node.current, 'insert into warning_review (area_id) values ($1) on conflict do nothing', [
        area,
      ])
      await node.current.services.enqueue(node.current.db, 'warning.review', {})
      await node.current.runJobs()
    }
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all([...shares.map(work), review()])
    expect(await expectWarningsRight(node.current)).toBeGreaterThan(20)
  }
  expect(steps).toBeGreaterThan(200)
  const twice =
    'select count(*) from (select 1 from warning group by student_id, plan_id having count(*) > 1) as t'
  expect(await oneOf(node.current, twice)).toBe(0)
  // Visits before the results say nothing about what was done since.
  expect(await oneOf(node.current, 'select max(status) from warning')).toBe(1)
  await rowsOf(node.current, 'delete from screening_record where id = any ($1)', [shares.flat().slice(0, 60)])
  await expectWarningsRight(node.current)
  await rowsOf(node.current, 'delete from screening_record where plan_id = any ($1)', [planIds])
  expect(await expectWarningsRight(node.current)).toBe(0)
})
