// How many valid records of an area have which spherical equivalent: with each result, and in an older database.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeRandom } from '../../../seed/demo-random.ts'
import { useApp } from '../../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../../testing/figure-plans.ts'
import { applyScript } from '../../../testing/live-counters/apply-script.ts'
import { enterReadings } from '../../../testing/live-counters/record-history.ts'
import { expectRefractionRight } from '../../../testing/live-counters/recount-refraction.ts'
import { NORMAL, savedRow } from '../../../testing/readings.ts'
import { rowsOf } from '../../../testing/rows.ts'
import { taskAtWork } from '../../../testing/task-at-work.ts'
import { runTransaction } from '../../../testing/transaction.ts'
import { COUNT_REFRACTION_SQL } from './refraction.sql.ts'
import { type RefractionRow, selectMeasuredEyes, selectRefraction } from './refraction-queries.ts'

const node = useApp()
const PROVINCE = { level: 'province', areaId: '330000' } as const

let planId = 0
let tasks: number[] = []
beforeEach(async () => {
  planId = await insertFigurePlan(node.current)
  tasks = []
  for (const school of ['330106-school-1', '330109-school-3', '330205-school-4', '龙湾科技学院'])
    tasks.push(await insertFigureTask(node.current, planId, school))
  for (const task of tasks) await insertList(node.current, task)
})
const run = (statement: string, values: unknown[] = []) => rowsOf(node.current, statement, values)
const right = () => expectRefractionRight(node.current, planId)
const enter = () => enterReadings(node.current, planId, makeRandom('refraction test'))
const sum = (rows: readonly RefractionRow[]) => rows.reduce((total, { records }) => total + records, 0)
const recordsIn = async (condition: string) =>
  countOf(
    await rowsOf<{ n: number }>(
      node.current,
      `select count(r.se_right)::int as n from screening_record r join task t on t.id = r.task_id
       where r.plan_id = $1 and r.state = 2 and ${condition}`,
      [planId],
    ),
  )
const countOf = ([row]: { n: number }[]) => row?.n ?? 0

describe('the reader', () => {
  test('adds up the areas of a place, each stage apart', async () => {
    await enter()
    const of = (place: Parameters<typeof selectRefraction>[1]) =>
      selectRefraction(node.current.db, place, planId)
    const whole = await of(PROVINCE)
    expect(sum(whole)).toBe(await recordsIn('true'))
    expect(sum(whole)).toBeGreaterThan(25)
    expect(sum(await of({ level: 'city', areaId: '330100' }))).toBe(await recordsIn("t.city_id = '330100'"))
    expect(sum(await of({ level: 'region', areaId: '330205' }))).toBe(
      await recordsIn("t.region_id = '330205'"),
    )
    expect(await of({ level: 'city', areaId: '110100' })).toEqual([])
    const stages = [...new Set(whole.map(({ stage }) => stage))].sort()
    expect(stages.length).toBeGreaterThan(2)
    expect(stages.some((stage) => stage > 5)).toBe(true)
    await right()
  })

  test('sees a saved reading at once, each eye by itself, and no longer once it is corrected or cleared', async () => {
    const made = await taskAtWork(node.current)
    planId = made.planId
    const [row] = await rowsOf<{ age: number }>(
      node.current,
      'select age from screening_record where id = $1',
      [made.at(0)],
    )
    const shown = async () => ({
      right: (await selectRefraction(node.current.db, PROVINCE, planId)).map(
        ({ stage, gradeNo, age, se, records }) => {
          expect({ stage, gradeNo, age }).toEqual({ stage: 2, gradeNo: 3, age: row?.age })
          return [se, records]
        },
      ),
      eyes: (await selectMeasuredEyes(node.current.db, PROVINCE, planId)).map(
        ({ cityId, regionId, stage, gradeNo, ...eyes }) => {
          expect([cityId, regionId, stage, gradeNo]).toEqual(['330100', '330106', 2, 3])
          return Object.values(eyes)
        },
      ),
    })
    expect(await shown()).toEqual({ right: [], eyes: [] })
    await savedRow(made.admin, made.taskId, made.at(0), NORMAL)
    expect(await shown()).toEqual({ right: [[375, 1]], eyes: [[1, 375, 1, 250]] })
    await savedRow(made.admin, made.taskId, made.at(0), { sphereRight: -12 }, NORMAL)
    expect(await shown()).toEqual({ right: [[-12_125, 1]], eyes: [[1, -12_125, 1, 250]] })
    await savedRow(made.admin, made.taskId, made.at(0), { sphereLeft: 1 }, NORMAL)
    expect(await shown()).toEqual({ right: [[-12_125, 1]], eyes: [[1, -12_125, 1, 1000]] })
    // Without its refraction the record is no longer valid.
    const nothing = { sphereLeft: null, cylinderLeft: null }
    await savedRow(made.admin, made.taskId, made.at(0), nothing, { ...NORMAL, sphereLeft: 1 })
    expect(await shown()).toEqual({ right: [], eyes: [] })
    await right()
  })

  test('has no ortho-K wearers who were not measured', async () => {
    const made = await taskAtWork(node.current)
    planId = made.planId
    await savedRow(made.admin, made.taskId, made.at(0), { glasses: 4, correctedRight: 5, correctedLeft: 5 })
    const [stored] = await run('select state, se_right from screening_record where id = $1', [made.at(0)])
    expect(stored).toEqual({ state: 2, se_right: null })
    expect(await selectRefraction(node.current.db, PROVINCE, planId)).toEqual([])
  })
})

test('counts junior highs of both systems by the years that others have, also after a correction', async () => {
  const system = (value: number) =>
    node.current.sql(`update school set school_system = ${value}
      where org_id = (select id from org where name = '萧山九年一贯制学校')`)
  await enter()
  await system(54)
  await right()
  const years = await run('select distinct grade_no from refraction where plan_id = $1 and stage = 3', [
    planId,
  ])
  expect(years).toContainEqual({ grade_no: 0 })
  await enter()
  await right()
  await system(63)
  await right()
})

test('a change of something else leaves it untouched', async () => {
  await enter()
  const versions = () =>
    run('select ctid::text, xmin::text from refraction where plan_id = $1 order by 1', [planId])
  const before = await versions()
  await run(`update screening_record set remark = '备注', version = version + 1 where plan_id = $1`, [planId])
  expect(await versions()).toEqual(before)
})

test('a transaction that is rolled back, wholly or to a savepoint, leaves no trace', async () => {
  await enter()
  const change = 'update screening_record set se_right = -3000 where plan_id = $1 and state = 2'
  await runTransaction(node.current, (client) => client.query(change, [planId]), 'rollback')
  await right()
  await runTransaction(node.current, async (client) => {
    await client.query('savepoint s')
    await client.query('delete from screening_record where plan_id = $1', [planId])
    await client.query('rollback to s')
    await client.query(change, [planId])
  })
  await right()
})

test('an older database is counted at its start, after those who are writing, with what they wrote', async () => {
  await enter()
  await node.current.sql('delete from refraction')
  await expect(right()).rejects.toThrow()
  const writer = await node.current.data.requests.pool.connect()
  await writer.query('begin')
  await writer.query('update screening_record set se_left = -4000 where plan_id = $1 and state = 2', [planId])
  const applied = applyScript(node.current, COUNT_REFRACTION_SQL)
  const waiting = `select 1 from pg_locks where relation = 'screening_record'::regclass and not granted`
  await expect.poll(async () => (await run(waiting)).length, { timeout: 60_000 }).toBeGreaterThan(0)
  await writer.query('commit')
  writer.release()
  expect(await applied).toEqual([COUNT_REFRACTION_SQL.name])
  await right()
})

test('two at once that cross each other on many records do not wait in a circle', async () => {
  const rows = await rowsOf<{ id: number }>(
    node.current,
    'select id from screening_record where plan_id = $1 order by id',
    [planId],
  )
  const ids = rows.map(({ id }) => id)
  const turns = [0, 1, 2, 3].map((rest) =>
    runTransaction(node.current, async (client) => {
      const own = ids.filter((_, nth) => nth % 4 === rest)
      for (const id of rest % 2 === 0 ? own : own.reverse())
        await client.query(
          `update screening_record set state = 2, se_right = $2, se_left = $3 where id = $1`,
          [id, (id % 3) * -125, (id % 5) * -125],
        )
    }),
  )
  await Promise.all(turns)
  await right()
})
