import type pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { rowsOf } from './rows.ts'

type Client = Pick<pg.PoolClient, 'query'>

/** One transaction on a connection of its own. */
export async function runTransaction(
  app: TestApp,
  work: (client: Client) => Promise<unknown>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<void> {
  const client = await app.data.requests.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query(end)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Goes on once so many statements wait for a lock that another transaction holds. */
export async function untilLocksAreAwaited(app: TestApp, count = 1): Promise<void> {
  const statement = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await rowsOf(app, statement)).length
  await expect.poll(waiting, { interval: 10, timeout: 60_000 }).toBeGreaterThanOrEqual(count)
}
