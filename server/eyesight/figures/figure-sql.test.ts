// What is made of the one list of counters, put in the place of what the migrations or another version left behind.
import pg from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { readMigrations } from '../../core/db/migrate.ts'
import { applyRepeatableSql } from '../../core/db/repeatable-sql.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'
import { FIGURE_SQL } from './figure-triggers.sql.ts'

const node = useApp()
let planId = 0
let rounds = 0

beforeEach(async () => {
  planId = await insertFigurePlan(node.current)
  for (const school of ['330106-school-1', '330106-school-0']) {
    await insertList(node.current, await insertFigureTask(node.current, planId, school))
  }
})

const enter = () => enterResults(node.current, planId, makeRandom(`figure-sql-${rounds++}`))
const right = () => expectFiguresRight(node.current, planId)
const textOf = async (statement: string): Promise<string> => {
  const [row] = await rowsOf<{ text: string }>(node.current, statement)
  return row?.text ?? ''
}

/** As a start applies it to a database that has not seen this text yet. */
async function applyFigureSql(): Promise<string[]> {
  await node.current.sql(`delete from repeatable_sql where name = '${FIGURE_SQL.name}'`)
  const database = await textOf('select current_database() as text')
  const client = new pg.Client({ ...inject('postgres'), user: 'vision_owner', database })
  await client.connect()
  try {
    return await applyRepeatableSql(client, [FIGURE_SQL])
  } finally {
    await client.end()
  }
}

const RECORD_COUNTS = 'record_counts(screening_record, smallint, smallint)'
const installed = () => textOf(`select pg_get_functiondef('${RECORD_COUNTS}'::regprocedure) as text`)

/** Puts a version of `record_counts` in its place that counts otherwise. */
async function installAltered(alter: (text: string) => string): Promise<void> {
  const text = await installed()
  const altered = alter(text)
  expect(altered).not.toBe(text)
  await node.current.sql(`drop function ${RECORD_COUNTS}`)
  await node.current.sql(altered)
}

/** A function as the last migration that makes it says it. */
function fromMigrations(name: string): string {
  const definition = new RegExp(`create (?:or replace )?function ${name}\\([\\s\\S]*?\\$\\$;`, 'g')
  const found = readMigrations().flatMap(({ text }) => text.match(definition) ?? [])
  return found.at(-1)?.replace(/^create function/, 'create or replace function') ?? ''
}

test('what the functions of the migrations counted in, those of the list count out', async () => {
  await node.current.sql(`drop function ${RECORD_COUNTS};
    create unlogged table figure_due (tx xid8 primary key default pg_current_xact_id());
    grant all on figure_due to vision_app`)
  for (const name of ['record_counts', 'note_figure_moves', 'apply_figure_moves']) {
    expect(fromMigrations(name)).toContain('naked_left_sum')
    await node.current.sql(fromMigrations(name))
  }
  await node.current.sql(`create constraint trigger figure_moves_applied after insert on figure_due
    deferrable initially deferred for each row execute function apply_figure_moves()`)
  await enter()
  await node.current.sql('drop table figure_due; drop function apply_figure_moves()')
  expect(await applyFigureSql()).toEqual([FIGURE_SQL.name])
  await right()
  await enter()
  await right()
  await rowsOf(node.current, 'delete from screening_record where plan_id = $1', [planId])
  await right()
  expect(await oneOf(node.current, 'select sum(expected) from figure where plan_id = $1', [planId])).toBe(0)
})

test('the same rules leave the figures alone', async () => {
  await enter()
  const versions = () =>
    rowsOf(node.current, 'select xmin::text, ctid::text from figure where plan_id = $1 order by 2', [planId])
  const before = await versions()
  expect(before.length).toBeGreaterThan(20)
  await applyFigureSql()
  expect(await versions()).toEqual(before)
})

describe('figures are counted anew', () => {
  const countOtherwise = (text: string) => text.replace('(r.state = 2)::int', '(r.state = 3)::int')

  test('where a rule has changed', async () => {
    const wanted = await installed()
    await installAltered(countOtherwise)
    await enter()
    await expect(right()).rejects.toThrow()
    await applyFigureSql()
    expect(await installed()).toBe(wanted)
    await right()
    await enter()
    await right()
  })

  test('where a counter is new', async () => {
    await enter()
    await installAltered((text) =>
      text.replace(/, naked_left_sum integer/, '').replace(/,\s*case[^\n]*naked_left[^\n]*/, ''),
    )
    await node.current.sql('update figure set naked_left_sum = 0')
    await expect(right()).rejects.toThrow()
    await applyFigureSql()
    await right()
  })

  test('after those who are writing, with what they wrote', async () => {
    await enter()
    await installAltered(countOtherwise)
    const writer = await node.current.data.requests.pool.connect()
    await writer.query('begin')
    await writer.query(
      `update screening_record set state = 2, checked_on = '2025-10-08' where plan_id = $1 and state <> 2`,
      [planId],
    )
    const applied = applyFigureSql()
    const waiting = `select 1 from pg_locks where relation = 'screening_record'::regclass and not granted`
    while ((await rowsOf(node.current, waiting)).length === 0);
    await writer.query('commit')
    writer.release()
    await applied
    await right()
  })
})
