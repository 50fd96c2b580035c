// Whatever happens to letters and to the records they are about, the tallies are those of the letters.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { makeRandom, type Random } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { expectLetterTalliesRight } from '../testing/live-counters/recount-letters.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { runTransaction } from '../testing/transaction.ts'

const node = useApp()
let planId = 0
beforeAll(async () => {
  planId = await insertFigurePlan(node.current)
  for (const school of ['330106-school-0', '330106-school-1', '330109-school-1'])
    await insertList(node.current, await insertFigureTask(node.current, planId, school))
})
const right = () => expectLetterTalliesRight(node.current, planId)

type Client = Pick<pg.PoolClient, 'query'>

const MAKE = `insert into letter (record_id, student_id, ticket_hash, ticket_enc)
  select id, student_id, decode(md5(random()::text || id), 'hex'), '' from screening_record where id = any ($1)
  on conflict (record_id) where withdrawn_at is null do nothing`
const set = (what: string) => `update letter set ${what} where record_id = any ($1)`
const STATEMENTS = [
  MAKE,
  MAKE,
  set('printed_at = now(), prints = prints + 1'),
  set('printed_at = now(), prints = prints + 1'),
  set('opened_at = coalesce(opened_at, now()), failures = 0'),
  set('acknowledged_at = coalesce(acknowledged_at, now())'),
  set('failures = failures + 1'),
  set('withdrawn_at = coalesce(withdrawn_at, now())'),
  'delete from letter where record_id = any ($1)',
]

/** One statement of the kinds there are, on records of this share: two who work at once touch different ones. */
async function step(
  client: Client,
  { ids, random }: { ids: readonly number[]; random: Random },
  classes: readonly object[],
) {
  const some = ids.filter(() => random.chance(0.2))
  if (random.chance(0.1)) {
    const place = Object.values(random.pick(classes))
    return client.query('update screening_record set task_id = $2, class_id = $3 where id = any ($1)', [
      some,
      ...place,
    ])
  }
  if (random.chance(0.05))
    return client.query('delete from screening_record where id = any ($1)', [some.slice(0, 2)])
  return client.query(random.pick(STATEMENTS), [some])
}

test('hundreds of changes by two, some of them undone, end in the right tallies', async () => {
  const records = await rowsOf<{ id: number }>(
    node.current,
    'select id from screening_record where plan_id = $1',
    [planId],
  )
  const classes = await rowsOf<object>(
    node.current,
    'select task_id, class_id from task_class where plan_id = $1 order by 1, 2',
    [planId],
  )
  // Each with a chance of its own: the same letters are there at the end, in whatever order they write.
  const work = async (rest: number) => {
    const random = makeRandom(`letters ${rest}`)
    const ids = records.map(({ id }) => id).filter((id) => id % 2 === rest)
    for (let turn = 0; turn < 60; turn++) {
      await runTransaction(
        node.current,
        async (client) => {
          for (let n = random.int(5); n >= 0; n--) await step(client, { ids, random }, classes)
        },
        random.chance(0.2) ? 'rollback' : 'commit',
      )
    }
  }
  await Promise.all([work(0), work(1)])
  const tallies = await right()
  expect(tallies.length).toBe(3)
  expect(tallies.some(({ acknowledged, letters }) => acknowledged > 0 && acknowledged < letters)).toBe(true)
  await rowsOf(node.current, 'delete from screening_record where plan_id = $1', [planId])
  await right()
  expect(
    await oneOf(node.current, 'select sum(letters) from letter_tally where plan_id = $1', [planId]),
  ).toBe(0)
})
