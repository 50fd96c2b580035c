import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../testing/scratch-database.ts'
import type { Db } from './connect.ts'
import { atOneMoment } from './one-moment.ts'

const database = useDatabase()

const seen = async (db: Db) => {
  const { rows } = await sql<{ pid: number; n: number }>`
    select pg_backend_pid() as pid, (select count(*)::int from setting where key like 'moment %') as n`.execute(
    db,
  )
  return rows[0] ?? { pid: 0, n: -1 }
}
const openBoth = ({ db }: { db: Db }) => Promise.all([0, 1].map(() => sql`select pg_sleep(0.05)`.execute(db)))

test('what is asked in parallel is of the same moment, on another connection', async () => {
  const { db } = database.current
  await openBoth(database.current)
  await atOneMoment(db, async (tx, inParallel) => {
    const first = await seen(tx)
    await sql`insert into setting (key, value) values ('moment 1', '1')`.execute(db)
    const other = await inParallel(seen)
    expect(other.pid).not.toBe(first.pid)
    expect(other.n).toBe(first.n)
  })
  expect((await seen(db)).n).toBe(1)
})

test('where no connection is free it is asked on the same one', async () => {
  const { db } = database.current
  await openBoth(database.current)
  await db.transaction().execute(async (held) => {
    await seen(held)
    await atOneMoment(db, async (tx, inParallel) => {
      const [own, other] = await Promise.all([seen(tx), inParallel(seen)])
      expect(other).toEqual(own)
    })
  })
})

test('a fault of either ends both, and no connection is lost', async () => {
  const { db, pool } = database.current
  await openBoth(database.current)
  const faulty = (tx: Db) => sql`select 1 / 0`.execute(tx)
  await expect(atOneMoment(db, (_, inParallel) => inParallel(faulty))).rejects.toThrow('division by zero')
  const early = atOneMoment(db, async (tx, inParallel) => {
    void inParallel((other) => sql`select pg_sleep(0.1)`.execute(other))
    await faulty(tx)
  })
  await expect(early).rejects.toThrow('division by zero')
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('many at once wait for each other no longer than they take', async () => {
  const { db, pool } = database.current
  await openBoth(database.current)
  const twice = () =>
    atOneMoment(db, async (tx, inParallel) => {
      const other = inParallel(seen)
      return [(await seen(tx)).n, (await other).n]
    })
  for (const [own, other] of await Promise.all(Array.from({ length: 20 }, twice))) expect(other).toBe(own)
  expect(pool.idleCount).toBe(pool.totalCount)
})
