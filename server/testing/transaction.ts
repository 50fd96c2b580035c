import type pg from 'pg'
import type { TestApp } from './app.ts'

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
