// Whatever happens to records, in whatever order and by however many, the figures are those of the records.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults, NO_RESULT, randomResult, SET_RESULT } from '../../testing/figure-results.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'
import { runTransaction } from '../../testing/transaction.ts'

const node = useApp()
const random = makeRandom('figures')
let planId = 0
beforeAll(async () => {
  planId = await insertFigurePlan(node.current)
  for (const school of ['330106-school-0', '330106-school-1', '330106-school-3', '330109-school-1'])
    await insertList(node.current, await insertFigureTask(node.current, planId, school))
})
const right = () => expectFiguresRight(node.current, planId)

type Client = Pick<pg.PoolClient, 'query'>

const places = () =>
  rowsOf<{ task_id: number; class_id: number }>(
    node.current,
    'select task_id, class_id from task_class where plan_id = $1 order by 1, 2',
    [planId],
  )
const recordIds = async () =>
  (
    await rowsOf<{ id: number }>(node.current, 'select id from screening_record where plan_id = $1', [planId])
  ).map(({ id }) => id)

/** One statement of the kinds there are, on records of this share: two who work at once touch different ones. */
async function step(
  client: Client,
  share: { ids: number[]; students: Record<string, unknown>[] },
  all: object[],
) {
  const some = () => share.ids.filter(() => random.chance(0.15))
  switch (random.pick(['enter', 'enter', 'enter', 'clear', 'move', 'remark', 'delete', 'insert'])) {
    case 'enter':
      return client.query(
        `update screening_record as r set ${SET_RESULT}
         from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
        [JSON.stringify(some().map((id) => ({ id, ...randomResult(random) })))],
      )
    case 'clear':
      return client.query(
        `update screening_record as r set ${SET_RESULT}
         from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
        [JSON.stringify(some().map((id) => ({ id, ...NO_RESULT })))],
      )
    case 'move':
      return client.query(
        `update screening_record set task_id = $2, class_id = $3, age = age + $4 where id = any ($1)`,
        [some(), ...Object.values(random.pick(all)), random.int(2)],
      )
    case 'remark':
      return client.query(`update screening_record set remark = 'x' where id = any ($1)`, [some()])
    case 'delete': {
      const { rows } = await client.query('delete from screening_record where id = any ($1) returning *', [
        some().slice(0, 3),
      ])
      return share.students.push(...rows)
    }
    default: {
      const back = share.students.splice(0).map((row) => ({ ...row, ...randomResult(random) }))
      return client.query(
        `insert into screening_record overriding system value
         select * from jsonb_populate_recordset(null::screening_record, $1) on conflict do nothing`,
        [JSON.stringify(back)],
      )
    }
  }
}

test('hundreds of changes by two, some of them undone, end in the right figures', async () => {
  await enterResults(node.current, planId, random)
  await right()
  const all = await places()
  const ids = await recordIds()
  const shares = [0, 1].map((rest) => ({
    ids: ids.filter((id) => id % 2 === rest),
    students: [] as Record<string, unknown>[],
  }))
  let steps = 0
  const work = async (share: (typeof shares)[number]) => {
    for (let turn = 0; turn < 40; turn++) {
      const undone = random.chance(0.2)
      const studentsBefore = [...share.students]
      await runTransaction(
        node.current,
        async (client) => {
          for (let n = random.int(5); n >= 0; n--, steps++) {
            const partly = random.chance(0.2)
            const before = [...share.students]
            if (partly) await client.query('savepoint s')
            await step(client, share, all)
            if (partly && random.chance(0.5)) {
              await client.query('rollback to s')
              share.students = before
            }
          }
        },
        undone ? 'rollback' : 'commit',
      )
      if (undone) share.students = studentsBefore
    }
  }
  await Promise.all(shares.map(work))
  expect(steps).toBeGreaterThan(200)
  await right()
  await rowsOf(node.current, 'delete from screening_record where plan_id = $1', [planId])
  const left = 'select sum(expected) from figure where plan_id = $1'
  expect(await oneOf(node.current, left, [planId])).toBe(0)
  await right()
})
