// Records that were judged by other rules: an order of a migration brings them to those of today, and the figures with them.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { judge } from '#contract/eyesight/judgement/judge.ts'
import type { JudgementRules, Subject } from '#contract/eyesight/judgement/judgement.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { migrate, readMigrations } from '../../core/db/migrate.ts'
import { useApp } from '../../testing/app.ts'
import { runAsSuperuser } from '../../testing/database.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { must } from '../../testing/people.ts'
import { changesTo, type Typed } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'
import { fieldsOf, type StoredFields } from '../records/record-fields.ts'
import { rejudgeBatch } from './rejudge.ts'

const node = useApp()
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Children of all kinds; every fifth was not screened. */
const readingOf = (index: number): Typed => {
  const vision = 4.4 + (index % 9) / 10
  const eye = (turn: number) => ({
    naked: Math.round((vision + (turn * (index % 2)) / 10) * 10) / 10,
    sphere: ((index * 7 + turn) % 30) / 4 - 5,
    cylinder: -((index * 3 + turn) % 9) / 4,
  })
  const [right, left] = [eye(0), eye(1)]
  return {
    ...(index % 3 === 0 ? { glasses: 2, correctedRight: 4.9, correctedLeft: 5 } : { glasses: 1 }),
    ...{ nakedRight: right.naked, sphereRight: right.sphere, cylinderRight: right.cylinder, axisRight: 90 },
    ...{ nakedLeft: left.naked, sphereLeft: left.sphere, cylinderLeft: left.cylinder, axisLeft: 90 },
  }
}

const planIds: number[] = []
beforeAll(async () => {
  for (const stage of [1, 2] as const) {
    const { admin, taskId, records, planId } = await taskAtWork(node.current, {
      plan: { stages: [stage] },
      roster: { stages: [stage], classes: 2, studentsPerClass: 45 },
    })
    planIds.push(planId)
    const rows = records.flatMap(({ recordId }, index) =>
      index % 5 === 0 ? [] : [{ recordId, changes: changesTo(readingOf(index)) }],
    )
    await must(admin.call(recordEndpoints.saveRecords, { taskId, rows }))
  }
})

const order = () => node.current.sql('insert into rejudging (last_id) select max(id) from screening_record')
const runJob = async () => {
  const { db, enqueue } = node.current.services
  await enqueue(db, 'screening.rejudge', {})
  await node.current.runJobs()
}
const openOrders = () => rowsOf(node.current, 'select id from rejudging where finished_at is null')

type Judged = StoredFields &
  Record<(typeof COMPARED)[number], unknown> & {
    id: number
    stage: Subject['stage']
    age: number
    rules: JudgementRules
  }
const COMPARED = ['state', 'referral', 'warningLevel', 'category', 'hyperopia', 'myopiaDegree'] as const

/** Records whose conclusion is not the one that the rules of today give. */
async function wronglyJudged(): Promise<number[]> {
  const rows = (await node.current.db
    .selectFrom('screeningRecord as r')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('plan', 'plan.id', 'r.planId')
    .selectAll('r')
    .select('taskClass.stage')
    .select(sql`json_build_object('profile', plan.profile, 'items', plan.items)`.as('rules'))
    .execute()) as unknown as Judged[]
  expect(rows.length).toBe(180)
  return rows.flatMap((row) => {
    const found = judge(fieldsOf(row), row, row.rules)
    return COMPARED.every((key) => found[key] === row[key]) ? [] : [row.id]
  })
}

async function expectAllFiguresRight() {
  for (const planId of planIds) await expectFiguresRight(node.current, planId)
}

/** As if other rules had held: every third result says something else. */
const misjudge = () =>
  node.current.sql(`update screening_record set referral = not referral, warning_level = 3, category = 'normal'
    where state = 2 and id % 3 = 0`)

describe('an order', () => {
  test('brings conclusions and figures to the rules of today; readings, versions and who entered stay', async () => {
    await misjudge()
    const stands =
      'select id, version, source, entered_by, entered_at, naked_right, sphere_right from screening_record'
    const before = await rowsOf(node.current, `${stands} order by id`)
    const changes = await rowsOf(node.current, 'select id from record_change')
    expect((await wronglyJudged()).length).toBeGreaterThan(40)
    await expectAllFiguresRight()
    await order()
    await runJob()
    expect(await wronglyJudged()).toEqual([])
    await expectAllFiguresRight()
    expect(await rowsOf(node.current, `${stands} order by id`)).toEqual(before)
    expect(await rowsOf(node.current, 'select id from record_change')).toHaveLength(changes.length)
    expect(await openOrders()).toEqual([])
  })

  test('is carried out once; what is right already is not written', async () => {
    const touched = () => rowsOf(node.current, 'select max(updated_at) as last from screening_record')
    const before = await touched()
    await order()
    await runJob()
    await runJob()
    expect(await touched()).toEqual(before)
  })

  test('goes on where a broken batch began, and is done by one at a time', async () => {
    await misjudge()
    await order()
    const { db } = node.current.services
    const batch = () => db.transaction().execute((tx) => rejudgeBatch(tx, 30))
    const first = await batch()
    const broken = db.transaction().execute(async (tx) => {
      await rejudgeBatch(tx, 30)
      // While this one is at it nobody else is.
      expect(await batch()).toBeNull()
      throw new Error('the node dies')
    })
    await expect(broken).rejects.toThrow('dies')
    await expectAllFiguresRight()
    const [stored] = await rowsOf(node.current, 'select done_id from rejudging where finished_at is null')
    expect(stored).toEqual({ done_id: first?.doneId })
    while (await batch());
    expect(await wronglyJudged()).toEqual([])
    await expectAllFiguresRight()
  })

  test('writes old ways of writing anew, on record', async () => {
    const [plus, zero, only] = await rowsOf<{ id: number }>(
      node.current,
      `select id from screening_record where state = 2 and glasses = 2
       order by id limit 3`,
    )
    const ids = [plus?.id, zero?.id, only?.id] as [number, number, number]
    await node.current.sql(`
      update screening_record set sphere_right = -200, cylinder_right = 50, axis_right = 100 where id = ${ids[0]};
      update screening_record set glasses = 4, ortho_k_right = 0, ortho_k_left = 250 where id = ${ids[1]};
      delete from record_change where record_id = ${ids[2]}`)
    // Nothing but a power of 0 was ever measured.
    await node.current.sql(`update screening_record set glasses = 4, ortho_k_right = 0, naked_right = null, naked_left = null,
      corrected_right = null, corrected_left = null, sphere_right = null, sphere_left = null, cylinder_right = null,
      cylinder_left = null, axis_right = null, axis_left = null where id = ${ids[2]}`)
    await order()
    await runJob()
    const stored = await rowsOf(
      node.current,
      `select sphere_right, cylinder_right, axis_right, ortho_k_right, ortho_k_left, state, source, checked_on
       from screening_record where id = any($1) order by id`,
      [ids],
    )
    expect(stored).toMatchObject([
      { sphere_right: -150, cylinder_right: -50, axis_right: 10, state: 2 },
      { ortho_k_right: null, ortho_k_left: 250, state: 2 },
      { ortho_k_right: null, state: 0, source: null, checked_on: null },
    ])
    const changes = await rowsOf(
      node.current,
      'select record_id, changes, user_id from record_change where record_id = any($1) and source = 6 order by record_id',
      [ids],
    )
    expect(changes).toMatchObject([
      {
        changes: { sphereRight: [-2, -1.5], cylinderRight: [0.5, -0.5], axisRight: [100, 10] },
        user_id: null,
      },
      { changes: { orthoKRight: [0, null] } },
      { changes: { orthoKRight: [0, null] } },
    ])
    expect(await wronglyJudged()).toEqual([])
    await expectAllFiguresRight()
  })
})

describe('the migration', () => {
  const STEP = '0019_judged_again.sql'
  const OLD_ROWS = [
    'set session_replication_role = replica',
    `insert into screening_record (id, plan_id, task_id, class_id, student_id, sex, age) overriding system value
      values (7, 1, 1, 1, 1, 1, 8)`,
    'insert into import_row (batch_id, row_no, outcome, record_id, record_version) values (1, 2, 1, 7, 1)',
  ]
  const migrated = async (rows: string[]) => {
    const { connection, connect } = await emptyDatabase(undo)
    const client = await connect()
    const all = readMigrations()
    await migrate(
      client,
      all.filter(({ name }) => name < STEP),
    )
    await runAsSuperuser(inject('postgres'), rows, connection.database)
    await migrate(client, all)
    return async (statement: string) => (await client.query(statement)).rows
  }

  test('orders it where there are records, and has previews of imports judged again', async () => {
    const rows = await migrated(OLD_ROWS)
    expect(await rows('select last_id, done_id, finished_at from rejudging')).toEqual([
      { last_id: 7, done_id: 0, finished_at: null },
    ])
    expect(await rows('select record_version from import_row')).toEqual([{ record_version: 0 }])
  })

  test('orders nothing where there are none', async () => {
    const rows = await migrated([])
    expect(await rows('select id from rejudging')).toEqual([])
  })
})
