import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { useApp } from '../../testing/app.ts'
import { spawnScript } from '../../testing/script.ts'
import { defineJob, LeaseLost } from './queue.ts'
import { makeWorker } from './worker.ts'

const node = useApp()
const undo: (() => unknown)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

test('a job whose node is killed in the middle goes on elsewhere, from a clean state', async () => {
  const { db, data } = node.current
  await node.current.sql('create table step (worker text); grant all on step to vision_app')
  const kind = defineJob({
    name: 'test',
    payload: z.object({}),
    maxAttempts: 3,
    place: 'worker',
    run: (run) =>
      run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        await sql`insert into step values ('survivor')`.execute(tx)
      }),
  })
  const survivor = makeWorker(data.work.db, [kind], { error: () => undefined })
  await survivor.enqueue(db, 'test', {})

  const victim = spawnVictim(String(node.current.services.config.DATABASE_URL))
  const [line] = await once(victim.stdout, 'data')
  expect(String(line)).toContain('in the middle')
  victim.kill('SIGKILL')
  await once(victim, 'exit')

  // Nobody has it before the lease is over.
  await survivor.runDue()
  const state = () => sql<object>`select state, attempts from job`.execute(db)
  expect((await state()).rows).toEqual([{ state: 'running', attempts: 1 }])
  await node.current.sql("update job set lease_until = now() - interval '1 second'")
  await survivor.runDue()
  expect((await state()).rows).toEqual([{ state: 'done', attempts: 2 }])
  const { rows } = await sql<{ worker: string }>`select worker from step`.execute(db)
  expect(rows).toEqual([{ worker: 'survivor' }])
})

test('a frozen node that wakes after its job was taken over is refused', async () => {
  const { db, data } = node.current
  await node.current.sql('truncate job')
  const kind = defineJob({
    name: 'test',
    payload: z.object({}),
    maxAttempts: 3,
    place: 'worker',
    run: async () => undefined,
  })
  const survivor = makeWorker(data.work.db, [kind], { error: () => undefined })
  await survivor.enqueue(db, 'test', {})
  const sleeper = spawnVictim(String(node.current.services.config.DATABASE_URL), 'then-commit')
  await once(sleeper.stdout, 'data')
  sleeper.kill('SIGSTOP')
  await node.current.sql("update job set lease_until = now() - interval '1 second'")
  await survivor.runDue()
  sleeper.kill('SIGCONT')
  const [line] = await once(sleeper.stdout, 'data')
  expect(String(line)).toContain(new LeaseLost().message)
})

/** A node of its own that takes the job, says so in an open transaction, and waits. */
function spawnVictim(databaseUrl: string, after = 'wait') {
  const script = `
    const { openDatabase } = await load('server/core/db/connect.ts')
    const { makeWorker } = await load('server/core/jobs/worker.ts')
    const { sql } = await import('kysely')
    const { z } = await import('zod')
    const [, connectionString, after] = process.argv
    const { db } = openDatabase({ connection: { connectionString }, max: 4, connectMs: 5000, statementMs: 60000 })
    const kind = { name: 'test', payload: z.object({}), maxAttempts: 3, run: async (run) => {
      if (after === 'wait') await db.transaction().execute(async (tx) => {
        await sql\`insert into step values ('victim')\`.execute(tx)
        console.log('in the middle')
        await new Promise(() => setInterval(() => {}, 1000))
      })
      console.log('in the middle')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await db.transaction().execute((tx) => run.fence(tx)).catch((error) => console.log(error.message))
    } }
    await makeWorker(db, [kind], console).runDue()
    process.exit()`
  const child = spawnScript(script, [databaseUrl, after])
  undo.push(() => child.kill('SIGKILL'))
  return child
}
