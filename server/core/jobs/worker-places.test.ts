// Which jobs a worker runs, how many at once, and when it looks for them.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { useApp } from '../../testing/app.ts'
import { serveExtra } from '../../testing/extra-endpoints.ts'
import type { UserTxCtx } from '../context.ts'
import { defineJob, type JobPlace } from './queue.ts'
import { makeWorker, type WorkerOptions } from './worker.ts'

const node = useApp()
const undo: (() => Promise<unknown>)[] = []
beforeEach(() => node.current.sql('truncate job'))
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

const Name = z.object({ name: z.string() })
const begun: string[] = []
const release = new Map<string, () => void>()
beforeEach(() => {
  begun.length = 0
  release.clear()
})

/** Jobs that begin, and end when the test lets them. */
const kindOf = <N extends string>(name: N, place: JobPlace, askChild: () => Promise<void>) =>
  defineJob({
    name,
    payload: Name,
    maxAttempts: 3,
    place,
    async run(run, payload) {
      begun.push(payload.name)
      await new Promise<void>((resolve, reject) => {
        release.set(payload.name, resolve)
        run.signal.addEventListener('abort', () => reject(run.signal.reason))
      })
      if (payload.name === 'parent') await askChild()
    },
  })

function worker(options: WorkerOptions) {
  const askChild = (): Promise<void> => made.enqueue(node.current.db, 'long', { name: 'child' })
  const kinds = [kindOf('short', 'http', askChild), kindOf('long', 'worker', askChild)] as const
  const made = makeWorker(node.current.data.work.db, kinds, { error: () => undefined }, options)
  undo.push(() => made.stop(0))
  return made
}
const enqueue = (kind: 'short' | 'long', name: string) =>
  worker({ place: 'http' }).enqueue(node.current.db, kind, { name })
const haveBegun = (...names: string[]) => vi.waitFor(() => expect(begun).toEqual(names), { timeout: 60_000 })

test('a worker takes orders for every kind and runs those of its place', async () => {
  for (const [kind, name] of [
    ['long', 'a'],
    ['short', 'b'],
  ] as const)
    await enqueue(kind, name)
  const httpWorker = worker({ place: 'http' })
  void httpWorker.runDue()
  await haveBegun('b')
  const apart = worker({ place: 'worker' })
  void apart.runDue()
  await haveBegun('b', 'a')
})

test('two run at once, in the order of asking; a place that becomes free is filled while the other is busy', async () => {
  const both = worker({ atOnce: 2 })
  for (const name of ['a', 'b', 'c', 'd']) await enqueue('long', name)
  both.start()
  await haveBegun('a', 'b')
  release.get('b')?.()
  await haveBegun('a', 'b', 'c')
  release.get('c')?.()
  await haveBegun('a', 'b', 'c', 'd')
  release.get('d')?.()
  // Nothing is due: the free place looks on, whatever the other one does.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{
        left: number
      }>`select count(*)::int as left from job where state <> 'done'`.execute(node.current.db)
      expect(rows).toEqual([{ left: 1 }])
    },
    { timeout: 60_000 },
  )
  await enqueue('long', 'e')
  await haveBegun('a', 'b', 'c', 'd', 'e')
})

test('what a job asks for is run in the same round', async () => {
  const one = worker({})
  await enqueue('long', 'parent')
  const round = one.runDue()
  await haveBegun('parent')
  release.get('parent')?.()
  await haveBegun('parent', 'child')
  release.get('child')?.()
  await round
})

test('a started worker that is nudged looks at once; one that is not started does not', async () => {
  const idle = worker({})
  const waiting = worker({})
  const polling = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce({} as NodeJS.Timeout)
  waiting.start()
  polling.mockRestore()
  await enqueue('long', 'a')
  idle.nudge()
  expect(begun).toEqual([])
  waiting.nudge()
  await haveBegun('a')
})

test('a request that asked for a job says so once the job is there', async () => {
  const ask = endpoint({
    method: 'POST',
    path: '/manager/test/job',
    summary: '测试',
    access: 'signedIn',
    scoped: false,
    audit: 'import.roster',
    input: z.object({ wanted: z.boolean() }),
    output: z.null(),
  })
  const handler = async (ctx: UserTxCtx, { wanted }: { wanted: boolean }) => {
    if (wanted) await ctx.enqueue(ctx.db, 'housekeeping', {})
    return null
  }
  const found: [boolean, number][] = []
  const served = await serveExtra(node.current, { ask }, { ask: handler }, (app) => {
    app.addHook('onResponse', async ({ queuedJob }) => {
      const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from job`.execute(
        node.current.db,
      )
      found.push([queuedJob === true, rows[0]?.jobs ?? 0])
    })
  })
  undo.push(() => served.app.close())
  const authorization = await node.current.login('region01')
  for (const wanted of [false, true])
    await fetch(served.url + ask.path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ wanted }),
    })
  await vi.waitFor(
    () =>
      expect(found).toEqual([
        [false, 0],
        [true, 1],
      ]),
    { timeout: 60_000 },
  )
})
