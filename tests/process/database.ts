// A PostgreSQL as an operator would provide it, for the product to be pointed at with DATABASE_URL.
import path from 'node:path'
import { startEmbedded } from '#server/core/embedded-postgres/embedded.ts'
import { runAsSuperuser } from '#server/testing/database.ts'
import { postgresUnder, scratchFolder, send } from './product.ts'

/** A server on a folder of its own with an empty database; the user owns that database and nothing else. */
export async function provideDatabase() {
  const folder = scratchFolder()
  const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '60' }
  const open = () => startEmbedded({ folder: path.join(folder, 'postgres'), settings })
  const { database: _, ...connection } = (await open()).connection('postgres')
  await runAsSuperuser(connection, ['create role product login', 'create database product owner product'])
  return {
    url: `postgres://product@/product?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
    isRunning: () => postgresUnder(folder).length > 0,
    sql: (...statements: string[]) => runAsSuperuser(connection, statements, 'product'),
    /** Every process of the server stands still: connections stay open, nobody answers. */
    freeze: () => postgresUnder(folder).forEach((pid) => void send(pid, 'SIGSTOP')),
    thaw: () => postgresUnder(folder).forEach((pid) => void send(pid, 'SIGCONT')),
    /** Like `pg_ctl stop -m immediate`. */
    crash: () =>
      postgresUnder(folder)
        .slice(0, 1)
        .forEach((pid) => void send(pid, 'SIGQUIT')),
    startAgain: async () => void (await open()),
  }
}
