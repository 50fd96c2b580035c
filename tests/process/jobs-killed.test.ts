// Work whose worker is killed in the middle: the next one finishes it, nothing is done twice and nothing is missing.
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { joinEmbedded } from '#server/core/embedded-postgres/embedded.ts'
import { pdfPages } from '../../server/testing/sheets/pdf-text.ts'
import {
  call,
  cleanUp,
  comesTrue,
  demoFolder,
  isRunning,
  type Product,
  send,
  start,
  workerOf,
} from './product.ts'

const TRAP = 7_700
let product: Product
let client: pg.Client
let token: string

beforeAll(async () => {
  const folder = demoFolder()
  product = await start({ DATA_DIR: folder })
  const server = await joinEmbedded(path.join(folder, 'postgres'))
  if (!server) throw new Error('the database does not run')
  client = new pg.Client(server.connection('vision'))
  await client.connect()
  const { data } = await call(product.url, sessionEndpoints.login, {
    account: 'hospital01',
    password: 'Demo@2026',
  })
  token = String(data.token)
})
afterAll(async () => {
  try {
    await client?.end()
  } finally {
    await cleanUp()
  }
})

const rowsOf = async <Row>(statement: string, values: unknown[] = []) =>
  (await client.query(statement, values)).rows as Row[]

/** Waits where a trigger fires, for as long as the test holds the lock. */
async function layTrap(trigger: string): Promise<void> {
  await client.query(`create or replace function hold() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${TRAP}); return new; end $$`)
  await client.query(`create trigger hold ${trigger} execute function hold()`)
  await client.query('select pg_advisory_lock($1)', [TRAP])
}
const isHeld = async () =>
  (await rowsOf("select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [TRAP]))
    .length > 0

/** Kills the worker that waits in the trap; another one may take up its work at once. */
async function killWorker(): Promise<void> {
  expect(await comesTrue(isHeld), 'nobody came by').toBe(true)
  const killed = workerOf(product) ?? 0
  send(killed, 'SIGKILL')
  expect(await comesTrue(() => !isRunning(killed))).toBe(true)
  await client.query('drop function hold cascade')
  await client.query('select pg_advisory_unlock($1)', [TRAP])
  await client.query("update job set lease_until = now() - interval '1 second' where lease_token is not null")
}

test('letters: no letter twice and none missing', async () => {
  const [task] = await rowsOf<{ id: string; plan_id: string }>(
    `select task.id, plan_id from task join org on org.id = school_org_id
     where org.name = '西湖中心幼儿园' and task.status = 2 order by plan_id desc limit 1`,
  )
  const [taskId, planId] = [Number(task?.id), Number(task?.plan_id)]
  // As if none had been printed for this school yet.
  await rowsOf('delete from letter using screening_record as r where r.id = record_id and r.task_id = $1', [
    taskId,
  ])
  const ofTask = 'letter join screening_record as r on r.id = letter.record_id and r.task_id = $1'
  // A part of the letters is drawn and reported.
  await layTrap(
    'before update on export_task for each row when (new.progress > old.progress and new.progress < new.total)',
  )
  const order = { item: 'letters', planId, taskId, origin: product.url } as const
  const started = await call(
    product.url,
    exportEndpoints.startExport,
    { ...order, reason: '发放告知书', personal: false },
    token,
  )
  expect(started.success, started.message).toBe(true)
  const { recordId } = started.data
  expect(await comesTrue(isHeld), 'no letters are drawn').toBe(true)

  const issued = await rowsOf<{ id: string }>(
    `select letter.id, ticket_hash from ${ofTask} order by letter.id`,
    [taskId],
  )
  expect(issued.length).toBeGreaterThan(0)
  await killWorker()

  const stateOf = async () =>
    (await rowsOf<{ state: string }>('select state from export_task where id = $1', [recordId]))[0]?.state
  expect(await comesTrue(async () => ['done', 'failed'].includes((await stateOf()) ?? ''))).toBe(true)
  expect(await stateOf()).toBe('done')

  const file = await fetch(`${product.url}${exportEndpoints.exportFile.path}?recordId=${recordId}`, {
    headers: { authorization: token },
  })
  const pages = pdfPages(Buffer.from(await file.arrayBuffer()))
  const numbers = pages.map(({ texts }) => {
    const words = texts.map(({ text }) => text).join(' ')
    return /编号\s*(\d{6})/.exec(words)?.[1]
  })
  const letters = await rowsOf<{ id: string; prints: number }>(
    `select letter.id::text, prints from ${ofTask} order by letter.id`,
    [taskId],
  )
  expect(new Set(numbers)).toEqual(new Set(letters.map(({ id }) => id.padStart(6, '0'))))
  expect(numbers).toHaveLength(letters.length)
  const examined = 'select id from screening_record where task_id = $1 and state <> 0'
  expect(await rowsOf(examined, [taskId])).toHaveLength(letters.length)
  // What the first worker had given a ticket keeps it, and is printed once.
  expect(
    await rowsOf('select id, ticket_hash from letter where id = any($1) order by id', [
      issued.map(({ id }) => id),
    ]),
  ).toEqual(issued)
  expect(new Set(letters.map(({ prints }) => prints))).toEqual(new Set([1]))
  const [left] = await rowsOf<{ files: number }>(
    'select count(*)::int as files from stored_file where complete and id not in (select file_id from assess_file)',
  )
  expect(left?.files).toBe(1)
})

test('the review of warnings: each is raised once, each message is sent once', async () => {
  const reviewed = async () =>
    (await rowsOf("select 1 from job where kind = 'warning.review' and state in ('queued', 'running')"))
      .length === 0
  expect(await comesTrue(reviewed)).toBe(true)
  // As if no unit had been judged yet and nobody had learned of anything.
  await client.query(`delete from warning where scope > 1; delete from warning_noticed; delete from warning_day;
    delete from message where kind = 'warning'; delete from warning_event where kind = 'autoRemind'; update warning set reminders = 0, reminded_on = null`)
  const ofChildren = () =>
    rowsOf(`select w.id, w.level, w.status, w.ended, count(e.id) filter (where e.kind <> 'autoRemind') as events
      from warning w left join warning_event e on e.warning_id = w.id where scope = 1 group by w.id order by w.id`)
  const before = await ofChildren()

  await layTrap('after insert on warning for each statement')
  await client.query(`insert into job (kind, payload, max_attempts) values ('warning.review', '{}', 3)`)
  await killWorker()
  await layTrap('after insert on message_recipient for each statement')
  await killWorker()
  expect(await comesTrue(reviewed)).toBe(true)

  expect(await ofChildren()).toEqual(before)
  const raised = await rowsOf<{ events: string[] }>(
    `select array_agg(e.kind order by e.id) as events from warning w join warning_event e on e.warning_id = w.id
     where w.scope > 1 group by w.id`,
  )
  expect(raised.length).toBeGreaterThan(0)
  expect(raised.every(({ events }) => events.join() === 'raised')).toBe(true)
  const [sent] = await rowsOf<{ all: number; different: number }>(
    `select count(*)::int as all, count(distinct (m.title, m.body, m.link, r.user_id))::int as different
     from message m join message_recipient r on r.message_id = m.id where m.kind = 'warning'`,
  )
  expect(sent?.all).toBeGreaterThan(0)
  expect(sent?.all).toBe(sent?.different)
  const unknown = `select w.id from warning w join plan on plan.id = w.plan_id and plan.status = 2
    where w.ended is null and w.status < 4 and not exists (select from warning_noticed n where n.warning_id = w.id)`
  expect(await rowsOf(unknown)).toEqual([])
  const remindedTwice = `select 1 from warning_event where kind = 'autoRemind' group by warning_id having count(*) > 1`
  expect(await rowsOf(remindedTwice)).toEqual([])
})
