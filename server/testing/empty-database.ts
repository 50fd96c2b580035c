import pg from 'pg'
import { inject } from 'vitest'
import { runAsSuperuser } from './database.ts'

let databases = 0

/** An empty database, and connections to it as the owner of its tables; `undo` collects how they are removed again. */
export async function emptyDatabase(undo: (() => unknown)[]) {
  const server = inject('postgres')
  const database = `empty_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases++}`
  await runAsSuperuser(server, [`create database ${database} owner vision_owner`])
  undo.push(() => runAsSuperuser(server, [`drop database ${database} with (force)`]))
  const connection = { ...server, user: 'vision_owner', database }
  const connect = async () => {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    await client.connect()
    undo.push(() => client.end())
    return client
  }
  return { connection, connect }
}
