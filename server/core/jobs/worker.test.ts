import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import type { Db } from '../db/connect.ts'
import { LEASE_SECONDS } from './job-queries.ts'
import { defineJob, type JobRun, LeaseLost } from './queue.ts'
import { makeWorker } from './worker.ts'

const node = useApp()
let other: TestApp

beforeAll(async () => {
  other = await node.current.otherNode()
  await node.current.sql(
    'create table effect (job_id bigint, worker text); grant all on effect to vision_app',
  )
})
beforeEach(() => node.current.sql('truncate effect; truncate job'))
afterEach(() => vi.useRealTimers())

type Work = (run: JobRun, worker: string) => Promise<void>

/** A worker whose only kind of job does what the test says. */
function workerOn(app: TestApp, name: string, work: Work) {
  const logged: unknown[] = []
  const kind = defineJob({
    name: 'test',
    payload: z.object({}),
    maxAttempts: 3,
    place: 'worker',
    run: (run) => work(run, name),
  })
  return {
    logged,
    ...makeWorker(app.data.work.db, [kind], { error: (details) => void logged.push(details) }),
  }
}

const leaveEffect = (db: Db, { jobId }: JobRun, worker: string) =>
  sql`insert into effect values (${jobId}, ${worker})`.execute(db)

const effects = async () =>
  (await sql<{ jobId: number; worker: string }>`select * from effect`.execute(node.current.db)).rows

async function jobRow() {
  const { rows } = await sql<{
    state: string
    attempts: number
    error: string | null
    progress: number
    total: number
    leased: boolean
    finished: boolean
    dueIn: number
  }>`select state, attempts, error, progress, total, lease_token is not null as leased,
    finished_at is not null as finished, extract(epoch from run_at - now())::float as due_in from job`.execute(
    node.current.db,
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}

const expireLease = () => node.current.sql("update job set lease_until = now() - interval '1 second'")
const makeDue = () => node.current.sql('update job set run_at = now()')

/** Something one side waits for and the other lets happen. */
function gate() {
  let pass: (() => void) | undefined
  const opened = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { opened, open: () => pass?.() }
}

describe('the queue', () => {
  test('of two workers each job is run by one, and every job is run', async () => {
    const work: Work = async (run, worker) => void (await leaveEffect(run.db, run, worker))
    const [a, b] = [workerOn(node.current, 'a', work), workerOn(other, 'b', work)]
    // Otherwise the one that is connected already may be through before the other has begun.
    await other.data.work.pool.query('select 1')
    for (let index = 0; index < 50; index++) await a.enqueue(node.current.db, 'test', {})
    await Promise.all([a.runDue(), b.runDue()])
    const done = await effects()
    expect(done).toHaveLength(50)
    expect(new Set(done.map(({ jobId }) => jobId)).size).toBe(50)
    expect(new Set(done.map(({ worker }) => worker))).toEqual(new Set(['a', 'b']))
  })

  test('takes the same key once, however many ask and even after it is done', async () => {
    const worker = workerOn(node.current, 'a', async () => undefined)
    const enqueue = () => worker.enqueue(node.current.db, 'test', {}, { key: 'the only one' })
    await Promise.all(Array.from({ length: 10 }, enqueue))
    await worker.runDue()
    await enqueue()
    expect(await jobRow()).toMatchObject({ state: 'done', attempts: 1, leased: false, finished: true })
  })

  test('has a job if and only if the change that asked for it was committed', async () => {
    const worker = workerOn(node.current, 'a', async () => undefined)
    const undone = node.current.db.transaction().execute(async (tx) => {
      await worker.enqueue(tx, 'test', {}, { key: 'undone' })
      throw new Error('on second thought')
    })
    await expect(undone).rejects.toThrow('on second thought')
    await node.current.db.transaction().execute((tx) => worker.enqueue(tx, 'test', {}, { key: 'kept' }))
    const { rows } = await sql<{ key: string }>`select key from job`.execute(node.current.db)
    expect(rows).toEqual([{ key: 'kept' }])
  })

  test('keeps a job back until its time, and refuses kinds nobody knows', async () => {
    const worker = workerOn(node.current, 'a', async () => undefined)
    await worker.enqueue(node.current.db, 'test', {}, { runInSeconds: 60 })
    await worker.runDue()
    expect(await jobRow()).toMatchObject({ state: 'queued', attempts: 0 })
    await expect(worker.enqueue(node.current.db, 'unknown' as 'test', {})).rejects.toThrow('unknown job kind')
  })
})

describe('a job that fails', () => {
  test('is tried again later each time, then given up with a sentence; the fault stays in the log', async () => {
    const worker = workerOn(node.current, 'a', async () => {
      throw new Error('secret detail of 张三')
    })
    await worker.enqueue(node.current.db, 'test', {})
    const waits: number[] = []
    for (let attempt = 1; attempt < 3; attempt++) {
      await worker.runDue()
      await worker.runDue()
      const row = await jobRow()
      expect(row).toMatchObject({ state: 'queued', attempts: attempt, error: '执行时出错，将自动重试' })
      waits.push(row?.dueIn ?? 0)
      await makeDue()
    }
    await worker.runDue()
    expect(await jobRow()).toMatchObject({
      state: 'failed',
      attempts: 3,
      error: '多次执行都出错，已停止重试，请联系管理员',
      finished: true,
    })
    const [first = 0, second = 0] = waits
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(2)
    expect(second).toBeGreaterThan(first)
    expect(worker.logged).toHaveLength(3)
    expect(String((worker.logged[0] as { err: Error }).err)).toContain('张三')
  })

  test('for a reason its owner can mend is not tried again, and says the reason', async () => {
    const worker = workerOn(node.current, 'a', async () => {
      throw new BizError(700, '文件缺少“姓名”一列')
    })
    await worker.enqueue(node.current.db, 'test', {})
    await worker.runDue()
    expect(await jobRow()).toMatchObject({ state: 'failed', attempts: 1, error: '文件缺少“姓名”一列' })
  })

  test('because its workers die again and again is given up', async () => {
    const worker = workerOn(node.current, 'a', async () => undefined)
    await worker.enqueue(node.current.db, 'test', {})
    await node.current.sql("update job set state = 'running', attempts = 3, lease_token = gen_random_uuid()")
    await expireLease()
    await worker.runDue()
    expect(await jobRow()).toMatchObject({ state: 'failed', error: '任务多次中断，已停止重试' })
  })
})

describe('a lease', () => {
  test('that ran out goes to another worker, and the first one can write nothing more', async () => {
    const held = gate()
    const refusals: unknown[] = []
    const inRun = gate()
    const stale = workerOn(node.current, 'stale', async (run, worker) => {
      inRun.open()
      await held.opened
      const write = run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        await leaveEffect(tx, run, worker)
      })
      refusals.push(await write.catch((error) => error))
      refusals.push(await run.report(1, 1).catch((error) => error))
      throw refusals[0]
    })
    const next = workerOn(other, 'next', async (run, worker) => {
      await run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        await leaveEffect(tx, run, worker)
      })
    })
    await stale.enqueue(node.current.db, 'test', {})
    const staleRound = stale.runDue()
    await inRun.opened
    await next.runDue()
    expect(await effects()).toEqual([])
    await expireLease()
    await next.runDue()
    held.open()
    await staleRound
    expect(refusals).toEqual([expect.any(LeaseLost), expect.any(LeaseLost)])
    expect((await effects()).map(({ worker }) => worker)).toEqual(['next'])
    expect(await jobRow()).toMatchObject({ state: 'done', attempts: 2, progress: 0 })
  })

  test('that runs out during a fenced commit is not taken before the commit is through', async () => {
    const [fenced, held] = [gate(), gate()]
    const first = workerOn(node.current, 'first', async (run, worker) => {
      await run.db.transaction().execute(async (tx) => {
        await run.fence(tx)
        await leaveEffect(tx, run, worker)
        // From inside the fence progress goes by the same transaction.
        await run.report(7, 9, tx)
        fenced.open()
        await held.opened
      })
    })
    const second = workerOn(
      other,
      'second',
      async (run, worker) => void (await leaveEffect(run.db, run, worker)),
    )
    await first.enqueue(node.current.db, 'test', {})
    await node.current.sql('update job set lease_until = now()')
    const firstRound = first.runDue()
    await fenced.opened
    await second.runDue()
    held.open()
    await firstRound
    expect((await effects()).map(({ worker }) => worker)).toEqual(['first'])
    expect(await jobRow()).toMatchObject({ state: 'done', progress: 7, total: 9 })
  })

  test('is renewed; a worker that finds it lost is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const inRun = gate()
    const worker = workerOn(node.current, 'a', async (run) => {
      inRun.open()
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)))
    })
    await worker.enqueue(node.current.db, 'test', {})
    const round = worker.runDue()
    await inRun.opened
    await expireLease()
    await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 3) * 1_000)
    const renewed = () =>
      sql<{ ok: boolean }>`select lease_until > now() + interval '10 seconds' as ok from job`.execute(
        node.current.db,
      )
    await vi.waitFor(async () => expect((await renewed()).rows).toEqual([{ ok: true }]), { timeout: 60_000 })
    await node.current.sql('update job set lease_token = gen_random_uuid()')
    await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 3) * 1_000)
    await round
    expect(await jobRow()).toMatchObject({ state: 'running', attempts: 1 })
  })

  test('that cannot be renewed for as long as it lasts counts as lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const cutOff = await node.current.otherNode()
    const inRun = gate()
    let reason: unknown
    const worker = workerOn(cutOff, 'a', async (run) => {
      inRun.open()
      await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()))
      reason = run.signal.reason
      throw reason
    })
    await worker.enqueue(node.current.db, 'test', {})
    const round = worker.runDue().catch(() => undefined)
    await inRun.opened
    await cutOff.data.work.close()
    await vi.advanceTimersByTimeAsync(LEASE_SECONDS * 1_500)
    await round
    expect(reason).toBeInstanceOf(LeaseLost)
  })
})

describe('stopping', () => {
  test('gives a running job back at once, uncounted', async () => {
    const inRun = gate()
    const leaving = workerOn(node.current, 'leaving', async (run) => {
      inRun.open()
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)))
    })
    const staying = workerOn(
      other,
      'staying',
      async (run, worker) => void (await leaveEffect(run.db, run, worker)),
    )
    await leaving.enqueue(node.current.db, 'test', {})
    void leaving.runDue()
    await inRun.opened
    await leaving.stop()
    expect(await jobRow()).toMatchObject({ state: 'queued', attempts: 0, leased: false, error: null })
    await staying.runDue()
    expect((await effects()).map(({ worker }) => worker)).toEqual(['staying'])
  })

  test('does not wait for ever for a job that does not listen, and lets it write nothing more', async () => {
    const [inRun, held] = [gate(), gate()]
    let refusal: unknown
    const worker = workerOn(node.current, 'a', async (run) => {
      inRun.open()
      await held.opened
      refusal = await run.db
        .transaction()
        .execute((tx) => run.fence(tx))
        .catch((error) => error)
      throw refusal
    })
    await worker.enqueue(node.current.db, 'test', {})
    const round = worker.runDue()
    await inRun.opened
    await worker.stop(100)
    expect(await jobRow()).toMatchObject({ state: 'queued', attempts: 0, leased: false })
    held.open()
    await round
    expect(refusal).toBeInstanceOf(LeaseLost)
    expect(await jobRow()).toMatchObject({ state: 'queued', attempts: 0 })
  })

  test('in the moment of claiming leaves no job behind', async () => {
    for (let round = 0; round < 20; round++) {
      const worker = workerOn(node.current, 'a', async (run) => run.signal.throwIfAborted())
      await worker.enqueue(node.current.db, 'test', {})
      const running = worker.runDue()
      await new Promise((resolve) => setTimeout(resolve, round / 4))
      await worker.stop()
      await running
    }
    const { rows } = await sql<{ state: string }>`select distinct state from job`.execute(node.current.db)
    expect(rows.map(({ state }) => state)).not.toContain('running')
  })

  test('ends the polling of a started worker', async () => {
    const worker = workerOn(
      node.current,
      'a',
      async (run, name) => void (await leaveEffect(run.db, run, name)),
    )
    worker.start()
    await worker.enqueue(node.current.db, 'test', {})
    await vi.waitFor(async () => expect(await effects()).toHaveLength(1), { timeout: 60_000 })
    await worker.stop()
    await worker.enqueue(node.current.db, 'test', {})
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await effects()).toHaveLength(1)
  })
})
