// Figures follow every change of a record, in the transaction that makes it and in no other.
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { NO_RESULT, SET_RESULT } from '../../testing/figure-results.ts'
import { expectFiguresRight, recount } from '../../testing/recount.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'
import { runTransaction } from '../../testing/transaction.ts'

const node = useApp()
const PRIMARY = '330106-school-1'
const KINDERGARTEN = '330106-school-0'
const ELSEWHERE = '330109-school-1'

let planId = 0
let tasks: number[] = []
beforeEach(async () => {
  planId = await insertFigurePlan(node.current)
  tasks = []
  for (const school of [PRIMARY, KINDERGARTEN, ELSEWHERE]) {
    tasks.push(await insertFigureTask(node.current, planId, school))
  }
  for (const task of tasks) await insertList(node.current, task)
})

const run = (statement: string, values: unknown[] = []) => rowsOf(node.current, statement, values)
const right = () => expectFiguresRight(node.current, planId)
const sum = (counter: string, level = 5) =>
  oneOf(node.current, `select coalesce(sum(${counter}), 0) from figure where plan_id = $1 and level = $2`, [
    planId,
    level,
  ])
const someRecords = async (count: number, taskId = tasks[0]) => {
  const rows = await rowsOf<{ id: number }>(
    node.current,
    'select id from screening_record where task_id = $1 order by id limit $2',
    [taskId, count],
  )
  return rows.map(({ id }) => id)
}

type Client = Pick<pg.PoolClient, 'query'>
const VALID = `state = 2, glasses = 1, naked_right = 50, naked_left = 49, source = 1, checked_on = '2025-10-08'`

describe('one record', () => {
  test('counts as expected once it is on the list, at every level', async () => {
    const all = await oneOf(node.current, 'select count(*) from screening_record where plan_id = $1', [
      planId,
    ])
    expect(all).toBeGreaterThan(20)
    for (const level of [1, 2, 3, 4, 5, 6, 7]) expect(await sum('expected', level)).toBe(all)
    await right()
  })

  test('without a warning, glasses or source is counted all the same', async () => {
    const [id] = await someRecords(1)
    await run(`update screening_record set state = 2, checked_on = '2025-10-08' where id = ${id}`)
    expect([await sum('valid'), await sum('warning0'), await sum('glasses_frame')]).toEqual([1, 0, 0])
    await right()
  })

  test('is entered, corrected and cleared', async () => {
    const [id] = await someRecords(1)
    await run(`update screening_record set ${VALID} where id = ${id}`)
    expect([await sum('screened'), await sum('valid'), await sum('naked_left_sum')]).toEqual([1, 1, 49])
    await right()
    await run(`update screening_record set state = 3, checked_on = '2025-10-09' where id = ${id}`)
    expect([await sum('screened'), await sum('valid')]).toEqual([1, 0])
    await right()
    const none = JSON.stringify([{ id, ...NO_RESULT }])
    await run(
      `update screening_record as r set ${SET_RESULT}
       from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
      [none],
    )
    expect(await sum('screened')).toBe(0)
    await right()
  })

  test('changes its age, its sex and its day', async () => {
    const [id] = await someRecords(1)
    await run(`update screening_record set ${VALID} where id = ${id}`)
    await run(
      `update screening_record set age = age + 1, sex = 3 - sex, checked_on = '2025-11-01' where id = ${id}`,
    )
    await right()
  })

  test('of a small child is valid and no part of myopia rates', async () => {
    const [small] = await rowsOf<{ id: number }>(
      node.current,
      `select r.id from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
       where r.plan_id = $1 and c.stage = 1 and c.grade_no < 3 limit 1`,
      [planId],
    )
    await run(
      `update screening_record set ${VALID}, myopia = true, myopia_degree = 1 where id = ${small?.id}`,
    )
    expect([await sum('valid'), await sum('rated'), await sum('myopia')]).toEqual([1, 0, 0])
    await right()
  })

  test('moves to another class and to another task', async () => {
    const [id] = await someRecords(1)
    await run(`update screening_record set ${VALID} where id = ${id}`)
    const [there] = await rowsOf<{ class_id: number }>(
      node.current,
      `select class_id from task_class where task_id = ${tasks[0]}
       and class_id <> (select class_id from screening_record where id = ${id}) limit 1`,
    )
    await run(`update screening_record set class_id = ${there?.class_id} where id = ${id}`)
    await right()
    await run(`update screening_record set (task_id, class_id) =
      (select task_id, class_id from task_class where task_id = ${tasks[2]} limit 1) where id = ${id}`)
    await right()
  })

  test('changed in what is not counted leaves the figures untouched', async () => {
    const [id] = await someRecords(1)
    const versions = () =>
      rowsOf(node.current, 'select ctid::text, xmin::text from figure where plan_id = $1 order by 1', [
        planId,
      ])
    const before = await versions()
    await run(`update screening_record set remark = '备注', version = version + 1 where id = ${id}`)
    expect(await versions()).toEqual(before)
  })
})

describe('a transaction', () => {
  test('shows its figures to nobody before it commits, then at once', async () => {
    const [id] = await someRecords(1)
    await runTransaction(node.current, async (client) => {
      await client.query(`update screening_record set ${VALID} where id = ${id}`)
      expect(await sum('valid')).toBe(0)
    })
    expect(await sum('valid')).toBe(1)
    await right()
  })

  test('of many statements counts each of them', async () => {
    const ids = await someRecords(5)
    await runTransaction(node.current, async (client) => {
      for (const id of ids) await client.query(`update screening_record set ${VALID} where id = ${id}`)
      await client.query(`update screening_record set state = 3 where id = ${ids[0]}`)
      await client.query(`delete from screening_record where id = ${ids[1]}`)
    })
    expect([await sum('screened'), await sum('valid')]).toEqual([4, 3])
    await right()
  })

  test('that is rolled back, wholly or to a savepoint, leaves no trace', async () => {
    const [first, second] = await someRecords(2)
    await runTransaction(
      node.current,
      (client) => client.query(`delete from screening_record where id = ${first}`),
      'rollback',
    )
    await right()
    await runTransaction(node.current, async (client) => {
      await client.query('savepoint s')
      await client.query(`update screening_record set ${VALID} where id = ${first}`)
      await client.query('rollback to s')
      await client.query(`update screening_record set ${VALID} where id = ${second}`)
    })
    expect(await sum('valid')).toBe(1)
    await right()
  })

  test('whose figures are asked for half-way goes on counting', async () => {
    const [first, second] = await someRecords(2)
    await runTransaction(node.current, async (client) => {
      await client.query(`update screening_record set ${VALID} where id = ${first}`)
      await client.query('set constraints all immediate')
      const { rows } = await client.query(
        `select sum(valid)::int as n from figure where plan_id = $1 and level = 5`,
        [planId],
      )
      expect(rows).toEqual([{ n: 1 }])
      await client.query('set constraints all deferred')
      await client.query(`update screening_record set ${VALID} where id = ${second}`)
    })
    expect(await sum('valid')).toBe(2)
    await right()
  })

  test('that makes and removes the same records changes nothing', async () => {
    const before = await recount(node.current, planId)
    await runTransaction(node.current, async (client) => {
      const { rows } = await client.query(
        `delete from screening_record where task_id = ${tasks[0]} returning *`,
      )
      await client.query(
        `insert into screening_record overriding system value
         select * from jsonb_populate_recordset(null::screening_record, $1)`,
        [JSON.stringify(rows)],
      )
    })
    expect(await recount(node.current, planId)).toEqual(before)
    await right()
  })

  test('of very many small statements commits in a moment', async () => {
    const ids = await someRecords(20)
    const client = await node.current.data.work.pool.connect()
    const shares: number[] = []
    for (let time = 0; time < 3; time++) {
      await client.query('begin')
      const started = performance.now()
      await client.query(`do $$ declare ids bigint[] = '{${ids}}'; begin for i in 1..400 loop
      update screening_record set absence = case when i % 40 < 20 then 1 end where id = ids[1 + i % ${ids.length}];
      end loop; end $$`)
      const changed = performance.now()
      await client.query('commit')
      shares.push((performance.now() - changed) / (changed - started))
    }
    client.release()
    // When every statement was looked at again at the end, that took longer than the statements themselves.
    expect(Math.min(...shares)).toBeLessThan(0.5)
    await right()
  })
})

describe('a task', () => {
  test('deleted after its records, in one transaction, is counted out', async () => {
    await run(`update screening_record set ${VALID} where task_id = ${tasks[0]}`)
    await runTransaction(node.current, async (client) => {
      await client.query(`delete from screening_record where task_id = ${tasks[0]}`)
      await client.query(`delete from task where id = ${tasks[0]}`)
    })
    expect(
      await oneOf(
        node.current,
        'select sum(expected) from figure where plan_id = $1 and level = 5 and place_id = $2',
        [planId, tasks[0]],
      ),
    ).toBe(0)
    await right()
  })

  test('deleted by the statement that deletes its records is refused, not miscounted', async () => {
    await expect(
      run(`with gone as (delete from screening_record where task_id = ${tasks[0]} returning 1)
        delete from task where id = ${tasks[0]}`),
    ).rejects.toThrow(/figure_move/)
    await right()
  })

  test('with records keeps what they are counted under', async () => {
    for (const statement of [
      `update task_class set grade_no = grade_no + 1 where task_id = ${tasks[0]}`,
      `update task_class set stage = 3 where task_id = ${tasks[0]}`,
      `update task set region_id = '330109' where id = ${tasks[0]}`,
    ]) {
      await expect(run(statement)).rejects.toThrow(/has records/)
    }
    await run(`update task_class set class_name = '新名' where task_id = ${tasks[0]}`)
    await run(`update task set status = 2, region_id = region_id where id = ${tasks[0]}`)
    await run(`delete from screening_record where task_id = ${tasks[0]}`)
    await run(`update task_class set grade_no = grade_no + 1 where task_id = ${tasks[0]}`)
    await right()
  })
})

describe('two at once', () => {
  test('on the same school add up', async () => {
    const ids = await someRecords(20)
    const half = (rest: number) => ids.filter((_, index) => index % 2 === rest)
    await Promise.all(
      [0, 1].map((rest) =>
        runTransaction(node.current, async (client) => {
          for (const id of half(rest))
            await client.query(`update screening_record set ${VALID} where id = ${id}`)
        }),
      ),
    )
    expect(await sum('valid')).toBe(ids.length)
    await right()
  })

  test('crossing each other on two schools do not wait in a circle', async () => {
    const here = await someRecords(10, tasks[0])
    const there = await someRecords(10, tasks[2])
    const enter = (client: Client, ids: number[], rest: number) =>
      client.query(`update screening_record set ${VALID} where id = any ($1)`, [
        ids.filter((_, index) => index % 4 === rest),
      ])
    await Promise.all(
      [0, 1, 2, 3].map((rest) =>
        runTransaction(node.current, async (client) => {
          for (const ids of rest % 2 === 0 ? [here, there] : [there, here]) await enter(client, ids, rest)
        }),
      ),
    )
    await right()
  })
})

test('second examinations are counted per task, drawn, done, changed and gone with their record', async () => {
  const [first, second] = await someRecords(2)
  const counted = () =>
    rowsOf(node.current, 'select drawn, done, items, errors from figure_retest where task_id = $1', [
      tasks[0],
    ])
  await run(`insert into retest (record_id, plan_id, task_id, school_org_id)
    select r.id, r.plan_id, r.task_id, t.school_org_id from screening_record r join task t on t.id = r.task_id
    where r.id in (${first}, ${second})`)
  expect(await counted()).toEqual([{ drawn: 2, done: 0, items: 0, errors: 0 }])
  await run(`update retest set items = 6, errors = 1, entered_at = now() where record_id = ${first}`)
  await run(`update retest set errors = 2 where record_id = ${first}`)
  expect(await counted()).toEqual([{ drawn: 2, done: 1, items: 6, errors: 2 }])
  await right()
  await runTransaction(node.current, (client) => client.query('delete from retest'), 'rollback')
  await run(`delete from screening_record where id = ${first}`)
  expect(await counted()).toEqual([{ drawn: 1, done: 0, items: 0, errors: 0 }])
  await right()
})
