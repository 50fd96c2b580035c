// Everybody at once at two schools: nobody waits for somebody who waits for them, and all counters are those of the rows.
import { beforeAll, expect, test } from 'vitest'
import { makeRandom } from './seed/demo-random.ts'
import { type TestApp, useApp } from './testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from './testing/figure-plans.ts'
import { ACTS } from './testing/live-counters/acts-at-school.ts'
import { expectFeedRight } from './testing/live-counters/recount-feed.ts'
import { expectLetterTalliesRight } from './testing/live-counters/recount-letters.ts'
import { expectRefractionRight } from './testing/live-counters/recount-refraction.ts'
import { expectFiguresRight } from './testing/recount.ts'
import { oneOf, rowsOf } from './testing/rows.ts'
import { runTransaction } from './testing/transaction.ts'
import { expectSumsOfWarningsRight } from './testing/warnings/recount-warnings.ts'

const PEOPLE = 6
const TURNS = 70

const node = useApp()
/** Its connections find a deadlock at once. */
let impatient: TestApp
const planIds: number[] = []
beforeAll(async () => {
  for (const name of ['第一次', '第二次']) {
    const planId = await insertFigurePlan(node.current, { name })
    planIds.push(planId)
    for (const school of ['330106-school-0', '330106-school-1'])
      await insertList(node.current, await insertFigureTask(node.current, planId, school))
  }
  const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
    node.current,
    'select current_database() as name',
  )
  await node.current.sql(`alter database ${name} set deadlock_timeout = '20ms'`)
  impatient = await node.current.otherNode()
})

test('six of them, hundreds of transactions', async () => {
  const classes = await rowsOf<{ plan_id: number; task_id: number; class_id: number }>(
    node.current,
    'select plan_id, task_id, class_id from task_class where plan_id = any ($1) order by 1, 2, 3',
    [planIds],
  )
  expect(await oneOf(impatient, `select setting from pg_settings where name = 'deadlock_timeout'`)).toBe(20)
  const faults: string[] = []
  const done = new Map<string, number>()
  const work = async (person: number) => {
    const random = makeRandom(`person ${person}`)
    for (let turn = 0; turn < TURNS; turn++) {
      const [name, act] = random.pick(Object.entries(ACTS))
      const end = random.chance(0.1) ? 'rollback' : 'commit'
      await runTransaction(impatient, (client) => act(client, random, { planIds, classes }), end).then(
        () => done.set(name, (done.get(name) ?? 0) + 1),
        (error) => faults.push(`${name}: ${error.code} ${error.message} ${error.where ?? ''}`),
      )
    }
  }
  const review = async () => {
    for (let round = 0; round < 6; round++) {
      await impatient.services.enqueue(impatient.db, 'warning.review', {})
      await impatient.runJobs()
    }
  }
  await Promise.all([review(), ...Array.from({ length: PEOPLE }, (_, person) => work(person))])
  expect(faults).toEqual([])
  expect([...done.keys()].sort()).toEqual(Object.keys(ACTS).sort())
  for (const planId of planIds) {
    await expectFiguresRight(node.current, planId)
    await expectFeedRight(node.current, planId)
    await expectRefractionRight(node.current, planId)
    await expectLetterTalliesRight(node.current, planId)
  }
  expect(await expectSumsOfWarningsRight(node.current)).toBeGreaterThan(20)
  const unseen = `select count(*) from screening_record as r where visit_days is distinct from
    (select min(v.visited_on - r.checked_on) from visit as v
     where v.record_id = r.id and v.withdrawn_at is null and v.visited_on >= r.checked_on)`
  expect(await oneOf(node.current, unseen)).toBe(0)
})
