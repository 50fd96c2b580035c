import type pg from 'pg'
import type { Random } from '../../seed/demo-random.ts'
import type { TestApp } from '../app.ts'
import { NO_RESULT, type Result, randomResult, SET_RESULT } from '../figure-results.ts'
import { rowsOf } from '../rows.ts'
import { runTransaction } from '../transaction.ts'

const UNMEASURED = { se_right: null, se_left: null, entered_at: null }
const NO_READING: Result = { ...NO_RESULT, ...UNMEASURED }
const SET_READING = [SET_RESULT, ...Object.keys(UNMEASURED).map((column) => `${column} = v.${column}`)].join(
  ', ',
)

/** Some follow each other so soon that they belong together, some do not. */
const MINUTES = [0, 4, 8, 12, 24, 28, 36, 40, 48, 120, 124]

/** Any result with its refraction and the time it was first written at. */
function randomReading(random: Random): Result {
  const result = randomResult(random)
  if (result.state === 0) return { ...result, ...UNMEASURED }
  const se = () => (random.chance(0.1) ? null : (random.int(20) - 12) * 125)
  const minutes = random.pick(MINUTES)
  const at = new Date(Date.parse('2025-10-08T01:00:00Z') + minutes * 60_000)
  return { ...result, se_right: se(), se_left: se(), entered_at: at.toISOString() }
}

type Client = Pick<pg.PoolClient, 'query'>
/** Two who work at once touch different records. */
type Share = { ids: number[]; deleted: Record<string, unknown>[] }

/** Gives every record of a plan a result. */
export async function enterReadings(app: TestApp, planId: number, random: Random): Promise<void> {
  const records = await rowsOf<{ id: number }>(
    app,
    'select id from screening_record where plan_id = $1 order by id',
    [planId],
  )
  await write(
    app.data.requests.pool,
    records.map(({ id }) => ({ id, ...randomReading(random) })),
  )
}

const write = (client: Pick<Client, 'query'>, results: readonly object[]) =>
  client.query(
    `update screening_record as r set ${SET_READING}
     from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
    [JSON.stringify(results)],
  )

/** Hundreds of changes of the records of a plan by two at once, some of them undone; answers how many there were. */
export async function runRandomHistory(app: TestApp, planId: number, random: Random): Promise<number> {
  const classes = await rowsOf<object>(
    app,
    'select task_id, class_id from task_class where plan_id = $1 order by 1, 2',
    [planId],
  )
  const records = await rowsOf<{ id: number }>(app, 'select id from screening_record where plan_id = $1', [
    planId,
  ])
  const shares = [0, 1].map((rest) => ({
    ids: records.map(({ id }) => id).filter((id) => id % 2 === rest),
    deleted: [],
  }))
  const steps = await Promise.all(shares.map((share) => work(app, share, classes, random)))
  return steps.reduce((sum, count) => sum + count, 0)
}

async function work(app: TestApp, share: Share, classes: object[], random: Random): Promise<number> {
  let steps = 0
  for (let turn = 0; turn < 40; turn++) {
    const isUndone = random.chance(0.2)
    const deletedBefore = [...share.deleted]
    await runTransaction(
      app,
      async (client) => {
        for (let n = random.int(5); n >= 0; n--, steps++) {
          const isPart = random.chance(0.2)
          const deleted = [...share.deleted]
          if (isPart) await client.query('savepoint s')
          await step(client, share, classes, random)
          if (isPart && random.chance(0.5)) {
            await client.query('rollback to s')
            share.deleted = deleted
          }
        }
      },
      isUndone ? 'rollback' : 'commit',
    )
    if (isUndone) share.deleted = deletedBefore
  }
  return steps
}

/** One statement of the kinds there are. */
async function step(client: Client, share: Share, classes: object[], random: Random): Promise<unknown> {
  const some = () => share.ids.filter(() => random.chance(0.15))
  switch (random.pick(['enter', 'enter', 'enter', 'clear', 'move', 'remark', 'delete', 'insert'])) {
    case 'enter':
      return write(
        client,
        some().map((id) => ({ id, ...randomReading(random) })),
      )
    case 'clear':
      return write(
        client,
        some().map((id) => ({ id, ...NO_READING })),
      )
    case 'move':
      return client.query(
        `update screening_record set task_id = $2, class_id = $3, age = age + $4 where id = any ($1)`,
        [some(), ...Object.values(random.pick(classes)), random.int(2)],
      )
    case 'remark':
      return client.query(`update screening_record set remark = 'x' where id = any ($1)`, [some()])
    case 'delete': {
      const { rows } = await client.query('delete from screening_record where id = any ($1) returning *', [
        some().slice(0, 3),
      ])
      return share.deleted.push(...rows)
    }
    default: {
      const back = share.deleted.splice(0).map((row) => ({ ...row, ...randomReading(random) }))
      return client.query(
        `insert into screening_record overriding system value
         select * from jsonb_populate_recordset(null::screening_record, $1) on conflict do nothing`,
        [JSON.stringify(back)],
      )
    }
  }
}
