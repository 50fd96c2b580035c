// Whatever happens to results, in whatever order and by however many, the warnings are those that the results ask for.
import { beforeAll, expect, test } from 'vitest'
import { makeRandom, type Random } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { NO_RESULT, type Result, SET_RESULT } from '../testing/figure-results.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { runTransaction } from '../testing/transaction.ts'
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

test('hundreds of changes by two, some of them undone, end in the right warnings', async () => {
  const random = makeRandom('warnings')
  const records = await rowsOf<{ id: number; student_id: number }>(
    node.current,
    'select id, student_id from screening_record where plan_id = any ($1) order by student_id, id',
    [planIds],
  )
  // Few enough that each is changed often, and all results of a child in one share.
  const students = [...new Set(records.map(({ student_id }) => student_id))].slice(0, 60)
  const shares = [0, 1].map((rest) => {
    const own = new Set(students.filter((_, index) => index % 2 === rest))
    return records.filter(({ student_id }) => own.has(student_id)).map(({ id }) => id)
  })
  let steps = 0
  const work = async (ids: number[]) => {
    for (let turn = 0; turn < 40; turn++)
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
  for (let round = 0; round < 3; round++) {
    await Promise.all(shares.map(work))
    expect(await expectWarningsRight(node.current)).toBeGreaterThan(20)
  }
  expect(steps).toBeGreaterThan(200)
  const twice =
    'select count(*) from (select 1 from warning group by student_id, plan_id having count(*) > 1) as t'
  expect(await oneOf(node.current, twice)).toBe(0)
  await rowsOf(node.current, 'delete from screening_record where id = any ($1)', [shares.flat().slice(0, 60)])
  await expectWarningsRight(node.current)
  await rowsOf(node.current, 'delete from screening_record where plan_id = any ($1)', [planIds])
  expect(await expectWarningsRight(node.current)).toBe(0)
})
